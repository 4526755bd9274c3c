"""Takes permissions from the roles of the deployed stack, one at a time, and wants a journey to fail for each."""

import copy
import json
import time

from roles import SERVICES
from world import FUNCTIONS, as_list

# A journey that fails when a permission is gone: by function, action and the end of the place. It is tried first; what has none
# here, or whose journey goes on, is looked for in all of them.
IN_PARTS = ("audio", "h7_h23_a_large_recording_goes_in_parts_that_can_be_sent_again_one_by_one")
GIVEN_UP = ("audio", "a_large_upload_that_is_given_up_leaves_nothing")
LISTED = ("audio", "s3_audio_1_s7_rd_8_s7_rd_10_h25_a_recording_is_listed_as_the_server_found_it")
SIGNED_UP = ("identity", "s7_wr_1_signing_up_stores_the_username_as_typed_and_folded_with_the_account")
NEEDED_BY = {
    ("api", "dynamodb:GetItem", ""): SIGNED_UP,
    ("api", "dynamodb:PutItem", ""): SIGNED_UP,
    ("api", "dynamodb:UpdateItem", ""): SIGNED_UP,
    ("api", "dynamodb:Query", "gsi1"): ("courses", "s7_rd_1_every_course_comes_in_pages"),
    ("api", "dynamodb:Query", ""): ("courses", "a_course_is_found_under_every_spelling_of_its_code"),
    ("api", "s3:AbortMultipartUpload", ""): GIVEN_UP,
    ("api", "s3:ListMultipartUploadParts", ""): IN_PARTS,
    ("api", "s3:PutObject", ""): IN_PARTS,
    ("api", "s3:GetObject", "incoming/*"): IN_PARTS,
    ("api", "cognito-idp:AdminInitiateAuth", ""): SIGNED_UP,
    ("api", "cognito-idp:AdminRespondToAuthChallenge", ""): (
        "identity",
        "an_invited_administrator_chooses_a_password_at_the_first_sign_in",
    ),
    ("api", "cognito-idp:AdminDeleteUser", ""): (
        "account",
        "s7_me_2_h35_a_deleted_account_leaves_nothing_behind_but_its_likes",
    ),
    ("ingest", "dynamodb:GetItem", ""): LISTED,
    ("ingest", "dynamodb:PutItem", ""): LISTED,
    ("ingest", "dynamodb:UpdateItem", ""): LISTED,
    ("ingest", "s3:GetObject", "incoming/*"): LISTED,
    ("changes", "s3:PutObject", "catalogue/*"): (
        "courses",
        "s2_browse_3_a_change_of_a_course_reaches_the_catalogue_that_browsers_search",
    ),
    ("changes", "cognito-idp:AdminGetUser", ""): (
        "identity",
        "an_account_that_nobody_confirmed_makes_room_for_its_address_and_username",
    ),
    ("changes", "cognito-idp:AdminDeleteUser", ""): (
        "identity",
        "an_account_that_nobody_confirmed_makes_room_for_its_address_and_username",
    ),
}


# What the emulator cannot show to be needed, because it differs from AWS there.
BEYOND = {
    # Cognito gives no code to reset the password of an account that is not confirmed, so the API goes another way.
    ("api", "cognito-idp:AdminSetUserPassword"),
}


def permissions(policy):
    """Each action at each place that a policy allows."""
    for statement in policy["Statement"]:
        for action in as_list(statement["Action"]):
            for resource in as_list(statement["Resource"]):
                yield statement["Sid"], action, resource


def without(policy, sid, action, resource):
    """The policy with one action at one place taken out."""
    policy = copy.deepcopy(policy)
    kept = []
    for statement in policy["Statement"]:
        actions, places = as_list(statement["Action"]), as_list(statement["Resource"])
        if statement["Sid"] != sid:
            kept.append(statement)
            continue
        others = [each for each in actions if each != action]
        elsewhere = [each for each in places if each != resource]
        if others:
            kept.append({**statement, "Action": others})
        if elsewhere:
            kept.append({**statement, "Sid": f"{sid}Elsewhere", "Action": [action], "Resource": elsewhere})
    policy["Statement"] = kept
    return policy


def unneeded(emulator, world, journeys, wanted):
    """Yields a sentence for each permission that no journey misses, of those that have `wanted` in their names."""
    iam = emulator.client("iam")
    for function in FUNCTIONS:
        role = world["roles"][function]
        [name] = iam.list_role_policies(RoleName=role)["PolicyNames"]
        policy = iam.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"]
        for sid, action, resource in permissions(policy):
            if action in SERVICES or (function, action) in BEYOND:
                # The first ones are for Lambda itself; the emulator does its work without a role.
                continue
            what = f"{function} {action} on {resource.split(':::')[-1].split(':')[-1]}"
            if wanted not in what:
                continue
            began = time.monotonic()
            less = without(policy, sid, action, resource)

            def put(document):
                iam.put_role_policy(RoleName=role, PolicyName=name, PolicyDocument=json.dumps(document))

            missed = missed_by(journeys, function, action, resource, lambda: put(less), lambda: put(policy))
            print(f"  {what:<90} {missed or 'NOBODY MISSES IT':<60} {time.monotonic() - began:>6.1f} s", flush=True)
            if missed is None:
                yield f"No journey misses {what}."


def missed_by(journeys, function, action, resource, take, give_back):
    """The first journey that fails without the permission and passes with it."""
    first = [
        (file, [test])
        for (of, needed, end), (file, test) in NEEDED_BY.items()
        if (of, needed) == (function, action) and resource.endswith(end) and file in journeys.modules
    ]
    for file, only in [*first, *((file, []) for file in journeys.modules)]:
        take()
        _, failed, _ = journeys.run(file, only)
        give_back()
        if failed:
            # Some journeys begin with a stack that nobody has used, and fail the second time whatever is allowed.
            _, failed_anyhow, _ = journeys.run(file, failed)
            for journey in failed:
                if journey not in failed_anyhow:
                    return f"{file}::{journey}"
    return None

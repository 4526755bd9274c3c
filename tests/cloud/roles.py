"""Checks the roles: each function has its own, and each allowed action is one that its code sends."""

import re

import reach
from world import FUNCTIONS, as_list, resolved, text_of

# Actions that each SDK call needs.
CALLS = {
    "batch_get_item": ["dynamodb:BatchGetItem"],
    "batch_write_item": ["dynamodb:BatchWriteItem"],
    "delete_item": ["dynamodb:DeleteItem"],
    "get_item": ["dynamodb:GetItem"],
    "put_item": ["dynamodb:PutItem"],
    "query": ["dynamodb:Query"],
    "transact_write_items": [],  # each item needs its own action
    "update_item": ["dynamodb:UpdateItem"],
    "abort_multipart_upload": ["s3:AbortMultipartUpload"],
    "complete_multipart_upload": ["s3:PutObject"],
    "copy_object": ["s3:GetObject", "s3:PutObject"],
    "create_multipart_upload": ["s3:PutObject"],
    "delete_object": ["s3:DeleteObject"],
    "get_object": ["s3:GetObject"],
    "head_object": ["s3:GetObject", "s3:ListBucket"],  # without s3:ListBucket a missing object is reported as forbidden
    "list_objects_v2": ["s3:ListBucket"],
    "list_parts": ["s3:ListMultipartUploadParts"],
    "put_object": ["s3:PutObject"],
    "upload_part": ["s3:PutObject"],
    "admin_delete_user": ["cognito-idp:AdminDeleteUser"],
    "admin_get_user": ["cognito-idp:AdminGetUser"],
    "admin_initiate_auth": ["cognito-idp:AdminInitiateAuth"],
    "admin_list_groups_for_user": ["cognito-idp:AdminListGroupsForUser"],
    "admin_respond_to_auth_challenge": ["cognito-idp:AdminRespondToAuthChallenge"],
    "admin_set_user_mfa_preference": ["cognito-idp:AdminSetUserMFAPreference"],
    "admin_set_user_password": ["cognito-idp:AdminSetUserPassword"],
    "admin_user_global_sign_out": ["cognito-idp:AdminUserGlobalSignOut"],
    "list_users": ["cognito-idp:ListUsers"],
    "send_email": ["ses:SendEmail"],
}
# Actions that Lambda itself uses with the function's role.
SERVICES = {
    "dynamodb:DescribeStream",
    "dynamodb:GetRecords",
    "dynamodb:GetShardIterator",
    "dynamodb:ListStreams",
    "logs:CreateLogStream",
    "logs:PutLogEvents",
    "sqs:SendMessage",
    "xray:PutTelemetryRecords",
    "xray:PutTraceSegments",
}
# Cognito does not check IAM for these calls; a code or token authorizes them.
NEEDS_NO_ACTION = {
    "sign_up",
    "confirm_sign_up",
    "resend_confirmation_code",
    "forgot_password",
    "confirm_forgot_password",
    "update_user_attributes",
    "verify_user_attribute",
    "associate_software_token",
    "verify_software_token",
    "get_tokens_from_refresh_token",
    "revoke_token",
}
# Calls that only the local server sends, in the role of the operator.
LOCAL_ONLY = {"admin_create_user", "create_group", "admin_add_user_to_group"}


def statements(world, function):
    """Returns the policy statements of a function's role."""
    role = world.properties(FUNCTIONS[function]).get("Role", {}).get("Fn::GetAtt", [""])[0]
    policies = world.properties(role).get("Policies", [])
    return [s for policy in policies for s in as_list(policy["PolicyDocument"]["Statement"])]


def actions(world, function):
    """Returns all actions that a function is allowed."""
    return {action for s in statements(world, function) for action in as_list(s["Action"])}


def one_role_each(world):
    """No two functions share a role, and no managed policy extends one."""
    roles = [text_of(world.properties(name).get("Role")) for name in FUNCTIONS.values()]
    if len(set(roles)) != len(roles):
        yield "Two functions share a role."
    for function in FUNCTIONS:
        role = world.properties(FUNCTIONS[function]).get("Role", {}).get("Fn::GetAtt", [""])[0]
        if "ManagedPolicyArns" in world.properties(role):
            yield f"The role of {function} has a managed policy; those allow more than we need."
        if not statements(world, function):
            yield f"The role of {function} allows nothing; is it defined elsewhere?"
        for statement in statements(world, function):
            if statement["Effect"] != "Allow" or "NotAction" in statement or "NotResource" in statement:
                yield f"The role of {function}: say what is allowed, not what is not ({statement.get('Sid')})."


def no_wildcards(world):
    """`*` is allowed only where AWS supports nothing narrower."""
    for function in FUNCTIONS:
        for statement in statements(world, function):
            names = as_list(statement["Action"])
            for action in names:
                if "*" in action:
                    yield f"The role of {function} allows {action}; name each action."
            for resource in as_list(statement["Resource"]):
                text = resolved(resource)
                is_xray = text == "*" and all(name.startswith("xray:") for name in names)
                is_streams = text.endswith("/stream/*") and names == ["dynamodb:ListStreams"]
                is_area = re.fullmatch(r"arn:aws:s3:::note-ninja-(files|site)-\d+/[A-Za-z-]+/\*(\.[a-z]+)?", text)
                if "*" in text and not (is_xray or is_streams or is_area):
                    yield f"The role of {function} allows {', '.join(names)} on {text}; name the place."


def known_calls(world):
    """`CALLS` lists the actions of each SDK call."""
    made = set(re.findall(r"\.(?:dynamodb|s3|cognito|ses)\(\)\s*\.(\w+)\(\)", world.store))
    for call in sorted(made - set(CALLS) - NEEDS_NO_ACTION - LOCAL_ONLY):
        yield f"functions/aws calls {call}(); add its action to roles.py and to a role."


def actions_fit_calls(world):
    """Each function is allowed exactly the actions that its code can send."""
    for function in FUNCTIONS:
        needed = {}
        for sent, place in reach.sent(world, function).items():
            # Writes are named by their action.
            for action in [sent] if ":" in sent else CALLS.get(sent, []):
                needed.setdefault(action, place)
        allowed = actions(world, function) - SERVICES
        for action in sorted(set(needed) - allowed):
            yield f"{function} is not allowed {action}, which {'::'.join(needed[action])} in functions/store needs."
        for action in sorted(allowed - set(needed)):
            yield f"{function} is allowed {action}, but nothing that it calls needs it."


def never_scans(world):
    """No function may scan the table."""
    for function in FUNCTIONS:
        for action in actions(world, function) & {"dynamodb:Scan", "dynamodb:PartiQLSelect"}:
            yield f"The role of {function} allows {action}; read by key."


def areas(world):
    """Returns the areas of the private bucket that the code uses: the text before the first slash of a key."""
    found = set(re.findall(r'"([A-Za-z][A-Za-z-]*)/(?:\{|")', world.all_keys))
    return found - {"incoming", "preparing", "catalogue"}


# Areas written by `changes`, which also reads them, and by `inside`. Most others are written by `ingest`.
PUBLISHED = {"library"}
INDEXES = {"inside"}
# Areas with the extracted text of PDFs and with transcripts, which `inside` reads.
WITH_WORDS = {"notes", "album-notes", "transcripts"}
# Areas with the files of recordings, which `prepare` reads, and where it stores what it makes.
RECORDED = {f"{shelf}-notes" for shelf in ("deep-dive", "quick-recap", "chill-review", "audio")}
# Public copies of images. `changes` creates them from the originals.
OPEN = {"pictures"}
PICTURED = {"course-pictures/*.jpg"}
# Areas whose objects a lifecycle rule expires.
EXPIRING = {"decks"}
# Areas that the API writes with data sent by browsers.
KEPT_BY_API = {"study-snapshots", "transcripts"}
# Area of the files that are hidden because of a notice of copyright. The API moves them there and back; `changes` does so
# after an interruption, and deletes them when they expire.
WITHHELD = {"withheld"}
# Areas of the files that can be withheld.
CLAIMED = WITH_WORDS | RECORDED


def areas_are_allowed(world):
    """Each area of the bucket is written by one function and read by the API. `changes` deletes from it, except from
    the areas of `inside`."""
    sent, every = areas(world) - PUBLISHED - INDEXES - KEPT_BY_API - WITHHELD, areas(world)
    wanted = {
        ("ingest", "s3:PutObject"): sent,
        ("prepare", "s3:GetObject"): RECORDED,
        ("prepare", "s3:PutObject"): RECORDED,
        ("prepare", "s3:DeleteObject"): RECORDED,
        ("api", "s3:GetObject"): every - OPEN,
        ("changes", "s3:DeleteObject"): every - INDEXES - EXPIRING,
        ("inside", "s3:PutObject"): INDEXES,
        ("inside", "s3:DeleteObject"): INDEXES,
        ("inside", "s3:GetObject"): WITH_WORDS | INDEXES,
        ("api", "s3:PutObject"): CLAIMED | WITHHELD | KEPT_BY_API | {"playlistCovers", "study-cards", "own-cards"},
        ("api", "s3:DeleteObject"): CLAIMED | WITHHELD | {"playlistCovers"},
        ("changes", "s3:PutObject"): PUBLISHED | OPEN | CLAIMED | WITHHELD,
        ("changes", "s3:GetObject"): PUBLISHED | CLAIMED | WITHHELD,
    }
    for (function, action), known in sorted(wanted.items()):
        allowed = set()
        for statement in statements(world, function):
            if action in as_list(statement["Action"]):
                for resource in as_list(statement["Resource"]):
                    match = re.search(r"-files-\d+/([A-Za-z-]+)/\*$", resolved(resource))
                    if match:
                        allowed.add(match.group(1))
        for area in sorted(known - allowed):
            yield f"{function} may not {action} in {area}/, an area that functions/model/src/keys makes keys for."
        for area in sorted(allowed - known - {"incoming", "preparing"}):
            yield f"{function} may {action} in {area}/, where functions/model/src/keys makes no key for it."
    parts = {
        match.group(1)
        for statement in statements(world, "changes")
        for resource in as_list(statement["Resource"])
        if (match := re.search(r"-files-\d+/(.*\*\.[a-z]+)$", resolved(resource)))
    }
    for part in sorted(parts ^ PICTURED):
        yield f"changes reads the pictures of courses alone by their ending: {part}."


CHECKS = [one_role_each, no_wildcards, known_calls, actions_fit_calls, never_scans, areas_are_allowed]

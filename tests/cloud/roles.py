"""Who may do what: each function has its own role, and each action in it is one that the code sends."""

import re

import reach
from world import FUNCTIONS, as_list, resolved, text_of

# The actions behind each call of the SDK.
CALLS = {
    "batch_get_item": ["dynamodb:BatchGetItem"],
    "batch_write_item": ["dynamodb:BatchWriteItem"],
    "delete_item": ["dynamodb:DeleteItem"],
    "get_item": ["dynamodb:GetItem"],
    "put_item": ["dynamodb:PutItem"],
    "query": ["dynamodb:Query"],
    "transact_write_items": [],  # its items say what they do
    "update_item": ["dynamodb:UpdateItem"],
    "abort_multipart_upload": ["s3:AbortMultipartUpload"],
    "complete_multipart_upload": ["s3:PutObject"],
    "copy_object": ["s3:GetObject", "s3:PutObject"],
    "create_multipart_upload": ["s3:PutObject"],
    "delete_object": ["s3:DeleteObject"],
    "get_object": ["s3:GetObject"],
    "head_object": ["s3:GetObject", "s3:ListBucket"],  # without the second, what is missing is "forbidden"
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
}
# Sent by Lambda in the function's name, not by our code.
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
# Cognito does not look at roles for these: they prove themselves by a code or a token.
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
# Sent by the local server only, which plays the part of whoever deploys.
LOCAL_ONLY = {"admin_create_user", "create_group", "admin_add_user_to_group"}


def statements(world, function):
    """The statements of a function's role."""
    role = world.properties(FUNCTIONS[function]).get("Role", {}).get("Fn::GetAtt", [""])[0]
    policies = world.properties(role).get("Policies", [])
    return [s for policy in policies for s in as_list(policy["PolicyDocument"]["Statement"])]


def actions(world, function):
    """All actions that a function may do."""
    return {action for s in statements(world, function) for action in as_list(s["Action"])}


def one_role_each(world):
    """No two functions share a role, and nothing is added to one from outside."""
    roles = [text_of(world.properties(name).get("Role")) for name in FUNCTIONS.values()]
    if len(set(roles)) != len(roles):
        yield "Two functions share a role."
    for function in FUNCTIONS:
        role = world.properties(FUNCTIONS[function]).get("Role", {}).get("Fn::GetAtt", [""])[0]
        if "ManagedPolicyArns" in world.properties(role):
            yield f"The role of {function} has a managed policy; those allow more than we need."
        if not statements(world, function):
            yield f"The role of {function} allows nothing; is it written elsewhere?"
        for statement in statements(world, function):
            if statement["Effect"] != "Allow" or "NotAction" in statement or "NotResource" in statement:
                yield f"The role of {function}: say what is allowed, not what is not ({statement.get('Sid')})."


def no_wildcards(world):
    """A `*` stands only where AWS knows nothing narrower."""
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
    """We know which action each call of the SDK needs."""
    made = set(re.findall(r"\.(?:dynamodb|s3|cognito)\(\)\s*\.(\w+)\(\)", world.store))
    for call in sorted(made - set(CALLS) - NEEDS_NO_ACTION - LOCAL_ONLY):
        yield f"functions/aws calls {call}(); add its action to roles.py and to a role."


def actions_fit_calls(world):
    """A function may do what it can come to do, and nothing else."""
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
    """Nobody may read the whole table."""
    for function in FUNCTIONS:
        for action in actions(world, function) & {"dynamodb:Scan", "dynamodb:PartiQLSelect"}:
            yield f"The role of {function} allows {action}; read by key."


def areas(world):
    """The areas of the private bucket that the code knows: what stands before the first slash of a key."""
    found = set(re.findall(r'"([A-Za-z][A-Za-z-]*)/(?:\{|")', world.all_keys))
    return found - {"incoming", "catalogue"}


# Areas that changes fills, with what it has published before, and inside; all others are filled by ingest.
PUBLISHED = {"library"}
INDEXES = {"inside"}
# Areas beside whose PDFs the words lie that inside reads.
WITH_WORDS = {"notes", "album-notes"}
# Copies of pictures, which everybody may read: changes makes them of what is kept, of which it may read pictures alone.
OPEN = {"pictures"}
PICTURED = {
    "notes/*.webp",
    "album-notes/*.webp",
    "album-notes/*.jpg",
    "course-pictures/*.jpg",
    *(f"{shelf}-notes/*.jpg" for shelf in ("deep-dive", "quick-recap", "chill-review", "audio")),
}
# Areas that a rule of the bucket empties.
EXPIRING = {"decks"}
# Areas that the API fills with what browsers send it.
KEPT_BY_API = {"study-snapshots"}


def areas_are_allowed(world):
    """Each area of the bucket can be filled by one function, read through the API and emptied by changes, or by inside what is its own."""
    sent, every = areas(world) - PUBLISHED - INDEXES - KEPT_BY_API, areas(world)
    wanted = {
        ("ingest", "s3:PutObject"): sent,
        ("api", "s3:GetObject"): every - OPEN,
        ("changes", "s3:DeleteObject"): every - INDEXES - EXPIRING,
        ("inside", "s3:PutObject"): INDEXES,
        ("inside", "s3:DeleteObject"): INDEXES,
        ("inside", "s3:GetObject"): WITH_WORDS,
        ("changes", "s3:PutObject"): PUBLISHED | OPEN,
        ("changes", "s3:GetObject"): PUBLISHED,
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
        for area in sorted(allowed - known - {"incoming"}):
            yield f"{function} may {action} in {area}/, where functions/model/src/keys makes no key for it."
    parts = {
        match.group(1)
        for statement in statements(world, "changes")
        for resource in as_list(statement["Resource"])
        if (match := re.search(r"-files-\d+/(.*\*\.[a-z]+)$", resolved(resource)))
    }
    for part in sorted(parts ^ PICTURED):
        yield f"changes reads pictures alone, and all that everybody may see: {part}."


CHECKS = [one_role_each, no_wildcards, known_calls, actions_fit_calls, never_scans, areas_are_allowed]

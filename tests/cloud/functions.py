"""Checks the configuration of the functions: variables, timeouts, retries, event filters and versions."""

import json
import re

from roles import actions
from world import FUNCTIONS, as_list, events, text_of

# Variables that Lambda sets, and variables that the logging libraries read.
SET_BY_LAMBDA = {"AWS_REGION", "AWS_LAMBDA_FUNCTION_NAME"}
READ_BY_LIBRARIES = {"RUST_LOG"}
# Seconds that Lambda waits before it retries a failed asynchronous call for the first time.
RETRY_AFTER_SECS = 60
# Default quota of Lambda for the filters of one event source.
FILTERS_MAX = 5
# URLs of local services. Never set in AWS.
LOCAL_ONLY = re.compile(r"^AWS_ENDPOINT_URL")


def variables_read(world, function):
    """Returns the variables that a function reads: all of them, and the required ones."""
    sources = world.store_settings + (world.api_settings if function == "api" else "")
    if function == "tokens":
        # It uses neither the table nor the buckets.
        sources = "\n".join(world.function_files["tokens"].values())
    required = set(re.findall(r'required\("([A-Z_]+)"\)', sources))
    required |= set(re.findall(r'const VARIABLE: &str = "([A-Z_]+)"', sources))
    every = required | set(re.findall(r'lookup\("([A-Z_]+)"\)', sources))
    return every, required


def variables(world):
    """Each required variable is set, each variable that is set is read, and none points to a local service."""
    for function, name in FUNCTIONS.items():
        given = set(world.properties(name).get("Environment", {}).get("Variables", {}))
        every, required = variables_read(world, function)
        if any(action.startswith("cognito-idp:") for action in actions(world, function)):
            required = required | {"USER_POOL_ID"}
        if function == "api":
            # Without these the function starts, but every sign-in fails.
            required = required | {"USER_POOL_ID", "USER_POOL_CLIENT_ID", "USER_POOL_CLIENT_SECRET"}
            required = required | {"USER_POOL_ACCOUNTS_CLIENT_ID", "USER_POOL_ACCOUNTS_CLIENT_SECRET"}
            if world.properties(name)["Environment"]["Variables"].get("ADMIN_SECOND_FACTOR") != "required":
                yield "ADMIN_SECOND_FACTOR is not 'required': administrators could do without a second factor."
        for variable in sorted(required - given - SET_BY_LAMBDA):
            yield f"{function} reads {variable}, but template.yaml does not set it."
        for variable in sorted(given - every - READ_BY_LIBRARIES):
            yield f"template.yaml sets {variable} for {function}, which does not read it."
        for variable in sorted(given & SET_BY_LAMBDA):
            yield f"template.yaml sets {variable} for {function}; Lambda keeps that name for itself."
        for variable in sorted(filter(LOCAL_ONLY.match, given)):
            yield f"{function}: {variable} is for laptops, where any caller can pass as any user."


def runtime(world):
    """Functions run on arm64 with tracing, and their logs expire."""
    for function, name in FUNCTIONS.items():
        properties = world.properties(name)
        if properties.get("Architectures") != ["arm64"] or properties.get("Runtime") != "provided.al2023":
            yield f"{function} does not run on arm64 and provided.al2023."
        if properties.get("TracingConfig") != {"Mode": "Active"}:
            yield f"{function} is not traced."
        log = properties.get("LoggingConfig", {})
        group = world.properties(log.get("LogGroup", {}).get("Ref", ""))
        if log.get("LogFormat") != "JSON" or "RetentionInDays" not in group:
            yield f"The log of {function} is not JSON, or its log group has no retention."


def number(source, name):
    """Returns the value of a Rust constant, or `None` if it does not exist."""
    match = re.search(rf"const {name}: \w+ = ([\d_]+);", source)
    return int(match.group(1).replace("_", "")) if match else None


def times_and_retries(world):
    """Functions time out before their callers, and ingest is retried as often as its code expects."""
    gateway = world.properties("GatewayIntegration").get("TimeoutInMillis", 30000) / 1000
    if world.properties("ApiFunction").get("Timeout", 900) >= gateway:
        yield "api may run longer than the gateway waits for it."
    life = number(world.store, "LEASE_SECS")
    beat = re.search(r"const SIGN_OF_LIFE_EVERY: Duration = Duration::from_secs\((\d+)\)", world.ingest)
    if life is None or beat is None:
        yield "LEASE_SECS or SIGN_OF_LIFE_EVERY has another name now; functions.py reads both."
    elif not 2 * int(beat.group(1)) < life < RETRY_AFTER_SECS:
        yield f"A check counts as dead after {life} s; this must be more than two signs of life and less than Lambda's retry delay."
    may_die = number(world.ingest, "CHECKS_THAT_MAY_DIE")
    retries = world.properties("IngestFunctionEventInvokeConfig").get("MaximumRetryAttempts")
    if retries != may_die:
        yield f"ingest is called again {retries} times, but its code lets {may_die} checks die before it decides."
    for function, name in FUNCTIONS.items():
        stream = world.properties(f"{name}Changed")
        if "DynamoDB" in events(function) and stream.get("FunctionResponseTypes") != ["ReportBatchItemFailures"]:
            yield f"{function} answers which records failed, but nobody asks for that answer."
    sources = [f"{name}EventInvokeConfig" for function, name in FUNCTIONS.items() if events(function)]
    streams = [f"{name}Changed" for function, name in FUNCTIONS.items() if "DynamoDB" in events(function)]
    for name in sources + streams:
        if "OnFailure" not in world.properties(name).get("DestinationConfig", {}):
            yield f"{name}: what is given up must go to a queue."


def nightly(world):
    """Files and records are compared every night: `changes` can read the scheduled event, and an alarm counts the
    inconsistencies."""
    targets = world.properties("ChangesFunctionNightly").get("Targets", [])
    options = re.search(r"pub struct ReconcileOptions \{(.*?)\n\}", world.store_files["maintenance/reconcile.rs"], flags=re.DOTALL)
    known = set(re.findall(r"pub (\w+):", options.group(1))) if options else set()
    asked = [json.loads(target.get("Input", "{}")) for target in targets]
    snake = [{re.sub(r"([A-Z])", r"_\1", key).lower() for key in event.get("reconcile", {"": 0})} for event in asked]
    if not asked or any(set(event) != {"reconcile"} or not keys <= known for event, keys in zip(asked, snake)):
        yield "changes does not read the event that is sent every night; functions/store/src/maintenance/reconcile.rs says what it may hold."
    message = re.search(r'wrong,[^"]*"(\w+)"\s*\);', world.function_files["changes"].get("reconcile.rs", ""))
    pattern = world.properties("FilesDisagree").get("FilterPattern", "")
    if not message or f'$.fields.message = "{message.group(1)}"' not in pattern or "$.fields.wrong" not in pattern:
        yield "FilesDisagree counts other lines than the one that functions/background/src/changes/reconcile.rs writes."


# Entities that functions/store/src/maintenance/stream.rs looks for: prefix of `pk`, prefix or value of `sk`, and event.
FOLLOWED = {
    "Course": ("COURSE#", None, None),
    "Note": ("COURSE#", None, None),
    "Playlist": ("PLAYLIST#", "SELF", None),
    "AudioNote": ("SHELF#", None, None),
    "AlbumNote": ("ALBUM#", None, None),
    "Trashed<Note>": ("TRASH#", None, "REMOVE"),
    "Trashed<AudioNote>": ("TRASH#", None, "REMOVE"),
    "Trashed<AlbumNote>": ("TRASH#", None, "REMOVE"),
    "TrashedFile": ("TRASH#", None, "REMOVE"),
    "Photo": ("PHOTO#", None, "REMOVE"),
    "Chapter": ("CHAPTERS#", None, "REMOVE"),
    "Card": ("CHAPTER#", None, None),
    "PersonalCard": ("USER#", "OWNCARD#", None),
    "UnconfirmedAccount": ("USER#", "UNCONFIRMED", "REMOVE"),
    "AccountTombstone": ("USER#", "LEFT", None),
}


def stream_filter(world):
    """The filter of the stream passes exactly the records that the code handles."""
    followed = set(re.findall(r"\bhas_entity::<([\w<>]+)>\(", world.stream))
    for entity in sorted(followed ^ set(FOLLOWED)):
        yield f"stream.rs and the stream's filter differ about {entity}; update FOLLOWED in functions.py and the filter."
    filters = world.properties("ChangesFunctionChanged").get("FilterCriteria", {}).get("Filters", [])
    if len(filters) > FILTERS_MAX:
        yield f"The stream has {len(filters)} filters, but Lambda takes {FILTERS_MAX}; one pattern can name several keys."
    found = set()
    for written in filters:
        pattern = json.loads(written["Pattern"])
        keys = pattern["dynamodb"]["Keys"]
        for sk in keys.get("sk", {}).get("S", [None]):
            sk = sk["prefix"] if isinstance(sk, dict) else sk
            for pk in keys["pk"]["S"]:
                found |= {(pk["prefix"], sk, event) for event in pattern.get("eventName", [None])}
    wanted_by_code = {(pk, sk, event) for pk, sk, events in FOLLOWED.values() for event in (events or "").split() or [None]}
    for wanted in sorted(wanted_by_code ^ found, key=str):
        yield f"The stream's filter and the code differ about {wanted}."
    for prefix, sk, _ in FOLLOWED.values():
        if f'"{prefix}' not in world.all_keys or (sk and f'"{sk}"' not in world.all_keys):
            yield f"keys.rs writes no key like {prefix} | {sk}."


def inside_filter(world):
    """`inside` receives records of courses, notes and recordings only, which are those that its code handles, and can
    read its nightly event."""
    looked_at = set(re.findall(r"\bhas_entity::<([\w<>]+)>\(", world.store_files["library/full_text.rs"]))
    if looked_at != {"Course", "Note", "AlbumNote", "AudioNote"}:
        yield "full_text.rs handles other records than the stream's filter passes; update both."
    filters = world.properties("InsideFunctionChanged").get("FilterCriteria", {}).get("Filters", [])
    keys = [json.loads(written["Pattern"])["dynamodb"]["Keys"] for written in filters]
    recordings = {"pk": {"S": [{"prefix": "SHELF#"}]}, "sk": {"S": [{"prefix": "AUDIO#"}]}}
    if keys != [{"pk": {"S": [{"prefix": "COURSE#"}, {"prefix": "ALBUM#"}]}}, recordings]:
        yield "The filter of inside passes other records than those of courses, albums and recordings."
    # The remaining time up to 10 s is needed for reading and writing.
    if not 0 < world.properties("InsideFunctionChanged").get("MaximumBatchingWindowInSeconds", 0) <= 5:
        yield "inside is not notified of a changed note soon enough for it to be found within 10 s."
    asked = [json.loads(target.get("Input", "{}")) for target in world.properties("InsideFunctionNightly").get("Targets", [])]
    if asked != [{"renew": "all"}] or "All," not in "".join(world.function_files["inside"].values()):
        yield "inside does not read the event that is sent every night; functions/background/src/full_text.rs says what it may hold."


def parameters_in(world, value, seen):
    """Returns the parameters that a value depends on, directly or through conditions and the table in use."""
    found = set()
    if isinstance(value, list):
        for inner in value:
            found |= parameters_in(world, inner, seen)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key == "Ref":
                found |= named(world, inner, seen)
            elif key == "Fn::GetAtt":
                found |= named(world, as_list(inner)[0].split(".")[0], seen)
            elif key == "Fn::If":
                found |= parameters_in(world, world.stack["Conditions"][inner[0]], seen)
                found |= parameters_in(world, inner[1:], seen)
            elif key == "Fn::Sub":
                text, own = inner if isinstance(inner, list) else (inner, {})
                found |= parameters_in(world, own, seen)
                for name in re.findall(r"\$\{([^}!]+)\}", text):
                    found |= named(world, name.split(".")[0], seen) if name not in own else set()
            else:
                found |= parameters_in(world, inner, seen)
    return found


def named(world, name, seen):
    if name in world.stack["Parameters"]:
        return {name}
    # Other resources keep their names and URLs when a parameter changes.
    if name == "TableInUse" and name not in seen:
        return parameters_in(world, world.properties(name), seen | {name})
    return set()


def parameters_make_versions(world):
    """A changed parameter publishes a new version; otherwise the alias keeps pointing to the old version."""
    for function, name in FUNCTIONS.items():
        properties = {k: v for k, v in world.properties(name).items() if k != "ReservedConcurrentExecutions"}
        versions = [v for v in world.of_type("AWS::Lambda::Version").values() if text_of(name) in text_of(v)]
        described = set()
        for version in versions:
            described |= parameters_in(world, version["Properties"].get("Description", ""), frozenset())
        # `Name` never changes after the first deployment, as its description says.
        missing = parameters_in(world, properties, frozenset()) - described - {"Name"}
        for parameter in sorted(missing):
            yield f"{function} depends on {parameter}; name it in VersionDescription, otherwise a change has no effect."


def gradual(world):
    """Every function is invoked through its alias. Deployments shift the alias gradually and roll back on an alarm."""
    for function, name in FUNCTIONS.items():
        alias = world.resources.get(f"{name}Aliaslive", {})
        if "CodeDeployLambdaAliasUpdate" not in alias.get("UpdatePolicy", {}):
            yield f"{function} has no alias that is moved gradually."
        group = world.properties(f"{name}DeploymentGroup")
        if not group.get("AlarmConfiguration", {}).get("Alarms"):
            yield f"No alarm stops a bad deployment of {function}."
    for name, key in [
        ("GatewayIntegration", "IntegrationUri"),
        ("GatewayMayInvoke", "FunctionName"),
        ("ChangesFunctionChanged", "FunctionName"),
        ("IngestFunctionUploadedPermission", "FunctionName"),
        ("PrepareFunctionRequestedPermission", "FunctionName"),
        ("TokensMayBeAsked", "FunctionName"),
    ]:
        if not world.properties(name).get(key, {}).get("Ref", "").endswith("Aliaslive"):
            yield f"{name} calls a function past its alias."


CHECKS = [variables, runtime, times_and_retries, nightly, stream_filter, inside_filter, parameters_make_versions, gradual]

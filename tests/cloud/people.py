"""Checks the user pool, its mail, the administrators and the alarms."""

import json
import re

from world import FUNCTIONS, resolved, text_of


def user_pool(world):
    """Checks the user pool settings that sign-in depends on; each prevents a known attack."""
    pool = world.properties("UserPool")
    wanted = {
        "UsernameAttributes": ["email"],
        "UsernameConfiguration": {"CaseSensitive": False},
        "AutoVerifiedAttributes": ["email"],
        "UserAttributeUpdateSettings": {"AttributesRequireVerificationBeforeUpdate": ["email"]},
        "MfaConfiguration": "OPTIONAL",
        "EnabledMfas": ["SOFTWARE_TOKEN_MFA"],
    }
    for key, value in wanted.items():
        if pool.get(key) != value:
            yield f"The user pool's {key} is {pool.get(key)} instead of {value}."
    password = pool.get("Policies", {}).get("PasswordPolicy", {})
    if password.get("MinimumLength") != 10 or any(
        password.get(f"Require{k}") for k in ("Lowercase", "Uppercase", "Numbers", "Symbols")
    ):
        yield "Passwords have at least 10 characters and no other rule; wasm-core says the same."
    arn = pool.get("LambdaConfig", {}).get("PreTokenGenerationConfig", {}).get("LambdaArn", "")
    trigger = {"PreTokenGenerationConfig": {"LambdaArn": arn, "LambdaVersion": "V2_0"}}
    function = resolved(world.properties("TokensFunction").get("FunctionName", "?"))
    if pool.get("LambdaConfig") != trigger or not resolved(arn).endswith(f":function:{function}:live"):
        yield "The user pool does not ask the function tokens, through its alias and with version 2, or has other triggers."
    asked_by = world.properties("TokensMayBeAsked")
    if (asked_by.get("Principal"), asked_by.get("SourceArn")) != ("cognito-idp.amazonaws.com", {"Fn::GetAtt": ["UserPool", "Arn"]}):
        yield "Not our user pool alone may ask the function tokens."
    told = world.properties("TokensFunction").get("Environment", {}).get("Variables", {}).get("USER_POOL_CLIENT_ID")
    if told != {"Ref": "UserPoolClient"}:
        yield "The function tokens takes the scope from other tokens than those of pages."


def mail(world):
    """Codes are sent by the university's own sender if it is configured. Invitations contain the sign-in URL and the
    days until they expire."""
    pool = world.properties("UserPool")
    condition, own, trial = pool.get("EmailConfiguration", {}).get("Fn::If", ["", {}, {}])
    sender = {"EmailSendingAccount": "DEVELOPER", "SourceArn": {"Ref": "MailIdentityArn"}, "From": {"Ref": "MailFrom"}}
    if (condition, own, trial) != ("HasMail", sender, {"EmailSendingAccount": "COGNITO_DEFAULT"}):
        yield "Mail is not sent by MailIdentityArn if it is set, and by Cognito otherwise."
    invited = resolved(pool.get("AdminCreateUserConfig", {}).get("InviteMessageTemplate", {}).get("EmailMessage", ""))
    days = pool.get("Policies", {}).get("PasswordPolicy", {}).get("TemporaryPasswordValidityDays")
    for part in ("{username}", "{####}", "/signin", f"{days} days"):
        if part not in invited:
            yield f"The invitation of an administrator does not say {part}."


def app_clients(world):
    """App clients have secrets, no browser auth flow and short-lived access tokens. Refresh tokens of users rotate;
    those of the account client expire early."""
    both = {
        "GenerateSecret": True,
        "ExplicitAuthFlows": ["ALLOW_ADMIN_USER_PASSWORD_AUTH"],
        "PreventUserExistenceErrors": "ENABLED",
        "EnableTokenRevocation": True,
    }
    clients = {
        "UserPoolClient": {
            "RefreshTokenRotation": {"Feature": "ENABLED", "RetryGracePeriodSeconds": 60},
            "AccessTokenValidity": 15,
            "IdTokenValidity": 15,
            "RefreshTokenValidity": 30,
            "TokenValidityUnits": {"AccessToken": "minutes", "IdToken": "minutes", "RefreshToken": "days"},
        },
        "UserPoolAccountsClient": {
            "AccessTokenValidity": 5,
            "IdTokenValidity": 5,
            "RefreshTokenValidity": 60,
            "TokenValidityUnits": {"AccessToken": "minutes", "IdToken": "minutes", "RefreshToken": "minutes"},
        },
    }
    if set(world.of_type("AWS::Cognito::UserPoolClient")) != set(clients):
        yield "The user pool has other clients than those of pages and of accounts."
    for name, own in clients.items():
        client = world.properties(name)
        for key, value in {**both, **own}.items():
            if client.get(key) != value:
                yield f"{name}: {key} is {client.get(key)} instead of {value}."
        if "AllowedOAuthFlows" in client:
            yield f"{name} has an OAuth flow; sessions come from /api/auth only."
    if world.of_type("AWS::Cognito::IdentityPool"):
        yield "An identity pool gives browsers credentials of AWS."


def administrators(world):
    """There are two administrators with verified addresses, in the group that the API checks."""
    group = world.properties("Administrators").get("GroupName")
    if group != "admins":
        yield f"The group is called {group}; functions/api/src/http/auth/token.rs reads 'admins'."
    people = world.of_type("AWS::Cognito::UserPoolUser")
    members = world.of_type("AWS::Cognito::UserPoolUserToGroupAttachment")
    if len(people) != 2 or len(members) != 2:
        yield "There are not exactly two administrators."
    names = [person["Properties"].get("Username") for person in people.values()]
    if names != [{"Ref": "FirstAdministrator"}, {"Ref": "SecondAdministrator"}]:
        yield "The administrators' addresses are not the parameters."
    for name, person in people.items():
        if {"Name": "email_verified", "Value": "true"} not in person["Properties"].get("UserAttributes", []):
            yield f"{name}: the e-mail address is not marked as verified."
        if person["Properties"].get("MessageAction") == "SUPPRESS":
            yield f"{name} gets no invitation."
        if person.get("DeletionPolicy") != "Retain":
            yield f"{name}: changing the parameter would delete a person's account."


WANTED_ALARMS = [
    "5xx",
    "4xx",
    "p99",
    "Throttles",
    "ReadThrottleEvents",
    "IteratorAge",
    "ApproximateNumberOfMessagesVisible",
    "FilesDisagree",
    "SignInRefused",
    "slow_start",
    "SignInThrottles",
    "Reputation.BounceRate",
    "ReconcileRan",
    "5xxErrorRate",
    "DaysToExpiry",
    "Count",
]

# Alarms that fire on missing data. For all others, missing data is normal.
SILENCE_RINGS = {"reconcile-missing", "no-traffic", "certificate-expires"}
SAME_AT_THE_EDGE = ("CdnErrorsAlarm", "CertificateExpiresAlarm")


def alarms(world):
    """Each alarm notifies the topic and names its section of the runbook."""
    found = world.of_type("AWS::CloudWatch::Alarm")
    for metric in WANTED_ALARMS:
        if f'"{metric}"' not in text_of(found):
            yield f"No alarm watches {metric}."
    headings = set(re.findall(r"^### ([a-z0-9-]+)$", world.operations, flags=re.MULTILINE))
    for name, alarm in found.items():
        properties = alarm["Properties"]
        if {"Ref": "AlarmTopic"} not in properties.get("AlarmActions", []):
            yield f"{name} tells nobody."
        if properties.get("OKActions") != properties.get("AlarmActions"):
            yield f"{name} does not tell when all is well again."
        title = text_of(properties.get("AlarmName", "")).split("}-")[-1].strip('"}')
        if properties.get("TreatMissingData") != ("breaching" if title in SILENCE_RINGS else "notBreaching"):
            yield f"{name} takes silence for the opposite of what it means."
        if f"Runbook - {title}." not in properties.get("AlarmDescription", ""):
            yield f"{name} does not name its section of the runbook, '{title}'."
        if title not in headings:
            yield f"infra/OPERATIONS.md has no section '### {title}'."
    for name in SAME_AT_THE_EDGE:
        here, there = (resources.get(name, {}).get("Properties", {}) for resources in (world.resources, world.edge["Resources"]))
        if without_dimensions(here) != without_dimensions(there):
            yield f"{name} differs between template.yaml and infra/edge.yaml."
    condition = world.resources.get("AlarmMail", {}).get("Condition")
    if condition != "HasAlarmEmail" or "Default" in world.written["Parameters"]["AlarmEmail"]:
        yield "A stack could be deployed whose alarms nobody hears, without an explicit choice."
    for function, name in FUNCTIONS.items():
        watched = {"Namespace": "AWS/Lambda", "MetricName": "Errors", "Dimensions": [{"Name": "FunctionName", "Value": {"Ref": name}}]}
        if not any(watched.items() <= alarm["Properties"].items() for alarm in found.values()):
            yield f"No alarm rings when {function} fails."
    budgets = world.of_type("AWS::Budgets::Budget")
    if text_of(budgets).count('"AlarmTopic"') != 2:
        yield "The budget does not notify the topic."
    pattern = world.properties("SignInRefused").get("FilterPattern", "")
    for route in re.findall(r'\$\.fields\.route = "([^"]+)"', pattern) or ["nothing"]:
        if route not in world.routes:
            yield f"Refused sign-ins are counted on {route}, which the API does not have."
    topic = text_of(world.properties("AlarmTopicPolicy"))
    if "budgets.amazonaws.com" not in topic or "cloudwatch.amazonaws.com" not in topic:
        yield "Alarms and budgets may not publish to the topic."


def without_dimensions(alarm):
    """Returns an alarm without its resource ids, which differ between stacks."""
    return {name: value for name, value in alarm.items() if name != "Dimensions"}


def metrics_of(alarms):
    """Returns the number of metrics that the alarms watch. Each is billed."""
    return sum(max(1, text_of(alarm).count('"MetricStat"')) for alarm in alarms.values())


def costs(world):
    """COSTS states the current number of alarms and of their metrics."""
    found = world.of_type("AWS::CloudWatch::Alarm")
    counted = f"{len(found)} alarms ($0.10 for each of {metrics_of(found)} metrics)"
    if counted not in " ".join(world.costs.split()):
        yield f"infra/COSTS.md does not count {counted}."


def dashboard(world):
    """The dashboard is valid and shows all metrics that pages report."""
    body = world.properties("Dashboard").get("DashboardBody", {}).get("Fn::Sub", "{}")
    try:
        widgets = json.loads(body)["widgets"]
    except (ValueError, KeyError) as error:
        yield f"The dashboard is not JSON with widgets: {error}."
        return
    shown = text_of(widgets)
    measured = re.findall(r'Self::\w+ => "([a-z_]+)"', world.function_files["api"].get("metrics.rs", ""))
    for metric in [*(measured or ["what pages measure"]), "5xxErrorRate", "BlockedRequests"]:
        if f'"{metric}"' not in shown:
            yield f"The dashboard does not show {metric}."
    for function, name in FUNCTIONS.items():
        if shown.count(f"${{{name}}}") < 3:
            yield f"The dashboard does not show {function} in all graphs of functions."


def texts(world):
    """Each parameter and output has a description for the operator."""
    grouped = text_of(world.written["Metadata"])
    for name, parameter in world.stack["Parameters"].items():
        if len(parameter.get("Description", "")) < 10:
            yield f"The parameter {name} has no description."
        if f'"{name}"' not in grouped:
            yield f"The parameter {name} is in none of the groups that the console shows."
        if f"`{name}`" not in world.operations:
            yield f"infra/OPERATIONS.md does not explain the parameter `{name}`."
    for name, output in world.stack["Outputs"].items():
        if not output.get("Description"):
            yield f"The output {name} has no description."
    for name, group in world.of_type("AWS::Logs::LogGroup").items():
        if "RetentionInDays" not in group["Properties"]:
            yield f"{name} is kept for ever."


CHECKS = [user_pool, mail, app_clients, administrators, alarms, costs, dashboard, texts]

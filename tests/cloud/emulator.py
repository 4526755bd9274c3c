"""Runs ministack, a third-party AWS emulator, with the stack of template.yaml.

Its gateway, functions, stream, object events and user pool behave like those of AWS, and it enforces the permissions of
roles. Unsupported parts of the template are removed only here, each with the reason.
"""

import base64
import copy
import hmac
import io
import itertools
import json
import os
import shutil
import signal
import socket
import string
import struct
import subprocess
import sys
import threading
import time
import urllib.request
import zipfile
from pathlib import Path

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from world import FUNCTIONS, PROGRAMS, REGION

ACCOUNT = "000000000000"
STACK = "note-ninja"
# The same as in infra/local/src/accounts.rs, so that journeys find the same users.
ADMINISTRATORS = ("admin@noteninja.test", "second-admin@noteninja.test")
PASSWORD = "study-hard-tonight"
CODE_BUCKET = "built-functions"
STARTS_WITHIN_SECS = 60
EVENTS_AT_ONCE = 10_000
STACK_MADE_WITHIN_SECS = 240
EXPIRES_EVERY_SECS = 0.5
ANSWERS_WITHIN_SECS = 300
# Credentials that the emulator treats as those of the account's root user.
OWNER = {"aws_access_key_id": "test", "aws_secret_access_key": "test"}

# Resource types that ministack does not support. No request passes through them.
UNKNOWN = {
    "AWS::Budgets::Budget",
    "AWS::CodeDeploy::Application",
    "AWS::CodeDeploy::DeploymentGroup",
    # Administrators: `_invite` creates them, as OPERATIONS.md does by hand.
    "AWS::Cognito::UserPoolUser",
    "AWS::Cognito::UserPoolUserToGroupAttachment",
    # Excluded by conditions that are false here.
    "AWS::CloudFront::KeyGroup",
    "AWS::Route53::RecordSetGroup",
}


def is_unknown(resource):
    """Returns true if the emulator would reject a resource. It does not support alarms with metric math."""
    return resource["Type"] in UNKNOWN or (resource["Type"] == "AWS::CloudWatch::Alarm" and "Metrics" in resource["Properties"])


def adapted(stack, port):
    """Returns the translated template without the parts that the emulator does not support."""
    stack = copy.deepcopy(stack)
    resources = stack["Resources"]
    for name in [name for name, resource in resources.items() if is_unknown(resource)]:
        del resources[name]
    for resource in resources.values():
        # Aliases are shifted by CodeDeploy, which the emulator does not have.
        resource.pop("UpdatePolicy", None)
        if resource["Type"] == "AWS::S3::BucketPolicy":
            # The emulator is reached over the loopback interface, without TLS.
            policy = resource["Properties"]["PolicyDocument"]
            policy["Statement"] = [s for s in policy["Statement"] if s.get("Sid") != "TlsOnly"]
        if resource["Type"] == "AWS::DynamoDB::Table":
            # The emulator's expiry writes nothing to the stream; `Emulator._expire` replaces it.
            resource["Properties"].pop("TimeToLiveSpecification", None)
        if resource["Type"] == "AWS::SecretsManager::Secret":
            # The emulator does not support ExcludePunctuation.
            resource["Properties"]["GenerateSecretString"]["ExcludeCharacters"] = string.punctuation
    for function, name in FUNCTIONS.items():
        properties = resources[name]["Properties"]
        properties["Code"] = {"S3Bucket": CODE_BUCKET, "S3Key": f"{PROGRAMS[function]}.zip"}
        properties["Architectures"] = ["x86_64"]
    # The emulator does not know the identity of a sender when it checks this permission.
    [policy] = resources["ApiRole"]["Properties"]["Policies"]
    for statement in policy["PolicyDocument"]["Statement"]:
        if statement["Sid"] == "SendMail":
            statement["Resource"] = "*"
    # The user pool publishes its keys at the emulator's URL; the issuer in its tokens is the same as in AWS.
    variables = resources["ApiFunction"]["Properties"]["Environment"]["Variables"]
    variables["JWKS_URL"] = {"Fn::Sub": f"{endpoint(port)}/${{UserPool}}/.well-known/jwks.json"}
    return stack


def endpoint(port):
    """Returns the emulator's URL for functions. It is the loopback address written as IPv6, because the API in Lambda
    refuses to start with a recognisable loopback address. Browsers and HTTP clients do not normalise this form, which
    would break signatures."""
    return f"http://[::ffff:7f00:1]:{port}"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Emulator:
    """A running emulator with its own data folder. Leaving the `with` block stops it."""

    def __init__(self, folder):
        self.folder = Path(folder)
        # Log of authorization checks, written by asked.py.
        self.asked = self.folder / "asked.txt"
        self.port = free_port()
        self.process = None

    def __enter__(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        settings = {
            "BIND_HOST": "127.0.0.1",
            "GATEWAY_PORT": str(self.port),
            "SFTP_ENABLED": "0",
            "IOT_MTLS_ENABLED": "0",
            "MINISTACK_REGION": REGION,
            # Enforce permissions, signatures and codes, as AWS does.
            "AUTH": "true",
            # Functions inherit these variables.
            "AWS_ENDPOINT_URL": endpoint(self.port),
            "RUST_BACKTRACE": "0",
            # As in AWS, sign-in fails if a user pool trigger fails.
            "MINISTACK_COGNITO_PRETOKEN_STRICT": "1",
            "TMPDIR": str(self.folder),
        }
        environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        with open(self.folder / "emulator.log", "wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, Path(__file__).with_name("asked.py"), self.asked],
                env={**environment, **settings},
                cwd=self.folder,
                stdout=log,
                stderr=subprocess.STDOUT,
                # Stopping the process group also stops the functions.
                start_new_session=True,
            )
        deadline = time.monotonic() + STARTS_WITHIN_SECS
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The emulator does not answer; see {self.folder / 'emulator.log'}.")
            time.sleep(0.1)
        return self

    def __exit__(self, *_):
        for kind in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, kind)
                self.process.wait(timeout=5)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue

    def _expire(self, table):
        """Deletes expired items, because the emulator's own expiry writes nothing to the stream. Also deletes rate
        limit counters, because all journeys sign in as the same two administrators."""
        dynamodb = self.client("dynamodb")
        while self.process.poll() is None:
            try:
                pages = dynamodb.get_paginator("scan").paginate(
                    TableName=table,
                    ProjectionExpression="pk, sk",
                    FilterExpression="expires_at < :now OR begins_with(pk, :throttle)",
                    ExpressionAttributeValues={":now": {"N": str(int(time.time()))}, ":throttle": {"S": "THROTTLE#"}},
                )
                for key in itertools.chain.from_iterable(page["Items"] for page in pages):
                    dynamodb.delete_item(TableName=table, Key=key)
            except (BotoCoreError, ClientError):
                # The emulator is stopping, or answers late. The next round repeats the request.
                pass
            time.sleep(EXPIRES_EVERY_SECS)

    def _answers(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/_ministack/health", timeout=2):
                return True
        except OSError:
            return False

    def client(self, service):
        """Returns an SDK client with the credentials of the account's root user."""
        # The functions compare all files with all records, which takes over a minute on a busy machine.
        limits = {"read_timeout": ANSWERS_WITHIN_SECS, "retries": {"max_attempts": 1}}
        config = Config(region_name=REGION, s3={"addressing_style": "path"}, **limits)
        address = f"http://127.0.0.1:{self.port}"
        return boto3.client(service, endpoint_url=address, config=config, **OWNER)

    def deploy(self, stack, programs):
        """Creates the stack with the built functions. Returns its URLs, names and variables, which the journeys
        need."""
        s3 = self.client("s3")
        s3.create_bucket(Bucket=CODE_BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
        for function, program in programs.items():
            s3.put_object(Bucket=CODE_BUCKET, Key=f"{function}.zip", Body=zipped(program, self.folder))
        body = json.dumps(adapted(stack, self.port))
        s3.put_object(Bucket=CODE_BUCKET, Key="template.json", Body=body)
        # SES sends only for identities that the operator has verified.
        self.client("sesv2").create_email_identity(EmailIdentity="noteninja.test")
        cloudformation = self.client("cloudformation")
        cloudformation.create_stack(
            StackName=STACK,
            TemplateURL=f"http://127.0.0.1:{self.port}/{CODE_BUCKET}/template.json",
            Capabilities=["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"],
            Parameters=[
                {"ParameterKey": "FirstAdministrator", "ParameterValue": ADMINISTRATORS[0]},
                {"ParameterKey": "SecondAdministrator", "ParameterValue": ADMINISTRATORS[1]},
                {"ParameterKey": "MailIdentityArn", "ParameterValue": f"arn:aws:ses:{REGION}:{ACCOUNT}:identity/noteninja.test"},
                {"ParameterKey": "MailFrom", "ParameterValue": "Note Ninja <no-reply@noteninja.test>"},
                {"ParameterKey": "AlarmEmail", "ParameterValue": "alarms@noteninja.test"},
            ],
        )
        self._wait(cloudformation)
        world = {**self._world(), "nightly": stack["Resources"]["ChangesFunctionNightly"]["Properties"]["Targets"]}
        threading.Thread(target=self._expire, args=(world["variables"]["TABLE_NAME"],), daemon=True).start()
        # Administrators need a second factor. Journeys generate codes from these secrets.
        world["factors"] = {address: self._invite(world["variables"], address) for address in ADMINISTRATORS}
        return world

    def _invite(self, variables, address):
        """Creates an administrator with a password and a second factor. Returns the secret of the second factor."""
        cognito = self.client("cognito-idp")
        pool = variables["USER_POOL_ID"]
        attributes = [{"Name": "email", "Value": address}, {"Name": "email_verified", "Value": "true"}]
        cognito.admin_create_user(UserPoolId=pool, Username=address, UserAttributes=attributes, MessageAction="SUPPRESS")
        cognito.admin_set_user_password(UserPoolId=pool, Username=address, Password=PASSWORD, Permanent=True)
        cognito.admin_add_user_to_group(UserPoolId=pool, Username=address, GroupName="admins")
        client, key = (variables[f"USER_POOL_ACCOUNTS_CLIENT_{name}"] for name in ("ID", "SECRET"))
        proof = base64.b64encode(hmac.digest(key.encode(), f"{address}{client}".encode(), "sha256")).decode()
        signed_in = cognito.admin_initiate_auth(
            UserPoolId=pool,
            ClientId=client,
            AuthFlow="ADMIN_USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": address, "PASSWORD": PASSWORD, "SECRET_HASH": proof},
        )
        token = signed_in["AuthenticationResult"]["AccessToken"]
        secret = cognito.associate_software_token(AccessToken=token)["SecretCode"]
        cognito.verify_software_token(AccessToken=token, UserCode=code_of(secret))
        cognito.admin_set_user_mfa_preference(
            UserPoolId=pool, Username=address, SoftwareTokenMfaSettings={"Enabled": True, "PreferredMfa": True}
        )
        return secret

    def _world(self):
        """Returns what a client of the stack needs: URLs, resource names and the variables of the API function."""
        made = self.client("cloudformation").describe_stack_resources(StackName=STACK)["StackResources"]
        names = {resource["LogicalResourceId"]: resource["PhysicalResourceId"] for resource in made}
        function = self.client("lambda").get_function_configuration(FunctionName=names["ApiFunction"])
        variables = function["Environment"]["Variables"]
        return {
            # In AWS, CloudFront is in front of the gateway. The emulator cannot route requests from CloudFront to it.
            "gateway": f"http://127.0.0.1:{self.port}/_aws/execute-api/{names['Gateway']}/$default",
            "endpoint": f"http://127.0.0.1:{self.port}",
            "region": REGION,
            "variables": variables,
            "changes": names["ChangesFunction"],
            "roles": {function: names[f"{function.title()}Role"] for function in FUNCTIONS},
        }

    def answers(self):
        """Yields method, route and status of every API response, from the API's log."""
        for event in self._api_events():
            try:
                fields = json.loads(event["message"])["fields"]
                yield fields["method"], fields["route"], fields["status"]
            except (ValueError, KeyError, TypeError):
                # The line does not describe a response.
                continue

    def _api_events(self):
        """Yields the lines of the API's log. The emulator limits the number per request and returns no pagination
        token, so each request continues from the time of the last line."""
        logs, since = self.client("logs"), 0
        while True:
            events = logs.filter_log_events(logGroupName=f"/{STACK}/api", startTime=since, limit=EVENTS_AT_ONCE)["events"]
            yield from events
            if len(events) < EVENTS_AT_ONCE:
                return
            since = max(since + 1, events[-1]["timestamp"])

    def _wait(self, cloudformation):
        deadline = time.monotonic() + STACK_MADE_WITHIN_SECS
        while True:
            stack = cloudformation.describe_stacks(StackName=STACK)["Stacks"][0]
            if stack["StackStatus"] == "CREATE_COMPLETE":
                return
            if stack["StackStatus"] != "CREATE_IN_PROGRESS" or time.monotonic() > deadline:
                events = cloudformation.describe_stack_events(StackName=STACK)["StackEvents"]
                reasons = [
                    f"{event['LogicalResourceId']}: {event.get('ResourceStatusReason', '')}"
                    for event in events
                    if "FAILED" in event["ResourceStatus"]
                ]
                raise RuntimeError(f"The stack is {stack['StackStatus']}. {' '.join(reasons)}")
            time.sleep(0.1)


def code_of(secret):
    """Returns the current code of an authenticator app with this secret (RFC 6238)."""
    mac = hmac.digest(base64.b32decode(secret), struct.pack(">Q", int(time.time()) // 30), "sha1")
    offset = mac[-1] & 0xF
    return f"{(struct.unpack('>I', mac[offset : offset + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def zipped(program, folder):
    """Returns the ZIP archive that Lambda expects: one program named bootstrap."""
    bare = Path(folder) / Path(program).name
    shutil.copy(program, bare)
    # Debug information is two thirds of a test build.
    if strip := shutil.which("strip"):
        subprocess.run([strip, "-S", bare], check=True)
    entry = zipfile.ZipInfo("bootstrap")
    entry.external_attr = 0o755 << 16
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(entry, bare.read_bytes())
    bare.unlink()
    return buffer.getvalue()

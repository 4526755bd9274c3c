"""Restores the table of a deployed stack with `cargo xtask restore`, and checks that later deployments keep it."""

import os
import re
import subprocess
import sys
import time
import traceback

import cli
import parameters
from botocore.exceptions import ClientError
from world import FUNCTIONS

STACK = "note-ninja"
RESTORED = "note-ninja-20261121T040000Z"
SECOND = "2026-11-21T04:00:00Z"
UPDATED_WITHIN_SECS = 120
LOADED_WITHIN_SECS = 60
COMMAND_ENDS_WITHIN_SECS = 240


class Restored:
    """Tests of a deployed stack that restore its table as an operator does."""

    ALL = (
        "the_table_is_restored_and_accounts_deleted_since_are_deleted_again",
        "the_next_deployment_keeps_the_restored_table",
        "a_deployment_that_changes_the_table_is_refused_before_anything_is_built",
    )

    def __init__(self, emulator, world, xtask):
        self.emulator = emulator
        self.world = world
        self.xtask = xtask
        self.stacks = emulator.folder / "stacks.toml"
        self.socket = emulator.folder / "aws.socket"
        self.programs = emulator.folder / "programs"
        self.programs.mkdir()
        cli.shim(self.programs, self.socket)

    def run(self, only=()):
        """Runs all tests, or only some. Returns the number that passed, the names that failed and their tracebacks."""
        failed, said = [], []
        server = subprocess.Popen([sys.executable, cli.__file__, str(self.socket)], env=self.environment())
        for name in only or self.ALL:
            try:
                getattr(self, name)()
            except (AssertionError, ClientError, subprocess.TimeoutExpired):
                failed.append(name)
                said.append(traceback.format_exc())
        server.terminate()
        server.wait()
        return len(only or self.ALL) - len(failed), failed, "\n".join(said)

    def the_table_is_restored_and_accounts_deleted_since_are_deleted_again(self):
        """The emulator has no backups, so the test creates the restored table; the command finds it."""
        dynamodb = self.emulator.client("dynamodb")
        damaged = self.world["variables"]["TABLE_NAME"]
        # In the backup are an account that is still in the user pool and one that was deleted later.
        kept = self.person("kept-by-restore@noteninja.test")
        gone = self.person("deleted-since@noteninja.test")
        self.copy(damaged)
        pool = self.world["variables"]["USER_POOL_ID"]
        self.emulator.client("cognito-idp").admin_delete_user(UserPoolId=pool, Username="deleted-since@noteninja.test")

        refused = self.call("restore", "--to", SECOND)
        assert refused.returncode != 0 and f"--table {RESTORED}" in refused.stderr, refused.stderr
        assert self.table_in_use() == damaged
        words = ["restore", "--to", SECOND, "--table", RESTORED]
        # With so few accounts, the share to delete is large. Without a terminal the command needs the number as an
        # option.
        while (done := self.call(*words)).returncode != 0 and (asked := re.search(r"add `(--[a-z]+) ([0-9]+)`", done.stderr)):
            assert asked[1] not in words, done.stderr
            words += asked.groups()
        assert done.returncode == 0, done.stdout + done.stderr

        assert self.table_in_use() == RESTORED
        items = {item["pk"]["S"] for item in self.profiles(RESTORED)}
        assert f"USER#{gone}" not in items, "the account that was deleted since is back"
        assert f"USER#{kept}" in items, "an account that exists was deleted"
        table = dynamodb.describe_table(TableName=RESTORED)["Table"]
        assert table["DeletionProtectionEnabled"] and table["StreamSpecification"]["StreamViewType"] == "NEW_AND_OLD_IMAGES"
        expiry = dynamodb.describe_time_to_live(TableName=RESTORED)["TimeToLiveDescription"]
        assert expiry.get("AttributeName") == "expires_at", expiry
        for function in FUNCTIONS:
            answer = self.emulator.client("lambda").get_function_concurrency(FunctionName=self.function(function))
            assert answer.get("ReservedConcurrentExecutions") != 0, f"{function} was not started again"

    def the_next_deployment_keeps_the_restored_table(self):
        """Deploys with the parameters that SAM reads, without a configuration written by `sam deploy --guided`."""
        found = parameters.overrides(self.stacks, STACK)
        assert f"table/{RESTORED}/stream/" in found.get("RestoredTableStreamArn", ""), found
        self.deploy({**found, "AnonymousRequests": "off"})
        assert self.table_in_use() == RESTORED
        self.deploy({"KeyGeneration": "2"})
        assert (self.table_in_use(), self.variables()["ANONYMOUS_REQUESTS"]) == (RESTORED, "off")
        # `names` prints the shell variables that the rest of the runbook uses.
        names = self.call("names")
        assert f"TABLE='{RESTORED}'" in names.stdout and "KEY_GENERATION='2'" in names.stdout, names.stdout + names.stderr
        for variable in ("POOL", "INGEST_FUNCTION", "INGEST_QUEUE", "ORIGIN_SECRET"):
            assert f"{variable}='" in names.stdout, names.stdout

    def a_deployment_that_changes_the_table_is_refused_before_anything_is_built(self):
        """Building the web app and deploying the functions would start one of three programs. They are replaced by
        scripts that record each call."""
        started = self.programs / "started"
        for name in ("npm", "npx", "sam"):
            program = self.programs / name
            # The version of npm is always checked.
            program.write_text(f'#!/bin/sh\n[ "$1" = --version ] && exec echo 10.0.0\necho "{name} $*" >> "{started}"\nexit 1\n')
            program.chmod(0o755)
        kept = self.stacks.read_text()
        refused = self.call("deploy", "--set", "RestoredTableStreamArn=")
        assert refused.returncode != 0 and "add `--table " in refused.stderr, refused.stdout + refused.stderr
        assert not started.exists(), started.read_text()
        assert (self.stacks.read_text(), self.table_in_use()) == (kept, RESTORED)

    def call(self, *words):
        """Runs `cargo xtask WORDS` with the account of the emulator."""
        deadline = time.monotonic() + LOADED_WITHIN_SECS
        while not self.socket.exists():
            assert time.monotonic() < deadline, "the command line of AWS does not start"
            time.sleep(0.05)
        return subprocess.run(
            [self.xtask, *words],
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=COMMAND_ENDS_WITHIN_SECS,
        )

    def environment(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        return environment | {
            "PATH": f"{self.programs}{os.pathsep}{os.environ['PATH']}",
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.emulator.port}",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_REGION": self.world["region"],
            "AWS_DEFAULT_REGION": self.world["region"],
            "AWS_CONFIG_FILE": os.devnull,
            "NOTE_NINJA_STACKS": str(self.stacks),
        }

    def deploy(self, changed):
        """Updates the stack as SAM does: parameters that are not named keep their values."""
        cloudformation = self.emulator.client("cloudformation")
        stack = cloudformation.describe_stacks(StackName=STACK)["Stacks"][0]
        names = [parameter["ParameterKey"] for parameter in stack["Parameters"]]
        given = [
            {"ParameterKey": name, "ParameterValue": changed[name]} if name in changed else {"ParameterKey": name, "UsePreviousValue": True}
            for name in names
        ]
        cloudformation.update_stack(
            StackName=STACK, UsePreviousTemplate=True, Parameters=given, Capabilities=["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"]
        )
        deadline = time.monotonic() + UPDATED_WITHIN_SECS
        while (status := cloudformation.describe_stacks(StackName=STACK)["Stacks"][0]["StackStatus"]) != "UPDATE_COMPLETE":
            assert status.startswith("UPDATE") and "ROLLBACK" not in status and time.monotonic() < deadline, status
            time.sleep(0.2)

    def person(self, address):
        """Creates an account with a profile in the table. Returns its id."""
        cognito, pool = self.emulator.client("cognito-idp"), self.world["variables"]["USER_POOL_ID"]
        attributes = [{"Name": "email", "Value": address}, {"Name": "email_verified", "Value": "true"}]
        cognito.admin_create_user(UserPoolId=pool, Username=address, UserAttributes=attributes, MessageAction="SUPPRESS")
        uid = self.sub(address)
        texts = {"pk": f"USER#{uid}", "sk": "ME", "entity": "student", "uid": uid, "email": address, "name": "Nameless"}
        texts |= {"created_at": f"{SECOND[:-1]}.000Z", "updated_at": f"{SECOND[:-1]}.000Z"}
        counts = ("schema", "followers", "following", "saved_count", "saved_edition")
        profile = {name: {"S": text} for name, text in texts.items()} | {"shows_courses": {"BOOL": True}}
        profile |= {name: {"N": "1" if name == "schema" else "0"} for name in counts}
        self.emulator.client("dynamodb").put_item(TableName=self.world["variables"]["TABLE_NAME"], Item=profile)
        return uid

    def copy(self, damaged):
        """Creates a table like a restored one: all items and the index, but no other settings."""
        dynamodb = self.emulator.client("dynamodb")
        table = dynamodb.describe_table(TableName=damaged)["Table"]
        index = [{name: index[name] for name in ("IndexName", "KeySchema", "Projection")} for index in table["GlobalSecondaryIndexes"]]
        dynamodb.create_table(
            TableName=RESTORED,
            BillingMode="PAY_PER_REQUEST",
            KeySchema=table["KeySchema"],
            AttributeDefinitions=table["AttributeDefinitions"],
            GlobalSecondaryIndexes=index,
        )
        for page in dynamodb.get_paginator("scan").paginate(TableName=damaged):
            for start in range(0, len(page["Items"]), 25):
                puts = [{"PutRequest": {"Item": item}} for item in page["Items"][start : start + 25]]
                dynamodb.batch_write_item(RequestItems={RESTORED: puts})

    def profiles(self, table):
        pages = self.emulator.client("dynamodb").get_paginator("scan").paginate(
            TableName=table, FilterExpression="sk = :me", ExpressionAttributeValues={":me": {"S": "ME"}}
        )
        return [item for page in pages for item in page["Items"]]

    def sub(self, address):
        pool = self.world["variables"]["USER_POOL_ID"]
        user = self.emulator.client("cognito-idp").admin_get_user(UserPoolId=pool, Username=address)
        return next(attribute["Value"] for attribute in user["UserAttributes"] if attribute["Name"] == "sub")

    def function(self, name):
        made = self.emulator.client("cloudformation").describe_stack_resource(StackName=STACK, LogicalResourceId=f"{name.title()}Function")
        return made["StackResourceDetail"]["PhysicalResourceId"]

    def variables(self):
        configuration = self.emulator.client("lambda").get_function_configuration(FunctionName=self.function("api"))
        return configuration["Environment"]["Variables"]

    def table_in_use(self):
        return self.variables()["TABLE_NAME"]

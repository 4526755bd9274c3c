"""Sends events to the function `changes` that AWS services send and no journey of tests/api can cause or wait for."""

import base64
import json
import time
import traceback

from botocore.exceptions import ClientError

MENDED_WITHIN_SECS = 30


class Events:
    """Tests of a deployed stack that invoke `changes` as the schedule, the stream and an operator do."""

    ALL = (
        "files_are_compared_with_records",
        "files_that_nobody_names_are_removed_when_asked",
        "a_record_of_the_stream_is_followed_to_its_end",
    )

    def __init__(self, emulator, world):
        self.emulator = emulator
        self.world = world
        # Log output of the last invocation.
        self.log = ""

    def run(self, only=()):
        """Runs all tests, or only some. Returns the number that passed, the names that failed and their tracebacks."""
        failed, said = [], []
        for name in only or self.ALL:
            try:
                getattr(self, name)()
            except (AssertionError, ClientError):
                failed.append(name)
                said.append(traceback.format_exc())
        return len(only or self.ALL) - len(failed), failed, "\n".join(said)

    def files_are_compared_with_records(self):
        """Sends the event of the nightly schedule."""
        [event] = [target["Input"] for target in self.world["nightly"]]
        answer = self.ask(event)
        assert "files" in answer, answer

    def files_that_nobody_names_are_removed_when_asked(self):
        """Sends the repair event of OPERATIONS (files-disagree), with a minimum file age of zero instead of a day."""
        s3, bucket = self.emulator.client("s3"), self.world["variables"]["FILES_BUCKET"]
        # The key is not that of an upload, which ingest would delete at once.
        key = "incoming/put-there-by-hand"
        s3.put_object(Bucket=bucket, Key=key, Body=b"sent by nobody")
        deadline = time.monotonic() + MENDED_WITHIN_SECS
        while "Contents" in s3.list_objects_v2(Bucket=bucket, Prefix=key):
            assert time.monotonic() < deadline, f"{key} is still there"
            self.ask('{"reconcile":{"mendFiles":true,"youngSecs":0}}')

    def a_record_of_the_stream_is_followed_to_its_end(self):
        """Sends the stream record of a liked course. Only the log shows whether old catalogues could be deleted."""
        dynamodb = self.emulator.client("dynamodb")
        pages = dynamodb.get_paginator("scan").paginate(
            TableName=self.world["variables"]["TABLE_NAME"],
            FilterExpression="begins_with(pk, :course) AND sk = :self",
            ExpressionAttributeValues={":course": {"S": "COURSE#"}, ":self": {"S": "SELF"}},
        )
        course = next(item for page in pages for item in page["Items"])
        # Use a new number each time; otherwise there is nothing to publish.
        liked = {**course, "likes": {"N": str(time.time_ns() // 1_000_000 % 2**31)}}
        change = {
            "ApproximateCreationDateTime": time.time(),
            "Keys": {name: course[name] for name in ("pk", "sk")},
            "OldImage": course,
            "NewImage": liked,
            "SequenceNumber": "1",
            "SizeBytes": 1,
            "StreamViewType": "NEW_AND_OLD_IMAGES",
        }
        record = {"eventID": "1", "eventName": "MODIFY", "awsRegion": self.world["region"], "dynamodb": change}
        answer = self.ask(json.dumps({"Records": [record]}))
        assert answer == {"batchItemFailures": []}, answer
        assert "published the catalogue" in self.log and "WARN" not in self.log, self.log

    def ask(self, event):
        """Invokes the function and returns its response."""
        answer = self.emulator.client("lambda").invoke(FunctionName=self.world["changes"], Payload=event, LogType="Tail")
        self.log = base64.b64decode(answer.get("LogResult", "")).decode()
        said = answer["Payload"].read().decode()
        assert "FunctionError" not in answer, said
        return json.loads(said)

"""What services send to the function `changes` and no journey of tests/api can ask for or wait for, sent by hand."""

import base64
import json
import time
import traceback

from botocore.exceptions import ClientError

MENDED_WITHIN_SECS = 30


class Events:
    """One deployed stack, as the schedule, the stream and whoever mends it by hand see it."""

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
        """All of them, or only some. Answers with how many passed, which failed and what was said."""
        failed, said = [], []
        for name in only or self.ALL:
            try:
                getattr(self, name)()
            except (AssertionError, ClientError):
                failed.append(name)
                said.append(traceback.format_exc())
        return len(only or self.ALL) - len(failed), failed, "\n".join(said)

    def files_are_compared_with_records(self):
        """Every night."""
        [event] = [target["Input"] for target in self.world["nightly"]]
        answer = self.ask(event)
        assert "files" in answer, answer

    def files_that_nobody_names_are_removed_when_asked(self):
        """What a person sends after reading the report (OPERATIONS, files-disagree), but without a day's patience."""
        s3, bucket = self.emulator.client("s3"), self.world["variables"]["FILES_BUCKET"]
        # Not the name of an upload, which ingest would take away at once.
        key = "incoming/put-there-by-hand"
        s3.put_object(Bucket=bucket, Key=key, Body=b"sent by nobody")
        deadline = time.monotonic() + MENDED_WITHIN_SECS
        while "Contents" in s3.list_objects_v2(Bucket=bucket, Prefix=key):
            assert time.monotonic() < deadline, f"{key} is still there"
            self.ask('{"reconcile":{"mendFiles":true,"youngSecs":0}}')

    def a_record_of_the_stream_is_followed_to_its_end(self):
        """A stream record of a liked course. A failure to delete old catalogues is visible only in the log."""
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
        """What the function answers."""
        answer = self.emulator.client("lambda").invoke(FunctionName=self.world["changes"], Payload=event, LogType="Tail")
        self.log = base64.b64decode(answer.get("LogResult", "")).decode()
        said = answer["Payload"].read().decode()
        assert "FunctionError" not in answer, said
        return json.loads(said)

"""Runs checkov on the templates: each finding is fixed, or accepted here with its reason. `cargo xtask test --only
cloud` runs it."""

import json
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ("template.yaml", "infra/edge.yaml")

OWN_KEY = "AWS encrypts it with a key of its own; a key of ours would cost money for each request and protect from nobody else."
SYNCHRONOUS = "It is called and answered at once, so nothing is left that could go to a queue."
QUEUE_ON_FAILURE = "What it gives up goes to a queue by its EventInvokeConfig and its event source, which the check does not know."
NO_NETWORK = "It calls AWS only; a network of its own would add a gateway's costs and protect nothing."
BOUNDED_BY_SHARDS = "The stream starts one call for each shard, so it bounds itself."
SQS_KEY = "SqsManagedSseEnabled encrypts it; the check knows only KMS."
VIEWER_ADDRESSES = "The log would keep the address and path of each visitor."
DEFAULT_CERTIFICATE = "The certificate of CloudFront's own host name allows no other policy; with a host name of one's own it is TLSv1.2_2021."

# Text of each function in the template. It is not parsed, because checkov's environment has no parser for SAM's tags.
FUNCTIONS = dict(re.findall(r"^  (\w+)Function:\n((?:    .*\n|\n)+)", (ROOT / TEMPLATES[0]).read_text(), flags=re.MULTILINE))
FOLLOWERS = [name for name, said in FUNCTIONS.items() if "Type: DynamoDB\n" in said]
ASYNCHRONOUS = [name for name, said in FUNCTIONS.items() if "\n      Events:\n" in said]

# Reasons by check and resource.
ACCEPTED = {
    ("CKV_AWS_119", "Table"): OWN_KEY,
    ("CKV_AWS_149", "CursorKey"): OWN_KEY,
    ("CKV_AWS_149", "OriginSecret"): OWN_KEY,
    ("CKV_AWS_26", "AlarmTopic"): "Alarms contain no data of people, and CloudWatch could not publish with AWS's own key.",
    ("CKV_AWS_18", "AccessLogs"): "A bucket of logs that logs itself would never end.",
    ("CKV_AWS_21", "AccessLogs"): "Logs are written once and expire.",
    ("CKV_AWS_116", "ApiFunction"): SYNCHRONOUS,
    ("CKV_AWS_116", "TokensFunction"): SYNCHRONOUS,
    **{("CKV_AWS_116", f"{name}Function"): QUEUE_ON_FAILURE for name in ASYNCHRONOUS},
    **{("CKV_AWS_117", f"{name}Function"): NO_NETWORK for name in FUNCTIONS},
    **{("CKV_AWS_115", f"{name}Function"): BOUNDED_BY_SHARDS for name in FOLLOWERS},
    ("CKV_AWS_115", "TokensFunction"): "A bound would let nobody sign in once it is reached.",
    ("CKV_AWS_173", "TokensFunction"): "Its environment has no secret.",
    **{("CKV_AWS_158", f"{name}Log"): OWN_KEY for name in (*FUNCTIONS, "Gateway")},
    **{("CKV_AWS_27", f"{name}DeadLetters"): SQS_KEY for name in ASYNCHRONOUS},
    ("CKV_AWS_192", "WebAcl"): "Nothing runs Java.",
    ("CKV_AWS_86", "Distribution"): VIEWER_ADDRESSES,
    ("CKV_AWS_86", "FilesDistribution"): VIEWER_ADDRESSES,
    ("CKV_AWS_174", "Distribution"): DEFAULT_CERTIFICATE,
    ("CKV_AWS_174", "FilesDistribution"): DEFAULT_CERTIFICATE,
    ("CKV_AWS_68", "FilesDistribution"): "Every address that it answers is signed.",
}


def found():
    """Returns checkov's findings: the description of the check by check id and resource."""
    command = [sys.executable, "-m", "checkov.main", "--framework", "cloudformation", "--skip-download", "--quiet", "--compact", "-o", "json"]
    for template in TEMPLATES:
        command += ["--file", str(ROOT / template)]
    run = subprocess.run(command, capture_output=True, text=True)
    try:
        report = json.loads(run.stdout)
    except ValueError as error:
        raise SystemExit(f"  checkov has no answer: {run.stderr[-2000:]}") from error
    reports = report if isinstance(report, list) else [report]
    failed = [check for one in reports for check in one["results"]["failed_checks"]]
    return {(check["check_id"], check["resource"].split(".")[-1]): check["check_name"] for check in failed}


def problems(findings):
    """Yields a message for each finding that is not accepted, and for each accepted one that is no longer found."""
    for (check, resource), says in sorted(findings.items()):
        if (check, resource) not in ACCEPTED:
            yield f"{check} {resource}: {says}. Fix it, or accept it in tests/cloud/findings.py with the reason."
    for check, resource in sorted(set(ACCEPTED) - set(findings)):
        yield f"{check} {resource} is accepted in tests/cloud/findings.py but no longer found; remove it."


def main():
    began = time.monotonic()
    findings = found()
    said = list(problems(findings))
    for line in said:
        print(f"  {line}")
    kinds = Counter(check for check, _ in findings)
    print(f"  checkov: {len(findings)} findings of {len(kinds)} kinds, {len(said)} undecided; {time.monotonic() - began:.1f} s")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())

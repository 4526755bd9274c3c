"""Checks template.yaml against AWS's rules and against the code. `cargo xtask test --only cloud` runs it.

First, the template is transformed as AWS would do it, and the result is linted: most errors show only there. Then our
own checks run; each is a function that yields one message per problem. Last, known faults are applied one at a time to
verify that each is still detected.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

import data
import edge
import faults
import parameters
import people
import roles
from world import EDGE_REGION, REGION, World

import functions

CHECKS = [*roles.CHECKS, *functions.CHECKS, *data.CHECKS, *edge.CHECKS, *people.CHECKS, *parameters.CHECKS]

# Linter findings that we ignore, with the reason.
KNOWN = {
    # SAM replaces this parameter with its value during the transform.
    ("W2001", "DeploymentPreference"),
    # An empty value means that there is no certificate; a condition excludes it.
    ("W1030", "CertificateArn"),
}


def lint(stack, region=REGION):
    """Yields the messages of cfn-lint about a translated template in a region."""
    from cfnlint.api import ManualArgs, lint_file

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "translated.json"
        path.write_text(json.dumps(stack))
        matches = lint_file(path, config=ManualArgs(regions=[region]))
    for match in matches:
        if not any(match.rule.id == rule and word in match.message for rule, word in KNOWN):
            place = "/".join(str(part) for part in match.path or [] if isinstance(part, (str, int)))
            yield f"{match.rule.id} {match.message} ({place})"


def main():
    began = time.monotonic()
    world = World()
    problems = [*lint(world.stack), *lint(world.edge, EDGE_REGION), *(line for check in CHECKS for line in check(world))]
    for line in problems:
        print(f"  {line}")
    missed = list(faults.missed(world, CHECKS, lint))
    for line in missed:
        print(f"  {line}")
    print(
        f"  {len(world.resources)} resources, {len(CHECKS)} checks and the linter: {len(problems)} problems; "
        f"{len(faults.FAULTS) + len(faults.LINTED)} planted faults: {len(missed)} missed; {time.monotonic() - began:.1f} s"
    )
    return 1 if problems or missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Records the AWS actions that each role requests. `python asked.py FILE` starts the emulator as `python -m ministack`
would, and logs each authorization check on one line: principal, action and resource.
"""

import fnmatch
import sys
from pathlib import Path


class Asked:
    """Authorization checks that the emulator logged while the journeys of each module ran."""

    def __init__(self, file):
        self.file = Path(file)
        self.read_to = 0
        self.modules = []

    def end_of(self, module):
        """Attributes all checks logged since the last call to a module."""
        with open(self.file, "rb") as log:
            log.seek(self.read_to)
            new = log.read()
        self.read_to += len(new)
        self.modules.append((module, {tuple(line.split(" ", 2)) for line in new.decode().splitlines()}))

    def for_modules(self, role, action, place):
        """Returns the test modules during which a role requested an action on a resource. A background request may
        arrive while the next module runs, so the module before each match counts too."""
        found = []
        for number, (module, questions) in enumerate(self.modules):
            if any(
                f"/{role}/" in who and what == action and fnmatch.fnmatchcase(where, place) for who, what, where in questions
            ):
                before = [name for name, _ in self.modules[max(number - 1, 0) : number]]
                found += [name for name in [module, *before] if name not in found]
        return found


def told(evaluate, log):
    """Wraps the emulator's policy evaluation so that each check is written to the log."""

    def evaluate_and_tell(context, *policies):
        log.write(f"{context.principal_arn} {context.action} {context.resource_arn}\n")
        return evaluate(context, *policies)

    return evaluate_and_tell


if __name__ == "__main__":
    from ministack.app import main
    from ministack.core import iam_evaluator

    # Line buffering: the test process reads the log while the emulator runs.
    with open(sys.argv.pop(), "a", buffering=1, encoding="utf-8") as log:
        iam_evaluator.evaluate = told(iam_evaluator.evaluate, log)
        main()

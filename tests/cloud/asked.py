"""What each role asks for. `python asked.py FILE` starts the emulator as `python -m ministack` would, and has it write each question
down in a line: who, which action, at which place.
"""

import fnmatch
import sys
from pathlib import Path


class Asked:
    """What was asked while the journeys of each module were walked."""

    def __init__(self, file):
        self.file = Path(file)
        self.read_to = 0
        self.modules = []

    def end_of(self, module):
        """All that was asked since the last call, was asked for a module."""
        with open(self.file, "rb") as log:
            log.seek(self.read_to)
            new = log.read()
        self.read_to += len(new)
        self.modules.append((module, {tuple(line.split(" ", 2)) for line in new.decode().splitlines()}))

    def for_modules(self, role, action, place):
        """The modules for which a role asked for an action at a place. What follows from a journey may be asked for while the next module
        is walked already, so the one before counts too."""
        found = []
        for number, (module, questions) in enumerate(self.modules):
            if any(
                f"/{role}/" in who and what == action and fnmatch.fnmatchcase(where, place) for who, what, where in questions
            ):
                before = [name for name, _ in self.modules[max(number - 1, 0) : number]]
                found += [name for name in [module, *before] if name not in found]
        return found


def told(evaluate, log):
    """The emulator's own decision, and what was asked in the log."""

    def evaluate_and_tell(context, *policies):
        log.write(f"{context.principal_arn} {context.action} {context.resource_arn}\n")
        return evaluate(context, *policies)

    return evaluate_and_tell


if __name__ == "__main__":
    from ministack.app import main
    from ministack.core import iam_evaluator

    # A line at a time, so that whoever reads sees all that was asked.
    with open(sys.argv.pop(), "a", buffering=1, encoding="utf-8") as log:
        iam_evaluator.evaluate = told(iam_evaluator.evaluate, log)
        main()

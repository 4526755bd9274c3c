"""Deploys template.yaml to an emulator and runs the journeys of tests/api against its gateway, functions, roles, stream
and events.

`cargo xtask test --only deployed` runs it after building the functions and the journeys. With `--mutate-roles` it then
removes one permission at a time and expects a journey to fail.
"""

import argparse
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import permissions
from asked import Asked
from emulator import Emulator
from events import Events
from restored import Restored
from world import PROGRAMS, ROOT, World

# Journeys that cannot run against the emulator, by module. All of them run against the local cloud.
SKIPPED = {
    # It calls the user pool with an operation that needs a role.
    "tokens": ["a_token_of_the_accounts_client_is_rejected_by_every_route"],
    # Each starts a local cloud with other settings.
    "second_factor": ["*"],
    # These sign tokens with the key of the local user pool.
    "authorization": ["s6_vis_2_s6_adm_1_every_route_accepts_only_its_intended_audience"],
    "likes": ["s7_wr_4_s9_c_11_like_count_equals_the_likes_after_two_hundred_concurrent_students"],
    "account": [
        # The emulator changes an e-mail address at once, without a code.
        "s7_auth_3_a_new_email_address_takes_effect_once_its_code_is_confirmed",
        # It uses the same second factor code twice.
        "s7_auth_5_h36_administrator_sign_in_requires_a_code_once_the_second_factor_is_set_up",
    ],
    # The emulator changes an e-mail address at once, without a code.
    "unconfirmed": ["a_confirmed_account_stays_with_its_owner_in_every_order_of_events"],
    # The local cloud adds the link to the mail; Cognito does not.
    "identity": ["the_reset_mail_links_to_the_reset_page_with_address_and_code_filled_in"],
    # It needs a shelf that no other journey adds recordings to.
    "audio": ["s2_audio_10_s6_adm_2_s7_wr_9_h20_h21_deleting_and_restoring_an_audio_note_updates_the_counts"],
    # The emulator needs minutes to create this number of courses.
    "importing": ["*"],
    # They test the local cloud itself.
    "limits": ["*"],
    "checklist": ["*"],
}
# Routes that no journey can call in the emulator.
NOT_WALKED = {
    # Only skipped journeys call these.
    ("POST", "/api/me/second-factor"),
    ("PUT", "/api/me/second-factor"),
    ("POST", "/api/me/second-factor/remove"),
    ("POST", "/api/me/email/confirm"),
    ("POST", "/api/me/email/resend"),
    # Only the skipped test of all routes calls these. The first needs no permission; the second needs none of its own.
    ("GET", "/api/health"),
    ("POST", "/api/auth/resend"),
    # A notice can be closed only weeks after it was decided. It needs the permissions of a dismissal.
    ("POST", "/api/admin/copyright-notices/{id}/close"),
}
TEST_ENDS_WITHIN_SECS = 240
MODULES_AT_ONCE = 2

# Module name of the events that events.py sends.
EVENTS = "events"
# Module name of the restore tests in restored.py. They run last, because journeys use the table that is replaced.
RESTORED = "restored"


class Journeys:
    """Runs the test program of tests/api against one deployed stack, and the tests of events that only AWS services
    send."""

    def __init__(self, program, only, world, folder, emulator, by_hand):
        self.program = program
        self.by_hand = by_hand
        self.asked = Asked(emulator.asked)
        listed = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout
        self.tests = re.findall(r"^(\S+): test$", listed, re.MULTILINE)
        # Module names do not include their folder.
        paths = {test.rpartition("::")[0] for test in self.tests}
        self.paths = {path.split("::")[-1]: path for path in paths}
        assert len(self.paths) == len(paths), "Two modules of journeys have the same name, so only one of them would run."
        modules = sorted(self.paths)
        self.modules = [name for name in only or [*modules, *by_hand] if SKIPPED.get(name) != ["*"]]
        self.world = world
        self.folder = Path(folder)
        self.numbers = itertools.count(1)

    def run(self, name, only=()):
        """Runs the journeys of a module, or only some of them. Returns the number that passed, the names that failed
        and the output."""
        if name in self.by_hand:
            return self.by_hand[name].run(only)
        number = next(self.numbers)
        place = self.folder / f"stack-{number}.json"
        place.write_text(json.dumps({**self.world, "tag": tag(number)}))
        skipped, path = SKIPPED.get(name, []), self.paths[name]
        wanted = only or [test for test in self.of(name) if test not in skipped]
        try:
            run = subprocess.run(
                [self.program, "--exact", *(f"{path}::{test}" for test in wanted)],
                env={**os.environ, "NOTE_NINJA_DEPLOYED": str(place), "RUST_BACKTRACE": "0"},
                capture_output=True,
                text=True,
                timeout=TEST_ENDS_WITHIN_SECS,
            )
        except subprocess.TimeoutExpired as late:
            # A journey that waits for the effect of a forbidden action never ends.
            return 0, [f"{name} itself"], str(late)
        failed = sorted(set(re.findall(rf"^test {path}::(\S+) \.\.\. FAILED$", run.stdout, re.MULTILINE)))
        if run.returncode != 0 and not failed:
            failed = [f"{name} itself"]
        passed = len(re.findall(r"^test \S+ \.\.\. ok$", run.stdout, re.MULTILINE))
        return passed, failed, run.stdout + run.stderr

    def of(self, name):
        """Returns the names of the journeys of a module."""
        if name in self.by_hand:
            return list(self.by_hand[name].ALL)
        path = self.paths.get(name, name)
        return [test.removeprefix(f"{path}::") for test in self.tests if test.startswith(f"{path}::")]


def tag(number):
    """Returns digits that distinguish the users and courses of one run from those of other runs."""
    return f"{number:03}"


def gone(journeys):
    """Yields a message for each skipped journey that no longer exists."""
    for name in journeys.modules:
        for skipped in set(SKIPPED.get(name, [])) - set(journeys.of(name)):
            yield f"{skipped} is skipped but is not in the journeys of {name}; update SKIPPED in deployed.py."


def routes_not_walked(emulator):
    """Yields a message for each route that the deployed API never answered successfully."""
    paths = json.loads((ROOT / "functions/api/openapi.json").read_text())["paths"]
    routes = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    answered = {(method, route) for method, route, status in emulator.answers() if status < 400}
    print(f"  {len(routes & answered)} of {len(routes)} routes responded successfully")
    for method, path in sorted(routes - answered - NOT_WALKED):
        yield f"No journey gets a successful response from {method} {path} on the deployed stack."


def walk(journeys, at_once):
    """Runs all journeys, `at_once` modules at a time. Yields a message for each module with failures."""

    def timed(name):
        began = time.monotonic()
        outcome = journeys.run(name)
        journeys.asked.end_of(name)
        return name, outcome, time.monotonic() - began

    def done():
        with ThreadPoolExecutor(at_once) as pool:
            yield from pool.map(timed, [name for name in journeys.modules if name not in journeys.by_hand])
        # The event tests delete unreferenced files, which would include uploads of running journeys.
        yield from map(timed, [name for name in journeys.by_hand if name in journeys.modules])

    for name, (passed, failed, said), seconds in done():
        print(f"  {name:<16} {passed:>3} passed {len(failed):>3} failed {seconds:>6.1f} s", flush=True)
        if failed:
            print(said)
            yield f"On the deployed stack {', '.join(failed)} of {name} failed; see the output above."


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=Path, help="folder that holds the programs of the functions, built for this machine")
    parser.add_argument("journeys", type=Path, help="the test program of tests/api")
    parser.add_argument("--xtask", type=Path, required=True, help="the program of `cargo xtask`")
    parser.add_argument("--mutate-roles", action="store_true")
    parser.add_argument("--permission", default="", help="with --mutate-roles: only those that have this in their names")
    parser.add_argument("--only", action="append", default=[], help="only the journeys of this module")
    args = parser.parse_args()
    # Terminating this process also stops the emulator and its functions.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))

    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="note-ninja-cloud-") as folder, Emulator(folder) as emulator:
        world = emulator.deploy(World().stack, {name: args.programs / name for name in PROGRAMS.values()})
        print(f"  deployed in {time.monotonic() - began:.1f} s", flush=True)
        # All permissions are tried on the same stack, so its table must not be replaced.
        by_hand = {EVENTS: Events(emulator, world)} | ({} if args.mutate_roles else {RESTORED: Restored(emulator, world, args.xtask)})
        journeys = Journeys(args.journeys, args.only, world, folder, emulator, by_hand)
        # When modules run one at a time, each logged check belongs to a known module.
        problems = [*gone(journeys), *walk(journeys, 1 if args.mutate_roles else MODULES_AT_ONCE)]
        if args.mutate_roles:
            # A journey that fails with all permissions would seem to need each of them.
            problems = problems or list(permissions.unneeded(emulator, world, journeys, args.permission))
        elif not args.only:
            problems += routes_not_walked(emulator)
        if problems and os.environ.get("NOTE_NINJA_KEEP_LOG"):
            Path(os.environ["NOTE_NINJA_KEEP_LOG"]).write_bytes((emulator.folder / "emulator.log").read_bytes())
    for line in problems:
        print(f"  {line}")
    print(f"  {len(problems)} problems; {time.monotonic() - began:.1f} s")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

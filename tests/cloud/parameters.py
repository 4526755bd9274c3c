"""Checks the parameters of a deployment: reads the file that `cargo xtask deploy` writes with SAM's own code."""

from pathlib import Path

from samcli.cli.types import CfnParameterOverridesType
from samcli.lib.config.samconfig import SamConfig
from world import ROOT

# Written by infra/xtask/src/deploy/parameters.rs. Its tests compare their output with this file.
FIXTURE = Path(__file__).with_name("stacks.toml")
STREAM = "arn:aws:dynamodb:ca-central-1:111122223333:table/note-ninja-restored/stream/2026-11-21T05:00:00.000"
WANTED = {
    "AnonymousRequests": "off",
    "FilesKeyIds": "K2NEW,K1OLD",
    "FirstAdministrator": "a@example.edu",
    "MailFrom": 'Note "Ninja" <no-reply@example.edu>',
    "RestoredTableStreamArn": STREAM,
    "WebAclArn": "",
}


def options(path, stack):
    """Returns the options of `sam deploy --config-file PATH --config-env STACK`."""
    return SamConfig(path.parent, path.name).get_all(["deploy"], "parameters", stack)


def overrides(path, stack):
    """Returns the parameters that SAM passes to CloudFormation. All other parameters keep their values."""
    return CfnParameterOverridesType().convert(options(path, stack).get("parameter_overrides", ""), None, None)


def kept(world):
    """SAM passes on exactly the parameters stored in the section of the stack."""
    found = overrides(FIXTURE, "note-ninja")
    if found != WANTED:
        yield f"SAM reads {found} from {FIXTURE.name}."
    if unknown := set(found) - set(world.written["Parameters"]):
        yield f"{FIXTURE.name} names {sorted(unknown)}, which are no parameters of the template."
    given = options(FIXTURE, "note-ninja")
    wanted = {"stack_name": "note-ninja", "s3_prefix": "note-ninja", "region": "ca-central-1", "resolve_s3": True, "confirm_changeset": True}
    if not wanted.items() <= dict(given).items() or "CAPABILITY_AUTO_EXPAND" not in given["capabilities"]:
        yield f"SAM would deploy with other options: {dict(given)}."
    if "test" not in SamConfig(FIXTURE.parent, FIXTURE.name).document:
        yield "The section of another stack is lost."


def shared(_):
    """The configuration in Git contains no stack name, no personal data and no parameters."""
    tracked = ROOT / "infra/samconfig.toml"
    named = {"stack_name", "region", "parameter_overrides"} & set(options(tracked, "default"))
    if named:
        yield f"infra/samconfig.toml has {sorted(named)}, which belong into infra/stacks.toml."
    if "/infra/stacks.toml" not in (ROOT / ".gitignore").read_text().splitlines():
        yield "Git does not ignore infra/stacks.toml, which has the addresses of administrators."


CHECKS = [kept, shared]

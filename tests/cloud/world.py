"""Loads what the checks examine: the template as written and as transformed by AWS, and the code that uses it."""

import copy
import json
import logging
import os
import re
from pathlib import Path

# SAM and the SDK call no AWS service here, but require a region.
os.environ["AWS_DEFAULT_REGION"] = "ca-central-1"
os.environ["SAM_CLI_TELEMETRY"] = "0"
logging.disable(logging.WARNING)

import boto3
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.yaml_helper import yaml_parse

ROOT = Path(__file__).resolve().parents[2]
REGION = "ca-central-1"
# Region of web ACLs for CloudFront.
EDGE_REGION = "us-east-1"
# Modules of the functions whose module has another name than the function.
MODULES = {"inside": "full_text"}

WRITTEN = yaml_parse((ROOT / "template.yaml").read_text())
# Logical ids of the functions, by name.
FUNCTIONS = {
    name.removesuffix("Function").lower(): name
    for name, resource in WRITTEN["Resources"].items()
    if resource["Type"] == "AWS::Serverless::Function"
}
# Program of each function. Two functions can have the same one.
PROGRAMS = {
    function: WRITTEN["Resources"][name]["Metadata"]["BuildProperties"]["Binary"] for function, name in FUNCTIONS.items()
}
# `ingest` and `prepare` have the same program. Files that only `prepare` runs, and files that both run.
PREPARING = {"listening.rs"}
SHARED_WITH_PREPARE = {"arrived.rs"}


def events(function):
    """Returns the types of events that start a function."""
    written = WRITTEN["Resources"][FUNCTIONS[function]]["Properties"].get("Events", {})
    return {event["Type"] for event in written.values()}


def translate(template):
    """Returns the template after the transform that AWS runs on it."""
    template = copy.deepcopy(template)
    parameters = {name: str(p.get("Default", "someone@example.edu")) for name, p in template["Parameters"].items()}
    for resource in template["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            # `sam build` would set this.
            resource["Properties"]["CodeUri"] = "s3://built/function.zip"
    session = boto3.Session(region_name=REGION)
    return Translator({}, Parser(), boto_session=session).translate(template, parameters)


def rust(folder):
    """Returns the Rust files of a folder, without tests and comments."""
    texts = {}
    for path in sorted((ROOT / folder).rglob("*.rs")):
        if path.name in ("tests.rs", "schema.rs"):  # schema.rs creates local tables only
            continue
        text = path.read_text().split("#[cfg(test)]")[0]
        texts[path.relative_to(ROOT / folder).as_posix()] = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
    return texts


class World:
    """All files that the checks need, read once."""

    def __init__(self):
        self.written = WRITTEN
        self.stack = translate(self.written)
        # Firewall of stacks outside us-east-1.
        self.edge = yaml_parse((ROOT / "infra/edge.yaml").read_text())
        crates = [rust(f"functions/{name}/src") for name in ("model", "aws", "store")]
        # The crates are merged into one tree: `store` reads and writes, `aws` reaches the services, and `model` has the
        # types of both.
        self.store_files = {name: text for files in crates for name, text in files.items()}
        self.store_files["lib.rs"] = "".join(files["lib.rs"] for files in crates)
        # Functions that handle the stream are modules of one crate; every other function is a crate.
        modules = rust("functions/background/src")
        self.function_files = {}
        for name in FUNCTIONS:
            module = MODULES.get(name, name)
            own = {path.removeprefix(f"{module}/"): text for path, text in modules.items() if path.startswith((f"{module}.", f"{module}/"))}
            self.function_files[name] = own or rust(f"functions/{PROGRAMS[name]}/src")
        for name, runs in (("ingest", lambda path: path not in PREPARING), ("prepare", lambda path: path in PREPARING | SHARED_WITH_PREPARE)):
            self.function_files[name] = {path: text for path, text in self.function_files[name].items() if runs(path)}
        # The programs that Lambda starts are in one crate; the others are libraries.
        programs = rust("functions/lambda/src")
        for name, files in self.function_files.items():
            if "main.rs" not in files:
                files["main.rs"] = programs[f"{PROGRAMS[name]}.rs"]
        self.all_keys = "\n".join(text for name, text in self.store_files.items() if "keys" in name)
        self.keys = (ROOT / "functions/model/src/keys/key.rs").read_text()
        self.stream = (ROOT / "functions/store/src/maintenance/stream.rs").read_text()
        self.api_settings = "\n".join(
            (ROOT / "functions" / name).read_text().split("#[cfg(test)]")[0]
            for name in ("api/src/settings.rs", "api/src/http/origin.rs", "lambda/src/api.rs")
        )
        self.store_settings = (ROOT / "functions/aws/src/settings.rs").read_text().split("#[cfg(test)]")[0]
        self.ingest = "\n".join(self.function_files["ingest"].values())
        self.headers = json.loads((ROOT / "infra/security-headers.json").read_text())["headers"]
        self.crawlers = json.loads((ROOT / "infra/crawlers.json").read_text())["crawlers"]
        local = (ROOT / "infra/local/src/cors.rs").read_text()
        # Response headers of a file request that CORS exposes to the page.
        self.exposed = set(re.search(r'EXPOSED: &str = "([^"]+)"', local)[1].split(", "))
        self.routes = set(json.loads((ROOT / "functions/api/openapi.json").read_text())["paths"])
        operations = ROOT / "infra/OPERATIONS.md"
        self.costs = (ROOT / "infra/COSTS.md").read_text()
        self.operations = operations.read_text() if operations.exists() else ""

    def changed(self):
        """Returns a copy to which a fault can be applied."""
        other = copy.copy(self)
        other.stack = copy.deepcopy(self.stack)
        other.edge = copy.deepcopy(self.edge)
        other.headers = copy.deepcopy(self.headers)
        other.crawlers = list(self.crawlers)
        return other

    @property
    def store(self):
        """Text of all files of `model`, `aws` and `store`."""
        return "\n".join(self.store_files.values())

    @property
    def resources(self):
        return self.stack["Resources"]

    def of_type(self, kind):
        """Returns all resources of a type, by name."""
        return {name: r for name, r in self.resources.items() if r["Type"] == kind}

    def properties(self, name):
        """Returns the properties of a resource. Empty if it does not exist, so that a check can report what is
        missing."""
        return self.resources.get(name, {}).get("Properties", {})


def as_list(value):
    """Returns a list, because AWS allows a single value in place of a list."""
    return value if isinstance(value, list) else [value]


def text_of(value):
    """Returns a value with its intrinsic functions as one line of JSON, for searches."""
    return json.dumps(value)


def resolved(value, host=None, files_key=False):
    """Returns the text to which Sub, If and pseudo parameters resolve: for a stack with its defaults, with a host name,
    or with a signing key for files."""
    known = {
        "AWS::Region": REGION,
        "AWS::AccountId": "111122223333",
        "AWS::Partition": "aws",
        "AWS::URLSuffix": "amazonaws.com",
        "Name": "note-ninja",
        "DomainName": host or "",
    }
    if isinstance(value, str):
        return value
    if "Ref" in value:
        return known.get(value["Ref"], "${" + value["Ref"] + "}")
    if "Fn::GetAtt" in value:
        return "${" + ".".join(as_list(value["Fn::GetAtt"])) + "}"
    if "Fn::If" in value:
        condition, yes, no = value["Fn::If"]
        holds = (condition == "HasDomain" and host) or (condition == "HasFilesKey" and files_key)
        return resolved(yes if holds else no, host, files_key)
    if "Fn::Sub" in value:
        text, own = value["Fn::Sub"] if isinstance(value["Fn::Sub"], list) else (value["Fn::Sub"], {})
        own = {name: resolved(inner, host, files_key) for name, inner in own.items()}
        names = {**known, **own}
        return re.sub(r"\$\{([^}]+)\}", lambda m: names.get(m.group(1), m.group(0)), text)
    raise ValueError(f"cannot resolve {value}")

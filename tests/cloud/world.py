"""What the checks look at: the template as it is written and as AWS would see it, and the code that it must fit."""

import copy
import json
import logging
import os
import re
from pathlib import Path

# Neither of them calls AWS; both want to know where they are.
os.environ["AWS_DEFAULT_REGION"] = "ca-central-1"
os.environ["SAM_CLI_TELEMETRY"] = "0"
logging.disable(logging.WARNING)

import boto3
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.yaml_helper import yaml_parse

ROOT = Path(__file__).resolve().parents[2]
REGION = "ca-central-1"
# Where CloudFront takes web ACLs from.
EDGE_REGION = "us-east-1"
WRITTEN = yaml_parse((ROOT / "template.yaml").read_text())
# The functions of the template by the names of their programs.
FUNCTIONS = {
    resource["Metadata"]["BuildProperties"]["Binary"]: name
    for name, resource in WRITTEN["Resources"].items()
    if resource["Type"] == "AWS::Serverless::Function"
}


def events(function):
    """The types of events that start a function."""
    written = WRITTEN["Resources"][FUNCTIONS[function]]["Properties"].get("Events", {})
    return {event["Type"] for event in written.values()}


def translate(template):
    """The template after the transform that AWS runs on it."""
    template = copy.deepcopy(template)
    parameters = {name: str(p.get("Default", "someone@example.edu")) for name, p in template["Parameters"].items()}
    for resource in template["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            # What `sam build` would have put there.
            resource["Properties"]["CodeUri"] = "s3://built/function.zip"
    session = boto3.Session(region_name=REGION)
    return Translator({}, Parser(), boto_session=session).translate(template, parameters)


def rust(folder):
    """The Rust of a folder without its tests and without comments."""
    texts = {}
    for path in sorted((ROOT / folder).rglob("*.rs")):
        if path.name in ("tests.rs", "schema.rs"):  # schema.rs makes tables on laptops only
            continue
        text = path.read_text().split("#[cfg(test)]")[0]
        texts[path.relative_to(ROOT / folder).as_posix()] = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
    return texts


class World:
    """All of it, read once."""

    def __init__(self):
        self.written = WRITTEN
        self.stack = translate(self.written)
        # The firewall of stacks that are not in us-east-1.
        self.edge = yaml_parse((ROOT / "infra/edge.yaml").read_text())
        crates = [rust(f"functions/{name}/src") for name in ("model", "aws", "store")]
        # Three crates and one tree: what reads and writes, above what reaches the services, above what both are told in.
        self.store_files = {name: text for files in crates for name, text in files.items()}
        self.store_files["lib.rs"] = "".join(files["lib.rs"] for files in crates)
        # Functions that follow the stream are modules of one crate; each other function is a crate.
        modules = rust("functions/background/src")
        self.function_files = {}
        for name in FUNCTIONS:
            own = {path.removeprefix(f"{name}/"): text for path, text in modules.items() if path.startswith((f"{name}.", f"{name}/"))}
            self.function_files[name] = own or rust(f"functions/{name}/src")
        # What Lambda starts lies together; the others are libraries.
        programs = rust("functions/lambda/src")
        for name, files in self.function_files.items():
            if "main.rs" not in files:
                files["main.rs"] = programs[f"{name}.rs"]
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
        local = (ROOT / "infra/local/src/cors.rs").read_text()
        # What a page may read of the answer to a request for a file.
        self.exposed = set(re.search(r'EXPOSED: &str = "([^"]+)"', local)[1].split(", "))
        self.routes = set(json.loads((ROOT / "functions/api/openapi.json").read_text())["paths"])
        operations = ROOT / "infra/OPERATIONS.md"
        self.costs = (ROOT / "infra/COSTS.md").read_text()
        self.operations = operations.read_text() if operations.exists() else ""

    def changed(self):
        """A copy that a fault can be planted in."""
        other = copy.copy(self)
        other.stack = copy.deepcopy(self.stack)
        other.edge = copy.deepcopy(self.edge)
        other.headers = copy.deepcopy(self.headers)
        return other

    @property
    def store(self):
        """All of `model`, `aws` and `store` as one text."""
        return "\n".join(self.store_files.values())

    @property
    def resources(self):
        return self.stack["Resources"]

    def of_type(self, kind):
        """All resources of a type, by name."""
        return {name: r for name, r in self.resources.items() if r["Type"] == kind}

    def properties(self, name):
        """Properties of a resource; empty when it is not there, so that a check can say what is missing."""
        return self.resources.get(name, {}).get("Properties", {})


def as_list(value):
    """What AWS allows to be written as one or as a list."""
    return value if isinstance(value, list) else [value]


def text_of(value):
    """A value with its intrinsic functions, as one line to search in."""
    return json.dumps(value)


def resolved(value, host=None, files_key=False):
    """The text that Sub, If and pseudo parameters come to, for a stack with its defaults, with a host name or with a key for files."""
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

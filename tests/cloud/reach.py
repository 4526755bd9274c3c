"""Finds the SDK calls that each function can reach, from the Rust code.

The code is not compiled: a function is identified by its file and name, and any text that looks like a call counts as
one. Imported names are resolved to their files.
"""

import functools
import re
from pathlib import PurePosixPath

# Action that each write needs, alone or in a transaction.
WRITES = {
    "Put": "dynamodb:PutItem",
    "Update": "dynamodb:UpdateItem",
    "Delete": "dynamodb:DeleteItem",
    "Check": "dynamodb:ConditionCheckItem",
}
# Files with the traits that every kind of content and of its files implements, each in a file in the same folder.
CONTENT = PurePosixPath("library/content.rs")
TRAITS = (CONTENT, PurePosixPath("library/content/metadata.rs"))
FUNCTION = re.compile(r"^ *(?:pub(?:\([a-z]+\))? )?(?:const )?(?:async )?fn (\w+)", re.MULTILINE)


def functions_of(text):
    """Yields name and body of each function: from its header to the next one."""
    heads = list(FUNCTION.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for head, end in zip(heads, ends):
        yield head.group(1), text[head.start() : end]


class Store:
    """Call graph of the store. A function is identified by its file and name."""

    def __init__(self, files):
        self.files = files
        # Folders whose modules are re-exported by the crate. Calls never contain the names of these folders.
        self.floors = set(re.findall(r"^mod (\w+);", files["lib.rs"], flags=re.MULTILINE))
        written = "\n".join(files.get(str(file), "") for file in TRAITS)
        traits = re.findall(r"^pub trait .*?^}", written, flags=re.MULTILINE | re.DOTALL)
        self.of_content = set(re.findall(r"fn (\w+)", "".join(traits)))
        self.bodies = {}
        for file, text in files.items():
            for name, body in functions_of(text) if file != "lib.rs" else ():
                self.bodies[file, name] = self.bodies.get((file, name), "") + body
        self.by_name = {}
        for node in self.bodies:
            self.by_name.setdefault(node[1], []).append(node)

    def modules(self, node):
        """Returns the module names before `::` with which a function can be called: `uploads/checks.rs` is re-exported
        as `uploads`."""
        return set(PurePosixPath(node[0]).with_suffix("").parts) - self.floors

    def called(self, text, file=None):
        """Returns the functions that a text calls, by their modules, or by name alone if they are in the same file."""
        found = set()
        text = re.sub(r"::<[\w:<>, ]*>\(", "(", text)
        for path, name in re.findall(r"((?:\b\w+::)*)\b([a-z]\w+)\(", text):
            # A method can be one of a trait only if its file names the trait: `remove` is also a method of maps.
            is_in_scope = file is None or "content" in self.files[file].lower()
            if name in self.of_content and is_in_scope and re.search(rf"(\.|\b[A-Z]\w*::){name}\(", text):
                siblings = [node for node in self.by_name[name] if PurePosixPath(node[0]).parts[0] == CONTENT.parts[0]]
                found |= set(siblings)
            # `trash::audio::find` is not the `find` of `audio.rs`.
            modules = set(path.split("::")) - {"", "aws", "crate", "model", "self", "store", "super"} - self.floors
            nodes = self.by_name.get(name, [])
            if not path:
                found |= {node for node in nodes if node[0] == file}
                continue
            nodes = [node for node in nodes if modules and modules <= self.modules(node)]
            # `audio::put` is in `library/audio.rs`; only files beside `trash/audio.rs` can mean that file.
            nearest = min((len(self.modules(node)) for node in nodes), default=0)
            found |= {node for node in nodes if len(self.modules(node)) == nearest or self.are_neighbours(node, file)}
        return found

    @staticmethod
    def are_neighbours(node, file):
        """Returns true if a function is in the folder of a file."""
        return file is not None and PurePosixPath(node[0]).parent == PurePosixPath(file).parent

    def imported(self, node):
        """Returns the functions that a body calls by a name that its file imports."""
        found = set()
        parent = PurePosixPath(node[0]).parent.name
        names = set(re.findall(r"(?<![:.\w])([a-z]\w+)\(", self.bodies[node]))
        for use in re.findall(r"use [^;]+;", self.files[node[0]]):
            words = set(re.findall(r"\w+", use))
            modules = words | {parent} if "super" in words else words
            for name in names & words:
                found |= {other for other in self.by_name.get(name, []) if self.modules(other) & modules}
        return found

    def reached(self, texts):
        """Returns all functions that some texts call, directly or indirectly."""
        aliases = [pair for text in texts for pair in re.findall(r"\b(\w+) as (\w+)\b", text)]
        waiting = set()
        for text in texts:
            for real, alias in aliases:
                text = re.sub(rf"\b{alias}::", f"{real}::", text)
            waiting |= self.called(text)
        seen = set()
        while waiting:
            node = waiting.pop()
            seen.add(node)
            waiting |= (self.called(self.bodies[node], node[0]) | self.imported(node)) - seen
        return seen

    def sent(self, texts):
        """Returns the SDK calls and writes that some texts lead to, each with a function that makes it."""
        found = {}
        for node in sorted(self.reached(texts)):
            body = self.bodies[node]
            for call in re.findall(r"\.(?:dynamodb|s3|cognito|ses)\(\)\s*\.(\w+)\(\)", body):
                found.setdefault(call, node)
            for write in re.findall(r"\b(Put|Update|Delete|Check)::(?:of|between)\(", body):
                found.setdefault(WRITES[write], node)
        return found


@functools.cache
def _sent(store, texts):
    return Store(dict(store)).sent(texts)


def sent(world, function):
    """Returns what a Lambda function can send: names of SDK calls and actions of transaction items, each with its
    function in the store."""
    return _sent(tuple(world.store_files.items()), tuple(world.function_files[function].values()))

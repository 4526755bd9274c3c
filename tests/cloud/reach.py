"""Which calls of the SDK each function can reach, read from the Rust code.

No compiler: a function is its name and its file, and what looks like a call of it is one. Names that files import are followed to
where they come from.
"""

import functools
import re
from pathlib import PurePosixPath

# What each write needs, sent alone or in a transaction.
WRITES = {
    "Put": "dynamodb:PutItem",
    "Update": "dynamodb:UpdateItem",
    "Delete": "dynamodb:DeleteItem",
    "Check": "dynamodb:ConditionCheckItem",
}
# Where traits say what every kind of content, and of file, can do; each kind answers in a file beside it.
CONTENT = PurePosixPath("library/content.rs")
TRAITS = (CONTENT, PurePosixPath("library/content/metadata.rs"))
FUNCTION = re.compile(r"^ *(?:pub(?:\([a-z]+\))? )?(?:const )?(?:async )?fn (\w+)", re.MULTILINE)


def functions_of(text):
    """Name and body of each function: from its head to the head of the next."""
    heads = list(FUNCTION.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for head, end in zip(heads, ends):
        yield head.group(1), text[head.start() : end]


class Store:
    """The functions of the store and who calls whom. A function is named by its file and its name."""

    def __init__(self, files):
        self.files = files
        # Folders whose modules are re-exported by the crate: functions are never called by their names.
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
        """Names before `::` under which a function is called: `uploads/checks.rs` is re-exported as `uploads`."""
        return set(PurePosixPath(node[0]).with_suffix("").parts) - self.floors

    def called(self, text, file=None):
        """Functions that a text calls: by their module, or those of its own file by name alone."""
        found = set()
        text = re.sub(r"::<[\w:<>, ]*>\(", "(", text)
        for path, name in re.findall(r"((?:\b\w+::)*)\b([a-z]\w+)\(", text):
            if name in self.of_content and re.search(rf"(\.|\b[A-Z]\w*::){name}\(", text):
                siblings = [node for node in self.by_name[name] if PurePosixPath(node[0]).parts[0] == CONTENT.parts[0]]
                found |= set(siblings)
            # `trash::audio::find` is not the `find` of `audio.rs`.
            modules = set(path.split("::")) - {"", "aws", "crate", "model", "self", "store", "super"} - self.floors
            nodes = self.by_name.get(name, [])
            if not path:
                found |= {node for node in nodes if node[0] == file}
                continue
            nodes = [node for node in nodes if modules and modules <= self.modules(node)]
            # `audio::put` is that of `library/audio.rs`; that of `trash/audio.rs` is called so by its neighbours only.
            nearest = min((len(self.modules(node)) for node in nodes), default=0)
            found |= {node for node in nodes if len(self.modules(node)) == nearest or self.are_neighbours(node, file)}
        return found

    @staticmethod
    def are_neighbours(node, file):
        """Whether a function is in the folder of a file."""
        return file is not None and PurePosixPath(node[0]).parent == PurePosixPath(file).parent

    def imported(self, node):
        """Functions that a body calls by a name which its file imports."""
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
        """Everything that some texts call, directly or not."""
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
        """Calls of the SDK and writes that some texts lead to, each with a function that makes it."""
        found = {}
        for node in sorted(self.reached(texts)):
            body = self.bodies[node]
            for call in re.findall(r"\.(?:dynamodb|s3|cognito)\(\)\s*\.(\w+)\(\)", body):
                found.setdefault(call, node)
            for write in re.findall(r"\b(Put|Update|Delete|Check)::(?:of|between)\(", body):
                found.setdefault(WRITES[write], node)
        return found


@functools.cache
def _sent(store, texts):
    return Store(dict(store)).sent(texts)


def sent(world, function):
    """What a function can come to send: names of calls, and actions of transactions, each with its place in the store."""
    return _sent(tuple(world.store_files.items()), tuple(world.function_files[function].values()))

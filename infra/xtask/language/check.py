#!/usr/bin/env python3
"""Checks the wording of comments and documents, the subjects of commits, and spelling.

    check.py          fails if a folder has more findings than its budget, or clearly fewer
    check.py --fix    lowers the budgets to the current findings

Budgets are in budgets.toml: findings in comments by folder, and in documents by file. They only go down.
`prose: ok` in a comment exempts it.
"""
import collections
import doctest
import pathlib
import re
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[2]
BUDGETS = HERE / "budgets.toml"

# Number of findings by which a folder may be below its budget, so that not every rewritten comment changes the budgets.
SLACK = 3
# Only subjects of commits after this one are checked, and at most this many.
FIRST_COMMIT = "20805fcd3e602d987854e3df67c3499a31d606d4"
MOST_COMMITS = 50
MOST_SUBJECT_CHARS = 72
MOST_SENTENCE_WORDS = 40

CODE = re.compile(r"\.(rs|tsx?|mts|mjs)$")
SPELLED = re.compile(r"\.(rs|tsx?|mts|mjs|md|css|py|toml|ya?ml|txt|json)$")
GENERATED = re.compile(
    r"(^|/)(generated|fixtures|benches/data|fuzz/corpus|infra/measurements|infra/sample)/|schema(\.d)?\.ts$|openapi\.json$|-lock\.json$"
)
MARK = re.compile(r"^\s*(///|//!|//|/\*\*?)\s?(.*)")
DIRECTIVE = re.compile(r"^(@|eslint|biome|prettier|vitest|SAFETY|TODO|https?:|[-=*]{3,}|#\s|\||```|[a-z]+::|`[^`]*`$)")

NO_VERB = re.compile(
    r"(?!.*eed$|embed$|shed$|bring$|string$).*(ed|ing)|(?!focus$|alias$|bias$).*[^s]s|wip|misc|more|various|some|an?|the"
)

KINDS = {
    # "Whether" and "when" are left out: "Whether the note is public." is how the field writes a boolean.
    "clause": re.compile(
        r"^(What|Whatever|Who|Whoever|Whom|Whose)\b(?!.*\?$)"
        r"|^Where\b(?![^,.;:]{3,60},)"
        r"|^How (many|much|long|far|often|old|large|big|wide|high|soon|deep|well|a|an|the|it|its|they|this|that|one|to)\b(?!.*\?$)"
    ),
    "pronoun": re.compile(r"^(It|Its|They|Their|Them|He|She)\b"),
    "fragment": re.compile(
        r"^(Of (a|an|the|what|it|its|these|those|each|all|one|two|them|whom|which)\b(?! course)"
        r"|That (it|they|a|an|the|one|what|this|nothing|no|somebody|each|all|is|was)\b"
        r"|As (with|for|it|they|in|above|the one)\b|The same(,| for| as| of| with| in|:|\.)"
        r"|So (is|are|does|do|was)\b|Nor\b|And\b|But\b)"
    ),
    "dialect": re.compile(
        r"\b(anew|whosoever|meanwhile|by now|once more|so many|somebody|some one|nobody knows of"
        r"|(is|are|was|were|be) (told|asked|heard|awaited|wanted|given away|looked whether)"
        r"|stands? (in|on|for|at|beside|there|once)|lies? (in|at|beside|there|under)"
        r"|(a|the|one|another|each|any|other|same|several) things?"
        r"|what (it|they) (has|have|says?|said|knows?|was|were|is|are)"
        r"|of (ours|theirs)|none of (ours|it)|has (none|it) of)\b",
        re.I,
    ),
    # The project writes British English, except for terms of the field such as "serialize" and "normalize".
    "american": re.compile(
        r"(?<![-`.'\"])\b(colors?|colored|behaviors?|centered|favorites?|catalogs?|gray|honors?|canceled|labeled"
        r"|(recogn|organ|minim|optim|util)iz\w+|analyz\w+)\b(?![-`'\":=(])",
        re.I,
    ),
}


def kind_of(text, is_doc):
    """Returns the first kind of finding in the text of a comment.

    >>> kind_of("What a file is to become.", True)
    'clause'
    >>> kind_of("Its number on its device.", True), kind_of("Its number on its device.", False)
    ('pronoun', None)
    >>> kind_of("Of an answer, what its question is told.", True)
    'fragment'
    >>> kind_of("Asks anew.", False), kind_of("Color of a course.", False)
    ('dialect', 'american')
    >>> kind_of("Whether the note is public.", True), kind_of("Where this is slow, it stops.", True)
    (None, None)
    """
    for kind, pattern in KINDS.items():
        if (is_doc or kind != "pronoun") and pattern.search(text):
            return kind
    return None


def comments(lines):
    """Yields line number, whether it documents an item, and text of each block of comment lines.

    >>> list(comments(["/// One", "/// two.", "fn a() {} // end", "// x", "/* y */"]))
    [(1, True, 'One two.'), (4, False, 'x'), (5, True, 'y')]
    >>> list(comments(["/**", " * A list.", " */", "// biome-ignore lint: reason"]))
    [(1, True, 'A list.')]
    """
    at = 0
    while at < len(lines):
        match = MARK.match(lines[at])
        if not match:
            at += 1
            continue
        start, mark, parts = at, match.group(1), []
        if mark.startswith("/*"):
            while at < len(lines):
                parts.append(re.sub(r"^\s*(/\*\*?|\*(?!/))?\s?|\*/.*$", "", lines[at]).strip())
                at += 1
                if "*/" in lines[at - 1]:
                    break
        else:
            same = re.compile(r"^\s*" + re.escape(mark) + r"(?![/!])\s?(.*)")
            while at < len(lines) and (line := same.match(lines[at])):
                parts.append(line.group(1).strip())
                at += 1
        text = " ".join(part for part in parts if part)
        if text and not DIRECTIVE.match(text) and "prose: ok" not in text:
            yield start + 1, mark != "//", text


def sentences(text):
    """Yields the sentences of a Markdown document: of paragraphs, list items and table cells.

    >>> list(sentences("# T\\nOne\\ntwo. [Three](x) `four`.\\n\\n- Five\\n  six\\n\\n| a | b |\\n```\\ncode\\n```"))
    ['One two.', 'Three four.', 'Five six', 'a', 'b']
    """
    units, paragraph = [], []
    for line in [*re.sub(r"```.*?```", "", text, flags=re.S).split("\n"), ""]:
        line = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line).strip()
        item = re.match(r"(?:[-*]|\d+\.)\s+(.*)", line)
        line = re.sub(r"[*_`]", "", line)
        if paragraph and (not line or item or line.startswith(("#", "|"))):
            units.append(" ".join(paragraph))
            paragraph = []
        if line.startswith("|"):
            units += [cell.strip() for cell in line.strip("|").split("|")]
        elif line and not line.startswith("#"):
            paragraph.append(re.sub(r"[*_`]", "", item.group(1)) if item else line)
    for unit in units:
        yield from (sentence for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", unit) if sentence)


def finding_in(sentence):
    """Returns the kind of finding in a sentence of a document.

    >>> finding_in("What a browser keeps and for how long."), finding_in("word " * 41), finding_in("Short.")
    ('clause', 'long', None)
    """
    words = len(sentence.split())
    if words <= 3:
        return None
    return kind_of(sentence, False) or ("long" if words > MOST_SENTENCE_WORDS else None)


def trouble_with(subject):
    """Returns the problem with the subject of a commit, or `None` if it is valid.

    >>> trouble_with("store: Refuse a second like"), trouble_with("api, my notes: Bring back a list")
    (None, None)
    >>> trouble_with("console: Find, block and delete students")
    >>> trouble_with("Fix it"), trouble_with("store: Refused a like"), trouble_with("store: More fixes")
    ('is not "area: Verb the object"', 'has no verb in the imperative', 'has no verb in the imperative')
    >>> trouble_with("store: Add " + "x" * 70)
    'has 81 characters'
    """
    if len(subject) > MOST_SUBJECT_CHARS:
        return f"has {len(subject)} characters"
    form = re.match(r"[a-z0-9/_. -]+(?:, [a-z0-9/_. -]+)*: ([A-Z][\w-]*),? \S", subject)
    if not form:
        return 'is not "area: Verb the object"'
    if NO_VERB.fullmatch(form.group(1).lower()):
        return "has no verb in the imperative"
    return None


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def subjects():
    """Returns the subjects of the newest commits. A shallow clone may not contain the first commit."""
    newest = ["log", f"-{MOST_COMMITS}", "--no-merges", "--format=%h %s"]
    try:
        return git(*newest, f"{FIRST_COMMIT}..HEAD").splitlines()
    except subprocess.CalledProcessError:
        return git(*newest).splitlines()


def folder_of(path):
    return "/".join(path.split("/")[:-1][:3]) or "."


def findings(files):
    """Returns the findings in comments by folder and in documents by file."""
    in_comments, in_documents = collections.defaultdict(list), collections.defaultdict(list)
    for path in files:
        if CODE.search(path):
            lines = (ROOT / path).read_text("utf8").split("\n")
            for line, is_doc, text in comments(lines):
                if kind := kind_of(text, is_doc):
                    in_comments[folder_of(path)].append(f"{path}:{line}: {kind}: {text[:160]}")
        elif path.endswith(".md"):
            for sentence in sentences((ROOT / path).read_text("utf8")):
                if kind := finding_in(sentence):
                    in_documents[path].append(f"{path}: {kind}: {sentence[:160]}")
    return {"comments": in_comments, "documents": in_documents}


def compare(found, budgets):
    """Returns complaints about findings above their budget, or clearly below.

    >>> compare({"comments": {"a": ["1", "2"]}}, {"comments": {"a": 1}})
    ['1', '2', 'a: 2 findings in comments; 1 is allowed']
    >>> compare({"comments": {"b": ["3"]}}, {"comments": {"b": 9}})
    ['b: 1 findings in comments, 9 are allowed; lower that with `cargo xtask lint --fix`']
    >>> compare({"comments": {"a": ["1"]}}, {"comments": {"a": 1 + SLACK}})
    []
    """
    complaints = []
    for part, groups in found.items():
        allowed = budgets.get(part, {})
        for name in sorted({*groups, *allowed}):
            listed, budget = groups.get(name, []), allowed.get(name, 0)
            if len(listed) > budget:
                complaints += [*listed, f"{name}: {len(listed)} findings in {part}; {budget} is allowed"]
            elif len(listed) < budget - SLACK:
                complaints.append(
                    f"{name}: {len(listed)} findings in {part}, {budget} are allowed; "
                    "lower that with `cargo xtask lint --fix`"
                )
    return complaints


def lower(found, budgets):
    """Writes the budgets that are not above the current findings."""
    text = "# Findings of check.py that are allowed. `cargo xtask lint --fix` lowers the numbers; never raise one.\n"
    for part, groups in found.items():
        lowered = {name: min(old, len(groups.get(name, []))) for name, old in budgets.get(part, {}).items()}
        rows = "".join(f'"{name}" = {number}\n' for name, number in sorted(lowered.items()) if number)
        text += f"\n[{part}]\n{rows}"
    BUDGETS.write_text(text, "utf8")


def main():
    if doctest.testmod().failed:
        return 1
    listed = git("ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    files = [path for path in listed if not GENERATED.search(path) and (ROOT / path).is_file()]
    found = findings(files)
    if "--fix" in sys.argv:
        lower(found, tomllib.loads(BUDGETS.read_text("utf8")))
    complaints = compare(found, tomllib.loads(BUDGETS.read_text("utf8")))
    for line in subjects():
        commit, subject = line.split(" ", 1)
        if trouble := trouble_with(subject):
            complaints.append(f"commit {commit} {trouble}: {subject}")
    print("\n".join(complaints), end="\n" if complaints else "")
    checker = [sys.executable, "-m", "codespell_lib", "--toml", str(HERE / "codespell.toml"), "--quiet-level=3"]
    spelled = subprocess.run([*checker, *filter(SPELLED.search, files)], cwd=ROOT, check=False)
    return 1 if complaints or spelled.returncode else 0


sys.exit(main())

"""Compares the text model with other readers: python measure.py READER PDFJS FOLDER [tuning|held]

READER is the program of `functions/readers`, PDFJS the script of `bench words`. Each PDF of the folder has a JSON file
with its structure. A file is held out from tuning if the SHA-256 of its name is divisible by three.
"""

import base64
import bisect
import hashlib
import json
import re
import subprocess
import sys
import time
import unicodedata
from collections import Counter
from pathlib import Path

import brotli
import pymupdf4llm

RUNNING = {"header", "footer", "pageNumber", "watermark"}


def words(text):
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text).lower())


def is_held(path):
    return int(hashlib.sha256(path.stem.encode()).hexdigest(), 16) % 3 == 0


def tau(expected, found):
    """Kendall's tau of the words that occur once in both texts."""
    places = {}
    for place, word in enumerate(found):
        places.setdefault(word, place)
    once = [word for word, count in Counter(expected).items() if count == 1 and word in places]
    order, seen, inversions = [places[word] for word in once], [], 0
    for place in order:
        at = bisect.bisect(seen, place)
        inversions += len(seen) - at
        seen.insert(at, place)
    pairs = len(order) * (len(order) - 1) / 2
    return 1 - 2 * inversions / pairs if pairs else 0


def model_of(reader, path):
    answer = json.loads(subprocess.run([reader, "--inspect", "text", "90", path], capture_output=True, check=True).stdout)
    packed = base64.b64decode(answer["result"]["Ok"]["compressed_pages"])
    model = brotli.decompress(packed)
    # Save the model, because the comparison of the reader's two views needs it.
    path.with_suffix(".text.json").write_bytes(model)
    return packed, json.loads(model)


def ours(reader, path):
    packed, model = model_of(reader, path)
    blocks = [(page["page"], block) for page in model["pages"] for block in page["blocks"]]
    body = [(page, block) for page, block in blocks if block["kind"] not in RUNNING]
    text = "\n".join(block["text"] for _, block in body)
    headings = [(block["text"], block["level"]) for _, block in body if block["kind"] == "heading"]
    plain = "\n".join(block["text"] for _, block in blocks)
    sizes = len(packed), len(brotli.compress(plain.encode(), quality=5))
    return text, headings, blocks, sizes


def of_pymupdf(path):
    text = pymupdf4llm.to_markdown(str(path), show_progress=False)
    headings = [
        (re.sub(r"[*_`]", "", line.lstrip("#")).strip(), len(line) - len(line.lstrip("#")))
        for line in text.splitlines()
        if line.startswith("#")
    ]
    return re.sub(r"[*_`#|]|<br>", " ", text), headings


def f1(expected, found):
    """Returns the numbers of correct, expected and found headings, for the F1 score.

    Text and level must both be right. The highest level of each reader counts as 1."""

    def keys(headings):
        highest = min((level for _, level in headings), default=1)
        return Counter((" ".join(words(text)), level - highest) for text, level in headings)

    expected, found = keys(expected), keys(found)
    common = sum((expected & found).values())
    return common, sum(expected.values()), sum(found.values())


def leaks(truth, blocks):
    """Returns how many running heads and page numbers there are, and how many are mistaken for text."""
    heads = [" ".join(words(head)) for head in truth["running"]]
    all_of_them = missed = 0
    numbered = set()
    for page, block in blocks:
        text = " ".join(words(block["text"]))
        is_running = block["kind"] in RUNNING
        if any(head in text for head in heads):
            all_of_them += 1
            missed += not is_running
        if is_running and re.search(rf"\b{page}\b", text):
            numbered.add(page)
    if truth["hasPageNumbers"]:
        pages = {page for page, _ in blocks}
        all_of_them += len(pages)
        missed += len(pages - numbered)
    return all_of_them, missed


def main():
    reader, pdfjs, folder = sys.argv[1:4]
    part = sys.argv[4] if len(sys.argv) > 4 else "all"
    paths = sorted(Path(folder).glob("*.pdf"))
    paths = [path for path in paths if part == "all" or is_held(path) == (part == "held")]
    texts = subprocess.run(["node", pdfjs, *paths], capture_output=True, check=True, text=True).stdout.splitlines()
    sums = {name: {"tau": 0, "common": 0, "expected": 0, "found": 0, "low": 0} for name in ("ours", "pdf.js", "pdftotext", "PyMuPDF4LLM")}
    lost = total = running = missed = ours_bytes = text_bytes = 0
    worst = []
    for path, from_pdfjs in zip(paths, texts):
        truth = json.loads(path.with_suffix(".json").read_text())
        expected = [word for block in truth["blocks"] for word in words(block["text"])]
        titles = [(block["text"], block["level"]) for block in truth["blocks"] if block["kind"] == "heading"]
        text, headings, blocks, sizes = ours(reader, path)
        poppler = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True, text=True).stdout
        results = {
            "ours": (text, headings),
            "pdf.js": (json.loads(from_pdfjs) or "", []),
            "pdftotext": (poppler, []),
            "PyMuPDF4LLM": of_pymupdf(path) if "quick" not in sys.argv else ("", []),
        }
        for name, (text, found) in results.items():
            score, parts = tau(expected, words(text)), f1(titles, found)
            sums[name]["tau"] += score
            sums[name]["low"] += score < 0.98
            for key, value in zip(("common", "expected", "found"), parts):
                sums[name][key] += value
            if name == "ours":
                missing = Counter(expected) - Counter(words(text))
                lost, total = lost + sum(missing.values()), total + len(expected)
                own = leaks(truth, blocks)
                running, missed = running + own[0], missed + own[1]
                ours_bytes, text_bytes = ours_bytes + sizes[0], text_bytes + sizes[1]
                own_f1 = 2 * parts[0] / max(parts[1] + parts[2], 1)
                if score < 0.98 or own_f1 < 0.85 or own[1] or missing:
                    worst.append(f"{path.stem}: tau {score:.3f}, F1 {own_f1:.2f}, missed {own[1]} of {own[0]}, lost {sum(missing.values())} {list(missing)[:4]}")
    print(f"{len(paths)} files ({part})\n")
    print("| reader | tau of the order | files below .98 | F1 of headings with level |\n|---|---|---|---|")
    for name, sum_of in sums.items():
        score = 2 * sum_of["common"] / max(sum_of["expected"] + sum_of["found"], 1)
        print(f"| {name} | {sum_of['tau'] / len(paths):.4f} | {sum_of['low']} | {score:.3f} |")
    print(f"\nRunning heads and page numbers removed: {100 - 100 * missed / max(running, 1):.2f} % of {running}.")
    print(f"Body words lost: {100 * lost / total:.3f} % of {total}.")
    print(f"Kinds and boxes: {100 * (ours_bytes - text_bytes) / text_bytes:.1f} % of the plain text, both compressed.\n")
    print("\n".join(worst))


main()

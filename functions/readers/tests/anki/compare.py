"""Compares our Markdown of the decks of `cases.py` with Anki's rendering, both as text:

    python compare.py FOLDER

`ours.json` has both sides of our cards as Markdown. Prints, as JSON, the number of compared cards and each one that
differs.
"""

import json
import sys
from pathlib import Path

from reduce import of_ours

folder = Path(sys.argv[1])
shows, ours = (json.loads((folder / name).read_text()) for name in ["shows.json", "ours.json"])
count, differing = 0, []
for deck, cards in shows.items():
    anki = sorted(map(tuple, cards))
    read = sorted((of_ours(front), of_ours(back)) for front, back in ours[deck])
    count += len(anki)
    differing += [{"deck": deck, "anki": one} for one in anki if one not in read]
    differing += [{"deck": deck, "ours": one} for one in read if one not in anki]
    if len(anki) != len(read):
        differing.append({"deck": deck, "anki": len(anki), "ours": len(read)})
print(json.dumps({"count": count, "differing": differing}, ensure_ascii=False))

"""Imports a deck twice with Anki's own library and prints the content of the collection:

    python open.py DECK

The output is JSON: the number of new notes of the first and the second import, all cards, the image files with their
sizes, and the fields of each note, in the order of their cards.
"""

import json
import sys
import tempfile
from pathlib import Path

from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest

with tempfile.TemporaryDirectory() as folder:
    collection = Collection(f"{folder}/collection.anki2")

    def brought():
        request = ImportAnkiPackageRequest(package_path=sys.argv[1], options=ImportAnkiPackageOptions())
        return len(collection.import_anki_package(request).log.new)

    first, second = brought(), brought()
    cards = [collection.get_card(card) for card in collection.find_cards("", order="c.id")]
    files = {file.name: file.stat().st_size for file in Path(collection.media.dir()).iterdir()}
    said = {
        "first": first,
        "second": second,
        "deck": collection.decks.name(cards[0].did),
        "files": files,
        "notes": [card.note().fields for card in cards],
        # Question as Anki renders it. Anki's message about a broken template is not part of it.
        "questions": [card.question() for card in cards[:3]],
        "missing": list(collection.media.check().missing),
    }
    collection.close()
    print(json.dumps(said))

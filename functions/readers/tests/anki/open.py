"""Opens a deck with Anki's own library, as Anki does when somebody imports it, twice, and writes what is in the collection then:

    python open.py DECK

JSON: how many notes the first and the second time brought, all cards, the files of its pictures with their sizes, and the
fields of each note, in the order of their cards.
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
        # What is asked, as Anki shows it: without what it says itself when a template is broken.
        "questions": [card.question() for card in cards[:3]],
        "missing": list(collection.media.check().missing),
    }
    collection.close()
    print(json.dumps(said))

"""Imports a deck with Anki's own library, exports it again and prints what Anki shows:

    python through.py DECK EXPORTED

The output is JSON: the number of new notes of a second import, and the note type and the text of both sides of each
card.
"""

import json
import sys
import tempfile

from anki.collection import Collection, DeckIdLimit, ExportAnkiPackageOptions, ImportAnkiPackageOptions, ImportAnkiPackageRequest
from reduce import of_anki

with tempfile.TemporaryDirectory() as folder:
    collection = Collection(f"{folder}/collection.anki2")
    request = ImportAnkiPackageRequest(package_path=sys.argv[1], options=ImportAnkiPackageOptions())
    collection.import_anki_package(request)
    second = len(collection.import_anki_package(request).log.new)
    cards = [collection.get_card(card) for card in collection.find_cards("", order="c.id")]
    result = {
        "second": second,
        "types": [card.note_type()["name"] for card in cards],
        "cards": [of_anki(card.render_output()) for card in cards],
    }
    options = ExportAnkiPackageOptions(with_scheduling=False, with_deck_configs=False, with_media=False, legacy=False)
    collection.export_anki_package(out_path=sys.argv[2], options=options, limit=DeckIdLimit(cards[0].did))
    collection.close()
    print(json.dumps(result))

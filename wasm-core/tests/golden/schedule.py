"""Writes schedule.json: the results of the reference implementation of FSRS-6 for random review histories.


`pip install fsrs==6.3.2`, then `python3 wasm-core/tests/golden/schedule.py > wasm-core/tests/golden/schedule.json`."""

import json
import random
from datetime import datetime, timedelta, timezone

from fsrs import Card, Rating, Scheduler

START = datetime(2026, 1, 5, 12, 0, tzinfo=timezone.utc)
CHANCE = random.Random(6)


def history(retention: float) -> dict:
    """Returns the history of one card. Each answer is minutes after the previous one, or at the same time on a later
    day, because the reference counts days of 24 hours, and our days begin at a fixed hour."""
    scheduler = Scheduler(desired_retention=retention, enable_fuzzing=False)
    card, now, steps = Card(card_id=1, due=START), START, []
    for _ in range(CHANCE.randint(3, 14)):
        rating = CHANCE.choices([Rating.Again, Rating.Hard, Rating.Good, Rating.Easy], [2, 2, 8, 1])[0]
        card, _ = scheduler.review_card(card, rating, now)
        wait = card.due - now
        steps.append(
            {
                "rating": int(rating),
                "at_ms": int(now.timestamp() * 1000),
                "state": card.state.name,
                "step": card.step,
                "stability": round(card.stability, 6),
                "difficulty": round(card.difficulty, 6),
                "interval_secs": int(wait.total_seconds()),
            }
        )
        if wait < timedelta(days=1) and CHANCE.random() < 0.8:
            now += max(wait, timedelta(minutes=1))
        else:
            # Stay below the maximum interval, which each implementation chooses for itself.
            now += timedelta(days=min(400, max(1, round(wait.days * CHANCE.uniform(0.4, 2.5)))))
    return {"retention_percent": round(retention * 100), "steps": steps}


histories = [history(CHANCE.choice([0.7, 0.8, 0.9, 0.9, 0.95])) for _ in range(60)]
print("[")
print(",\n".join("  " + json.dumps(each) for each in histories))
print("]")

"""Writes tiny.json and minilm.json: vectors computed by the model in Hugging Face's library.

Run it only to change the texts, in an environment with these packages, with the folder of the model as argument:
transformers 4.48.3, flax 0.8.5, jax 0.4.30, numpy 1.26. It converts PyTorch's weights itself and needs no PyTorch.
"""

import json
import sys
from pathlib import Path

import numpy as np
from transformers import AutoTokenizer, BertConfig, BertTokenizer, FlaxBertModel

HERE = Path(__file__).parent
TEXTS = [
    "How do I stop two threads from writing at the same time?",
    "A mutex is a lock that only one thread can hold.",
    "mutex",
    "",
    "   \n\t ",
    "The derivative of x^2 is 2x; the integral of 1/x is ln|x| + C.",
    "Crème brûlée, naïve façade and ÉCOLE",
    "don't can't it's (parentheses) [brackets] {braces} <tags> a_b-c/d\\e~f`g@h#i$j%k&l*m=n+o",
    "Donaudampfschifffahrtsgesellschaftskapitän antidisestablishmentarianism",
    "量子力学 is quantum mechanics in Chinese",
    "Ωmega αlpha and the Привет of Россия",
    "https://example.org/index.html?query=1",
    "x" * 120 + " after a long word",
    "The mitochondrion is the powerhouse of the cell. " * 40,
]
# Vocabulary of the tiny model: enough for pieces, continued pieces, unknown words and punctuation.
PIECES = (
    "[PAD] [UNK] [CLS] [SEP] the a how do i stop two thread ##s from writ ##ing at same time ? . , ' mutex is lock that "
    "only one can hold x ##x ##xx cre ##me 1 2 ##2 / of + law"
).split()
SHAPE = {"layers": 2, "hidden": 64, "heads": 4, "inner": 128, "positions": 16}
TINY_TEXTS = [*TEXTS[:4], "one xxx, two 2 22 crème?", "unknowable", "a the " * 20]
# Vectors have the length 1, so integers are exact enough and short.
STEPS = 100_000


def numbers(state):
    """Yields the weights of the tiny model: a linear congruential generator, as in the Rust test."""
    while True:
        state = (state * 1_664_525 + 1_013_904_223) % 2**32
        yield ((state >> 24) - 128) / 512


def tiny():
    """Returns the tiny model and its tokenizer."""
    config = BertConfig(
        vocab_size=len(PIECES),
        hidden_size=SHAPE["hidden"],
        num_hidden_layers=SHAPE["layers"],
        num_attention_heads=SHAPE["heads"],
        intermediate_size=SHAPE["inner"],
        max_position_embeddings=SHAPE["positions"],
    )
    model = FlaxBertModel(config, add_pooling_layer=False)
    source = numbers(7)

    def fill(shape, transposed):
        values = np.array([next(source) for _ in range(int(np.prod(shape)))], dtype=np.float32)
        return values.reshape(shape[::-1]).T if transposed else values.reshape(shape)

    params = model.params
    embeddings = params["embeddings"]
    for name in ["word_embeddings", "position_embeddings", "token_type_embeddings"]:
        embeddings[name]["embedding"] = fill(embeddings[name]["embedding"].shape, False)

    def norm(part):
        part["scale"] = 1 + fill(part["scale"].shape, False)
        part["bias"] = fill(part["bias"].shape, False)

    def linear(part):
        part["kernel"] = fill(part["kernel"].shape, True)
        part["bias"] = fill(part["bias"].shape, False)

    norm(embeddings["LayerNorm"])
    for number in range(SHAPE["layers"]):
        layer = params["encoder"]["layer"][str(number)]
        for name in ["query", "key", "value"]:
            linear(layer["attention"]["self"][name])
        linear(layer["attention"]["output"]["dense"])
        norm(layer["attention"]["output"]["LayerNorm"])
        linear(layer["intermediate"]["dense"])
        linear(layer["output"]["dense"])
        norm(layer["output"]["LayerNorm"])
    (HERE / "vocab.txt").write_text("\n".join(PIECES) + "\n")
    tokenizer = BertTokenizer(str(HERE / "vocab.txt"))
    (HERE / "vocab.txt").unlink()
    return model, params, tokenizer


def expected(model, params, tokenizer, text, positions):
    """Returns the pieces of a text and the mean of its tokens, scaled to the length 1."""
    inputs = tokenizer(text, truncation=True, max_length=positions, return_tensors="np")
    tokens = np.asarray(model(**inputs, params=params).last_hidden_state[0], dtype=np.float64)
    mean = tokens.mean(axis=0)
    vector = mean / np.linalg.norm(mean)
    pieces = tokenizer.convert_ids_to_tokens(inputs["input_ids"][0])
    return {"text": text, "pieces": " ".join(pieces), "vector": [round(float(each) * STEPS) for each in vector]}


def save(name, head, model, params, tokenizer, texts, positions):
    """Writes one file, with one line for each text."""
    lines = [json.dumps(expected(model, params, tokenizer, text, positions), ensure_ascii=False) for text in texts]
    head = json.dumps(head)[1:-1]
    (HERE / name).write_text("{" + head + (", " if head else "") + '"texts": [\n' + ",\n".join(lines) + "\n]}\n")


save("tiny.json", {"pieces": PIECES, **SHAPE}, *tiny(), TINY_TEXTS, SHAPE["positions"])
folder = sys.argv[1]
minilm = FlaxBertModel.from_pretrained(folder, from_pt=True, add_pooling_layer=False)
save("minilm.json", {}, minilm, minilm.params, AutoTokenizer.from_pretrained(folder), TEXTS, 256)

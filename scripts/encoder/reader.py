"""
Fits the reader of answers: the packaged text encoder with a second adapter, which reads a question together with some lines of a
recording and says of each line how likely it answers. Writes it to
src/service/understanding/models/embeddings/sentence/reader.safetensors (2.7 MB).

    npm ci; apt-get install python3-torch python3-numpy libopenblas0-pthread
    python3 scripts/encoder/reader.py [--epochs N] [--from FILE] [--out FILE]

The material is that of train.py, whose adapter is the beginning of this one; --from goes on from a reader that is there, at --rate.
The one that is there went on twice from one fitted on half of the questions, for 0.6 and 1.0 epochs at 7e-4, and a third time for 0.8 at
5e-4, when the criteria for many films were there (material/criteria/7.txt and on); before the second one stretch of lines was read
beside that of the answer, since then two. Every twentieth film is kept back; how often its questions find their lines is printed. An
epoch takes half an hour on one core.
"""

import argparse
import math
import pathlib
import random
import re
import time

import torch
from torch import nn
from torch.nn import functional

from bert import DENSE, LAYERS, NORMS, WIDTH, Bert, WordPieces, read_safetensors, write_safetensors
from train import ADAPTER, MOST, PACKAGE, ROOT, descend, misheard, padded, put, read_films, words_in

READER = ADAPTER.parent / "reader.safetensors"

RANK = 32
RATE = 8e-4
# First layers that stay as they are.
FIXED = 2
# Questions of a step.
QUESTIONS = 16
# Pieces of the lines that are read with a question, and of a question.
SIZES = (52, 64, 76)
LONGEST_QUESTION = 64
# Lines of other films that have the most words of a question: one of them is read with it.
NEAREST = 16
# Share of the loss that judges each line by itself.
ALONE = 0.5
KEPT = 0.98


def adapted(rank):
    """The packaged encoder with its adapter merged into the weights, as the service has it."""
    tensors = read_safetensors(PACKAGE / "model.fp16.safetensors")
    own = read_safetensors(ADAPTER)
    for at in range(LAYERS):
        for name in DENSE.values():
            key = f"encoder.layer.{at}.{name}.weight"
            tensors[key] = tensors[key] + own[f"{key}.b"] @ own[f"{key}.a"]
        for name in NORMS.values():
            for part in ("weight", "bias"):
                key = f"encoder.layer.{at}.{name}.{part}"
                tensors[key] = own[key]
    return Bert(tensors, rank)


class Reader(nn.Module):
    def __init__(self, rank):
        super().__init__()
        self.bert = adapted(rank)
        for layer in self.bert.layers[:FIXED]:
            for numbers in layer.parameters():
                numbers.requires_grad = False
        # What a line says by itself, and beside it how near it is to the question.
        self.head = nn.Linear(WIDTH, 1)
        nn.init.zeros_(self.head.weight)
        nn.init.constant_(self.head.bias, -6.0)
        self.scale = nn.Parameter(torch.tensor([15.0]))

    def forward(self, texts):
        """texts: [(indices, [(from, to)])], the question in the first place; the logit of each line of each text."""
        indices, mask = padded([text[0] for text in texts])
        rows = self.bert(indices, mask)
        spans = [(at, begin, end) for at, (_, places) in enumerate(texts) for begin, end in places]
        # By one product: the gradient of a slice is as large as all rows.
        shares = torch.zeros(len(spans), *indices.shape)
        for line, (at, begin, end) in enumerate(spans):
            shares[line, at, begin:end] = 1 / (end - begin)
        means = shares.flatten(1) @ rows.flatten(0, 1)
        asked = [line for line, (_, begin, _) in enumerate(spans) if begin == 1]
        counts = torch.tensor([len(places) for _, places in texts])
        questions = functional.normalize(means[asked], dim=-1).repeat_interleave(counts, 0)
        near = (questions * functional.normalize(means, dim=-1)).sum(-1)
        logits = self.head(means)[:, 0] + self.scale * near
        lines = torch.tensor([line for line, (_, begin, _) in enumerate(spans) if begin > 1])
        return logits[lines]


    def goes_on_from(self, path):
        """Takes what a reader has learned before."""
        own, before = self.bert.adapter(), read_safetensors(path)
        with torch.no_grad():
            for name, numbers in own.items():
                numbers.copy_(before[name])
            self.head.weight.copy_(before["head.weight"])
            self.head.bias.copy_(before["head.bias"])
            self.scale.copy_(before["head.scale"])


def text_of(pieces, question, lines):
    """[CLS] question [SEP] line [SEP] line [SEP] ..."""
    indices = [pieces.begin, *pieces.inside(question)[:LONGEST_QUESTION], pieces.end]
    places = [(1, len(indices) - 1)]
    for line in lines:
        own = pieces.inside(line)[:MOST] or [pieces.unknown]
        places.append((len(indices), len(indices) + len(own)))
        indices += [*own, pieces.end]
    return indices, places


def window(lengths, at, most):
    """Lines around one, from and to (exclusive), of so many pieces at most, with the one at a random place."""
    begin, end, total = at, at + 1, lengths[at] + 1
    while True:
        sides = [side for side in (begin - 1, end) if 0 <= side < len(lengths) and total + lengths[side] + 1 <= most]
        if not sides:
            return begin, end
        side = random.choice(sides)
        total += lengths[side] + 1
        begin, end = min(begin, side), max(end, side + 1)


def chosen(questions):
    """One of the questions that two in three lines answer, half of those without an answer, and all that are put as to a chat."""
    found, lines = [], {}
    for text, right in questions:
        if text[:1].isupper() or text.endswith("?"):
            found.append((text, right))
        elif right:
            lines.setdefault(tuple(right), []).append((text, right))
        elif random.random() < 0.5:
            found.append((text, right))
    return found + [random.choice(own) for own in lines.values() if random.random() < 0.67]


def read_wanted(films):
    """
    What criteria and fields look for in films: [(film, text, [line])]. In material/criteria: `c LINES | name | rubric` and
    `f LINES | name | type | description`; a criterion for many films is told once, `C LETTER | name | rubric`, and then only
    `LETTER LINES`.
    """
    places = {film["title"]: at for at, film in enumerate(films)}
    found = []
    for path in sorted((ROOT / "scripts/encoder/material/criteria").glob("*.txt")):
        film, told = None, {}
        for row in filter(None, map(str.strip, path.read_text().splitlines())):
            kind, parts = row[0], [part.strip() for part in row.split("|")[1:]]
            if row.startswith("##"):
                film = places.get(row[2:].strip())
            elif kind == "C":
                told[row[2]] = ". ".join(parts)
            elif film is not None:
                lines = row[1:].split("|", 1)[0].strip()
                right = [] if lines == "-" else [int(line) for line in lines.split(",")]
                text = told[kind] if not parts else ". ".join(parts) if kind == "c" else asked_field(*parts)
                # Most films have nothing of a criterion for many.
                if parts or right or random.random() < 0.5:
                    found.append((film, text, [line for line in right if line < len(films[film]["lines"])]))
    return found


def asked_field(name, kind, described=""):
    """As extraction asks for a field: questions.ts."""
    spelled = re.sub(r"[_-]+", " ", re.sub(r"([a-z])([A-Z])", r"\1 \2", name)).lower()
    options = re.search(r"enum\((.*)\)", kind)
    return " ".join(filter(None, [f"{spelled}{f': {described}' if described else ''}", options and options[1].replace("/", ", ").replace("_", " ")]))


def stems(text):
    return {word[:5] for word in words_in(text) if len(word) > 2}


class Material:
    """Questions with what is read for them. Those of criteria and fields are asked of their own film alone."""

    def __init__(self, films, pieces):
        self.films, self.pieces = films, pieces
        self.lengths = [[len(pieces.inside(line)[:MOST]) for line in film["lines"]] for film in films]
        self.places = [(film, line) for film, one in enumerate(films) for line in range(len(one["lines"]))]
        asked = [(film, text, right, True) for film, one in enumerate(films) for text, right in chosen(one["questions"])]
        self.questions = asked + [(*one, False) for one in read_wanted(films)]
        self.vocabulary = sorted({word for film in films for line in film["lines"] for word in words_in(line)})
        self.postings = {}
        for at, (film, line) in enumerate(self.places):
            for stem in stems(films[film]["lines"][line]):
                self.postings.setdefault(stem, []).append(at)

    def near(self, text, most):
        """Lines with words of a text, those with rare ones first."""
        weights = {}
        for stem in stems(text):
            own = self.postings.get(stem, ())
            if len(own) < 600:
                for at in own:
                    weights[at] = weights.get(at, 0) + math.log(len(self.places) / len(own))
        return [self.places[at] for at in sorted(weights, key=weights.get, reverse=True)[:most]]

    def texts_of(self, at):
        """What is read with a question: [(text, [whether each line answers])]."""
        film, question, right, everywhere = self.questions[at]
        most = random.choice(SIZES)
        own = [(film, line) for line in range(len(self.films[film]["lines"])) if line not in right] or [(film, 0)]
        others = [place for place in self.near(question, NEAREST) if place[0] != film] if everywhere else []
        first = (film, random.choice(right)) if right else random.choice(own)
        second = random.choice(others if others and random.random() < 0.6 else own)
        found = []
        third = random.choice(others if others and second[0] == film else own)
        for number, line in (first, second, third):
            begin, end = window(self.lengths[number], line, most)
            if any(number == one[0] and begin < one[2] and one[1] < end for one in found):
                continue
            found.append((number, begin, end))
        texts = []
        for number, begin, end in found:
            lines = misheard(self.films[number]["lines"][begin:end], self.vocabulary)
            if random.random() < 0.3:
                lines = [" ".join(words_in(line)) or line for line in lines]
            answers = [float(number == film and line in right) for line in range(begin, end)]
            texts.append((text_of(self.pieces, question, lines), answers))
        return texts


def loss_of(reader, groups):
    texts = [(text, answers, group) for group, own in enumerate(groups) for text, answers in own]
    texts.sort(key=lambda one: len(one[0][0]))
    half = len(texts) // 2
    logits = torch.cat([reader([one[0] for one in part]) for part in (texts[:half], texts[half:])])
    right = torch.tensor([answer for _, answers, _ in texts for answer in answers])
    group = torch.tensor([own for _, answers, own in texts for _ in answers])
    total = 0
    for at in range(len(groups)):
        own, answers = logits[group == at], right[group == at]
        nothing = torch.zeros(1)
        every = torch.logsumexp(torch.cat([own, nothing]), 0)
        chosen = own[answers > 0] if answers.sum() > 0 else nothing
        total = total + every - torch.logsumexp(chosen, 0)
    alone = functional.binary_cross_entropy_with_logits(logits, right, reduction="sum")
    return (total + ALONE * alone) / len(groups)


def read_all(reader, pieces, question, windows):
    """The logits of windows' lines: {(film, line): logit}."""
    texts = [text_of(pieces, question, lines) for _, _, lines in windows]
    found = {}
    logits = iter(reader(texts).tolist())
    for film, begin, lines in windows:
        for at in range(len(lines)):
            place = (film, begin + at)
            found[place] = max(found.get(place, -99), next(logits))
    return found


def report(reader, pieces, films):
    """How often the best line of its film answers a question, and how none is told."""
    reader.eval()
    state = random.getstate()
    random.seed(3)
    material = Material(films, pieces)
    for everywhere in (True, False):
        own = [one for one in material.questions if one[3] == everywhere]
        best_of = []
        with torch.no_grad():
            for film, question, right, _ in random.sample(own, min(80, len(own))):
                lines, windows, begin = films[film]["lines"], [], 0
                while begin < len(lines):
                    end, total = begin, 0
                    while end < len(lines) and (end == begin or total + material.lengths[film][end] < 76):
                        total += material.lengths[film][end] + 1
                        end += 1
                    windows.append((film, begin, lines[begin:end]))
                    begin = end
                logits = read_all(reader, pieces, question, windows)
                best = max(logits, key=logits.get)
                best_of.append((logits[best], best[1] in right, bool(right)))
        asked = [hit for _, hit, has in best_of if has]
        bounds = [x / 4 for x in range(-24, 24)]
        right = max(sum((logit >= bound and hit) if has else logit < bound for logit, hit, has in best_of) for bound in bounds)
        name = "questions" if everywhere else "criteria and fields"
        print(f"{name}: first of {len(asked)}: {sum(asked) / len(asked):.3f}; right with the best bound {right / len(best_of):.3f} of {len(best_of)}", flush=True)
    random.setstate(state)
    reader.train()


def fit(reader, pieces, material, held_out, asked):
    fitted = [numbers for numbers in reader.parameters() if numbers.requires_grad]
    optimizer = torch.optim.AdamW(fitted, lr=RATE, weight_decay=0.01)
    average = [numbers.detach().clone() for numbers in fitted]
    count = int(len(material.questions) // QUESTIONS * asked.epochs)
    order, began, total = [], time.time(), 0
    report(reader, pieces, held_out)
    for step in range(count):
        if len(order) < QUESTIONS:
            order = random.sample(range(len(material.questions)), len(material.questions))
        own, order = order[:QUESTIONS], order[QUESTIONS:]
        optimizer.param_groups[0]["lr"] = asked.rate * min(1, (step + 1) / 40) * max(0.02, 1 - step / count)
        loss = loss_of(reader, [material.texts_of(at) for at in own])
        descend(loss, optimizer, fitted, average, min(KEPT, (step + 1) / (step + 10)))
        total += loss.item()
        if (step + 1) % 25 == 0:
            print(f"step {step + 1} of {count}: loss {total / 25:.3f}, {(time.time() - began) / (step + 1):.2f} s each", flush=True)
            total = 0
        if (step + 1) % 150 == 0 or step + 1 == count:
            now = [numbers.detach().clone() for numbers in fitted]
            put(average, fitted)
            report(reader, pieces, held_out)
            write_safetensors(asked.out, {**reader.bert.adapter(), "head.weight": reader.head.weight, "head.bias": reader.head.bias, "head.scale": reader.scale})
            if step + 1 < count:
                put(now, fitted)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=float, default=0.85)
    parser.add_argument("--from", dest="before", type=pathlib.Path)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--out", type=pathlib.Path, default=READER)
    asked = parser.parse_args()
    torch.set_flush_denormal(True)
    torch.manual_seed(1)
    random.seed(1)
    films = read_films()
    held_out = films[::20]
    films = [film for film in films if film not in held_out]
    pieces = WordPieces(PACKAGE / "tokenizer.json")
    material = Material(films, pieces)
    print(f"{len(films)} films, {len(material.questions)} questions", flush=True)
    reader = Reader(RANK)
    if asked.before:
        reader.goes_on_from(asked.before)
    fit(reader, pieces, material, held_out, asked)


if __name__ == "__main__":
    main()

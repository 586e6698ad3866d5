"""
Fits the packaged text encoder to a second task: which lines of a stretch of a recording answer a question, read together
with it (a cross-encoder; Nogueira and Cho 2019, "Passage Re-ranking with BERT"). Writes an adapter of 1.3 MB to
src/service/understanding/embeddings/sentence/reader.safetensors. It starts from the adapter of train.py.

    npm ci; apt-get install python3-torch python3-numpy libopenblas0-pthread
    python3 scripts/encoder/reader.py [--minutes N] [--held-out]

Needs an hour on two cores. --held-out keeps every tenth film back and prints how well its questions' lines are told from
others, by the reader and by the cosine of train.py's encoder. The material is that of train.py.
"""

import argparse
import math
import random
import time

import torch
from torch import nn
from torch.nn import functional

from bert import WIDTH, Bert, WordPieces, read_safetensors, write_safetensors
from train import ADAPTER, PACKAGE, RANK, ROOT, line_vectors, misheard, padded, question_vectors, read_films

READER = ADAPTER.with_name("reader.safetensors")

RATE = 3e-4
DROPPED = 0.1
# Questions of a step.
BATCH = 24
# Pieces of a question, of a line, and of a question with its lines.
MOST_QUESTION, MOST_LINE, MOST = 40, 62, 88
# A line that answers counts so much more than one that does not.
ANSWER_COUNTS = 3.0
# Share of the questions that are read with lines of another film, and how many of those nearest by cosine are chosen from.
OTHERS = 0.3
NEAREST = 6
# Share of the questions that are put as to a chat, by other hands: material/asked.
CHAT = 0.4


class Reader(nn.Module):
    """The encoder with one number a line: how surely it answers."""

    def __init__(self, bert):
        super().__init__()
        self.bert = bert
        self.head = nn.Linear(WIDTH, 1)
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.constant_(self.head.bias, -2.0)

    def forward(self, texts, places):
        """The logits of lines: places are (text, from, to)."""
        rows = self.bert(*padded(texts), DROPPED)
        means = torch.stack([rows[text, begin:end].mean(0) for text, begin, end in places])
        return self.head(means).squeeze(1)


def read_asked(films):
    """The questions of material/asked, to their films: [(film, (text, [line]))]."""
    known = {film["title"]: film for film in films}
    asked, film = [], None
    for path in sorted((ROOT / "scripts/encoder/material/asked").glob("*.txt")):
        for row in filter(None, map(str.strip, path.read_text().splitlines())):
            if row.startswith("##"):
                film = known.get(row[2:].strip())
            elif film:
                lines, text = row.split(" | ", 1)
                asked.append((film, (text, [] if lines == "-" else [int(line) for line in lines.split(",")])))
    return asked


def nearest_elsewhere(bert, pieces, films, asked):
    """For each question the lines of other films that are nearest: [[(film, line)]]."""
    bert.eval()
    with torch.no_grad():
        owners = [(at, line) for at, film in enumerate(films) for line in range(len(film["lines"]))]
        vectors = torch.cat([line_vectors(bert, pieces, [film["lines"]], 96, 3) for film in films])
        own = torch.tensor([at for at, _ in owners])
        places = {id(film): at for at, film in enumerate(films)}
        found = []
        for first in range(0, len(asked), 64):
            part = asked[first : first + 64]
            cosines = question_vectors(bert, pieces, [text for _, (text, _) in part]) @ vectors.T
            for row, (film, _) in zip(cosines, part):
                row[own == places[id(film)]] = -2
                found.append([(films[owners[at][0]], owners[at][1]) for at in row.topk(NEAREST).indices.tolist()])
    return found


def joined(pieces, question, cut, first):
    """A question with the lines from `first` on, as far as they go: (indices, [(line, from, to)])."""
    indices = [pieces.begin, *question[:MOST_QUESTION], pieces.end]
    places = []
    for line in range(first, len(cut)):
        own = cut[line][:MOST_LINE]
        if places and len(indices) + len(own) + 1 > MOST:
            break
        places.append((line, len(indices), len(indices) + len(own)))
        indices += [*own, pieces.end]
    return indices, places


def example(pieces, film, question, elsewhere, vocabulary):
    """What is read for a question, and which of its lines answer."""
    text, right = question
    target = random.choice(right) if right else random.randrange(len(film["lines"]))
    if random.random() < OTHERS:
        film, target = random.choice(elsewhere)
        right = []
    cut = [pieces.inside(line) or [pieces.unknown] for line in misheard(film["lines"], vocabulary)]
    first = max(0, target - random.randrange(0, 4))
    indices, places = joined(pieces, pieces.inside(text), cut, first)
    return indices, places, [1.0 if line in right else 0.0 for line, _, _ in places]


def fit(reader, pieces, films, minutes):
    vocabulary = sorted({word for film in films for line in film["lines"] for word in line.lower().split()})
    fitted = [numbers for numbers in reader.parameters() if numbers.requires_grad]
    optimizer = torch.optim.AdamW(fitted, lr=RATE, weight_decay=0.01)
    typed = [(film, question) for film in films for question in film["questions"]]
    chat = read_asked(films)
    kinds = [[(*one, near) for one, near in zip(own, nearest_elsewhere(reader.bert, pieces, films, own))] for own in (typed, chat)]
    print(f"{len(typed)} questions as typed, {len(chat)} as to a chat", flush=True)
    left = [[], []]
    begun, step, total = time.time(), 0, 0.0
    reader.train()
    while (passed := (time.time() - begun) / 60) < minutes:
        optimizer.param_groups[0]["lr"] = RATE * min(1, (step + 1) / 50) * max(0.02, 1 - passed / minutes)
        read = []
        for _ in range(BATCH):
            kind = int(random.random() < CHAT)
            left[kind] = left[kind] or random.sample(kinds[kind], len(kinds[kind]))
            read.append(example(pieces, *left[kind].pop(), vocabulary))
        places = [(text, begin, end) for text, (_, own, _) in enumerate(read) for _, begin, end in own]
        right = torch.tensor([one for _, _, own in read for one in own])
        logits = reader([indices for indices, _, _ in read], places)
        counts = torch.where(right > 0, ANSWER_COUNTS, 1.0)
        loss = functional.binary_cross_entropy_with_logits(logits, right, weight=counts, reduction="sum") / BATCH
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(fitted, 1.0)
        optimizer.step()
        total += loss.item()
        step += 1
        if step % 25 == 0:
            print(f"{passed:.1f} min, step {step}: loss {total / 25:.3f}", flush=True)
            total = 0.0


def report(reader, bert, pieces, films):
    """How often the line that is most likely answers, and how well answered questions are told from others, both ways."""
    reader.eval()
    bert.eval()
    ways = {"reader": [], "cosine": [], "both": []}
    with torch.no_grad():
        for film in films:
            cut = [pieces.inside(line) or [pieces.unknown] for line in film["lines"]]
            vectors = line_vectors(bert, pieces, [film["lines"]], 96, 3)
            cosines = question_vectors(bert, pieces, [text for text, _ in film["questions"]]) @ vectors.T
            for (text, right), own in zip(film["questions"], cosines.tolist()):
                best = [-99.0] * len(cut)
                for first in range(0, len(cut), 3):
                    indices, places = joined(pieces, pieces.inside(text), cut, first)
                    logits = reader([indices], [(0, begin, end) for _, begin, end in places]).tolist()
                    for (line, _, _), logit in zip(places, logits):
                        best[line] = max(best[line], logit)
                scores = {"reader": best, "cosine": own, "both": [r + 10 * c for r, c in zip(best, own)]}
                for way, numbers in scores.items():
                    top = max(range(len(numbers)), key=numbers.__getitem__)
                    ways[way].append((numbers[top], bool(right), top in right))
    for way, found in ways.items():
        answered = [score for score, right, _ in found if right]
        others = [score for score, right, _ in found if not right]
        above = sum(one > other for one in answered for other in others) / (len(answered) * len(others))
        hits = sum(hit for _, _, hit in found) / len(answered)
        print(f"{way}: hit@1 in the film {hits:.3f}, answered above unanswered {above:.3f}", flush=True)


def adapted(tensors):
    """The encoder that train.py fitted."""
    bert = Bert(tensors, RANK)
    fitted = read_safetensors(ADAPTER)
    with torch.no_grad():
        for name, tensor in bert.adapter().items():
            tensor.copy_(fitted[name])
    return bert


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--held-out", action="store_true")
    asked = parser.parse_args()
    torch.manual_seed(1)
    random.seed(1)
    films = read_films()
    held_out = films[::10] if asked.held_out else []
    films = [film for film in films if film not in held_out]
    pieces = WordPieces(PACKAGE / "tokenizer.json")
    tensors = read_safetensors(PACKAGE / "model.fp16.safetensors")
    reader = Reader(adapted(tensors))
    fit(reader, pieces, films, asked.minutes)
    numbers = {**reader.bert.adapter(), "head.weight": reader.head.weight[0], "head.bias": reader.head.bias}
    write_safetensors(READER, numbers)
    if held_out:
        report(reader, adapted(tensors), pieces, held_out)


if __name__ == "__main__":
    main()

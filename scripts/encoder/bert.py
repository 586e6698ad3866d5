"""all-MiniLM-L6-v2 with an adapter (Hu et al. 2021, "LoRA") in PyTorch: the same as src/service/understanding/models/embeddings/sentence."""

import json
import math
import struct
import unicodedata

import numpy
import torch
from torch import nn
from torch.nn import functional

WIDTH, HEADS, LAYERS = 384, 12, 6

# What the adapter changes, by the names of the model's tensors.
DENSE = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "o": "attention.output.dense",
    "u": "intermediate.dense",
    "d": "output.dense",
}
NORMS = {"n1": "attention.output.LayerNorm", "n2": "output.LayerNorm"}


def read_safetensors(path):
    """The 16-bit tensors of a file, as 32-bit ones, by name."""
    content = open(path, "rb").read()
    (length,) = struct.unpack("<Q", content[:8])
    found = {}
    for name, entry in json.loads(content[8 : 8 + length]).items():
        if entry.get("dtype") != "F16":
            continue
        begin, end = (8 + length + offset for offset in entry["data_offsets"])
        numbers = numpy.frombuffer(content[begin:end], dtype=numpy.float16).astype(numpy.float32)
        found[name] = torch.from_numpy(numbers.reshape(entry["shape"]))
    return found


def write_safetensors(path, tensors):
    """Writes tensors as 16-bit floats."""
    header, body = {}, b""
    for name, tensor in tensors.items():
        numbers = tensor.detach().half().contiguous().numpy().tobytes()
        offsets = [len(body), len(body) + len(numbers)]
        header[name] = {"dtype": "F16", "shape": list(tensor.shape), "data_offsets": offsets}
        body += numbers
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + body)


class WordPieces:
    """Cuts text into pieces of the vocabulary."""

    def __init__(self, path):
        self.vocabulary = json.load(open(path))["model"]["vocab"]
        self.begin, self.end, self.unknown = (self.vocabulary[name] for name in ("[CLS]", "[SEP]", "[UNK]"))
        self.known = {}

    def inside(self, text):
        """The indices of the pieces, without beginning and end."""
        return [piece for word in words_of(text) for piece in self.cut_word(word)]

    def cut_word(self, word):
        if word not in self.known:
            self.known[word] = self.longest_pieces(word)
        return self.known[word]

    def longest_pieces(self, word):
        found, begin = [], 0
        while begin < len(word):
            for end in range(len(word), begin, -1):
                index = self.vocabulary.get(("##" if begin else "") + word[begin:end])
                if index is not None:
                    break
            else:
                return [self.unknown]
            found.append(index)
            begin = end
        return found


def words_of(text):
    """Words without case and accents; marks of punctuation are words of their own."""
    plain = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn").lower()
    words, word = [], ""
    for char in plain:
        category = unicodedata.category(char)[0]
        mark = category in "PS" or "\u4e00" <= char <= "\u9fff"
        if mark or char.isspace() or category == "C":
            words += [word] if word else []
            words += [char] if mark else []
            word = ""
        else:
            word += char
    return words + ([word] if word else [])


class AdaptedDense(nn.Module):
    """A dense layer whose weights are those of the model, plus a product of two small matrices that is fitted."""

    def __init__(self, weight, bias, rank):
        super().__init__()
        self.weight, self.bias = (nn.Parameter(one.clone(), requires_grad=False) for one in (weight, bias))
        self.a = nn.Parameter(torch.randn(rank, weight.shape[1]) / math.sqrt(weight.shape[1]))
        self.b = nn.Parameter(torch.zeros(weight.shape[0], rank))

    def forward(self, rows):
        # Not by one matrix: its gradient would be as large as that of the model.
        return functional.linear(rows, self.weight, self.bias) + functional.linear(functional.linear(rows, self.a), self.b)


class Bert(nn.Module):
    """The encoder. Only the adapter's numbers and the norms of the layers are fitted."""

    def __init__(self, tensors, rank):
        super().__init__()
        fixed = lambda name: nn.Parameter(tensors[name].clone(), requires_grad=False)
        self.words = fixed("embeddings.word_embeddings.weight")
        self.places = fixed("embeddings.position_embeddings.weight")
        self.types = fixed("embeddings.token_type_embeddings.weight")
        self.norm = nn.ParameterList([fixed("embeddings.LayerNorm.weight"), fixed("embeddings.LayerNorm.bias")])
        self.layers = nn.ModuleList()
        for at in range(LAYERS):
            of = lambda name, at=at: tensors[f"encoder.layer.{at}.{name}"]
            layer = nn.ModuleDict(
                {key: AdaptedDense(of(f"{name}.weight"), of(f"{name}.bias"), rank) for key, name in DENSE.items()}
            )
            for key, name in NORMS.items():
                own = [nn.Parameter(of(f"{name}.{part}").clone()) for part in ("weight", "bias")]
                layer[key] = nn.ParameterList(own)
            self.layers.append(layer)

    def forward(self, pieces, mask, dropped=0.0):
        """The rows of texts: [texts, pieces, WIDTH]. Mask is 1 where there is a piece."""
        rate = dropped if self.training else 0.0
        drop = lambda rows: functional.dropout(rows, rate) if rate else rows
        norm = lambda rows, own: functional.layer_norm(rows, (WIDTH,), own[0], own[1], 1e-12)
        rows = drop(norm(self.words[pieces] + self.places[: pieces.shape[1]] + self.types[0], self.norm))
        count, length, _ = rows.shape
        hidden = (1 - mask)[:, None, None, :] * -1e4
        for layer in self.layers:
            query, key, value = (
                layer[name](rows).view(count, length, HEADS, WIDTH // HEADS).transpose(1, 2) for name in "qkv"
            )
            attention = torch.softmax(query @ key.transpose(-1, -2) / math.sqrt(WIDTH // HEADS) + hidden, -1)
            seen = (drop(attention) @ value).transpose(1, 2).reshape(count, length, WIDTH)
            rows = norm(rows + drop(layer["o"](seen)), layer["n1"])
            rows = norm(rows + drop(layer["d"](functional.gelu(layer["u"](rows)))), layer["n2"])
        return rows

    def adapter(self):
        """What was fitted, by the names that adapter.ts reads."""
        found = {}
        for at, layer in enumerate(self.layers):
            for key, name in DENSE.items():
                found[f"encoder.layer.{at}.{name}.weight.a"] = layer[key].a
                found[f"encoder.layer.{at}.{name}.weight.b"] = layer[key].b
            for key, name in NORMS.items():
                found[f"encoder.layer.{at}.{name}.weight"], found[f"encoder.layer.{at}.{name}.bias"] = layer[key]
        return found

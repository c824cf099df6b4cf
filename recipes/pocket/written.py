"""Questions written for this, about paragraphs of the pool: the files that a reading stage takes beside its own.

    PYTHONPATH=engine python recipes/pocket/written.py --data DATA --out DIR

`written.jsonl.gz` names paragraphs by a hash, sentences by their place in them; their text is DATA's. Leaves in DIR
`asked.json.gz`, those about one paragraph, in SQuAD's form (`memagent traces --asked`), where the answer is empty as ones
that look answered and are not; `hotpot.jsonl.gz`, HotpotQA's own and those that need two paragraphs, each beside the five
paragraphs most like it (`--hotpot`); and `two-hop.jsonl.gz`, of every twelfth pair of paragraphs the questions that need
both, held back from the others: all of it counts as held out (`memagent eval run --tasks hqa --hotpot`), though its
paragraphs occur in other questions.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import math
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from memagent_engine.pocket.sources import Paragraph, hotpot, is_held_out, training_paragraphs

QUESTIONS = Path(__file__).parent / "written.jsonl.gz"
NEAR = 5           # paragraphs beside the gold ones of a question
HELD_BACK = 12     # every so many pairs of paragraphs


def name(paragraph: Paragraph) -> str:
    """Of a paragraph, in the file of questions."""
    return hashlib.sha256(f"{paragraph.title}\n{paragraph.text}".encode()).hexdigest()[:10]


class Likeness:
    """Which paragraphs have most of the rare words of a text."""

    def __init__(self, paragraphs: list[Paragraph]) -> None:
        self.paragraphs = paragraphs
        having: dict[str, list[int]] = defaultdict(list)
        for i, paragraph in enumerate(paragraphs):
            for word in self.words(f"{paragraph.title} {paragraph.text}"):
                having[word].append(i)
        self.having = {word: np.array(places) for word, places in having.items() if len(places) < 2000}

    @staticmethod
    def words(text: str) -> set[str]:
        return set(re.findall(r"\w{3,}", text.lower()))

    def nearest(self, text: str, gold: set[str], most: int) -> list[Paragraph]:
        places = [self.having[word] for word in sorted(self.words(text)) if word in self.having]
        if not places:
            return []
        weights = np.repeat([math.log(len(self.paragraphs) / len(each)) for each in places], [len(each) for each in places])
        weight = np.bincount(np.concatenate(places), weights)
        found = (self.paragraphs[i] for i in np.argsort(-weight, kind="stable")[: most + len(gold) + 8] if weight[i] > 0)
        return [each for each in found if each.title not in gold][:most]


def cut(text: str, starts: list[int]) -> list[str]:
    """A text in the sentences that begin there, the white space before each its own."""
    ends = [*(len(text[:start].rstrip()) for start in starts[1:]), len(text)]
    begins = [0, *ends[:-1]]
    return [text[a:b] for a, b in zip(begins, ends)]


def split_as(question: str, held: bool) -> str:
    """The same question, with spaces behind it until its hash is on that side of the split; readers take spaces off."""
    while is_held_out(question) != held:
        question += " "
    return question


def write(path: Path, lines: Iterable[str]) -> None:
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        for line in lines:
            file.write(line.encode())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    paragraphs = training_paragraphs(args.data)
    known = {name(paragraph): paragraph for paragraph in paragraphs}
    likeness = Likeness(paragraphs)
    articles: dict[str, dict[str, list[dict]]] = defaultdict(lambda: defaultdict(list))
    two_hop: dict[bool, list[dict]] = {False: [], True: []}
    lost = 0
    with gzip.open(QUESTIONS, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for number, row in enumerate(rows):
        gold = [(known.get(each), starts, sentence) for each, starts, sentence in row["gold"]]
        if any(paragraph is None for paragraph, _, _ in gold):
            lost += 1
            continue
        held, answer = row["pair"] % HELD_BACK == 0, row["answer"]
        if len(gold) == 1:
            if held:
                continue
            (paragraph, starts, sentence) = gold[0]
            said = answer or cut(paragraph.text, starts)[sentence].strip()
            found = [{"text": said, "answer_start": paragraph.text.index(said, starts[sentence])}]
            articles[paragraph.title][paragraph.text].append({
                "id": f"written-{number}", "question": row["question"],
                **({"answers": found} if answer else {"is_impossible": True, "answers": [], "plausible_answers": found}),
            })
            continue
        titles = {paragraph.title for paragraph, _, _ in gold}
        near = likeness.nearest(row["question"] + " " + " ".join(p.text for p, _, _ in gold), titles, NEAR)
        two_hop[held].append({
            "_id": f"written-{number}", "question": split_as(row["question"], held), "answer": answer, "type": "bridge",
            "supporting_facts": [[paragraph.title, sentence] for paragraph, _, sentence in gold],
            "context": [
                *([paragraph.title, cut(paragraph.text, starts)] for paragraph, starts, _ in gold),
                *([each.title, [each.text]] for each in near),
            ],
        })
    args.out.mkdir(parents=True, exist_ok=True)
    data = [
        {"title": title, "paragraphs": [{"context": context, "qas": qas} for context, qas in own.items()]}
        for title, own in articles.items()
    ]
    if data:  # there is none where the data are others
        write(args.out / "asked.json.gz", [json.dumps({"version": "1.1", "data": data}, ensure_ascii=False)])
    dumped = lambda each: json.dumps(each, ensure_ascii=False) + "\n"  # noqa: E731
    write(args.out / "hotpot.jsonl.gz", map(dumped, [*hotpot(args.data), *two_hop[False]]))
    write(args.out / "two-hop.jsonl.gz", map(dumped, two_hop[True]))
    asked = sum(len(qas) for own in articles.values() for qas in own.values())
    print(f"{asked} about one paragraph in {len(articles)} articles, {len(two_hop[False])} of two paragraphs, "
          f"{len(two_hop[True])} held back; {lost} whose paragraphs are not in the data")


if __name__ == "__main__":
    main()

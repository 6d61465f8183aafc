#!/usr/bin/env python3
"""character_runs.py - searches for runs of Chinese characters, by one process, and whether another program answers the same.

    character_runs.py PROGRAM DATABASE ARTICLES.jsonl [--other PROGRAM] [--count 300]

Each search is a run of one to twelve characters of an article, some with their characters in another order, some with a second run behind
them: single characters, what stands in texts, and what stands nowhere and is answered by a looser search. Each is asked once; p50,
p90, p99 and the longest time are in ms, from a request to its answer through a pipe, 4 s after the process began."""
import argparse, json, os, random, re, subprocess, sys, time
from measuring.spread import percentile

HAN = re.compile("[\u4e00-\u9fff]{12,}")
SEED, TEXTS, IDLE = 5, 5_000, 4


def runs(articles, count):
    """Searches, the same at every call."""
    chance, texts = random.Random(SEED), []
    with open(articles, encoding="utf-8") as file:
        for line in file:
            article = json.loads(line)
            texts += HAN.findall(article.get("text") or article.get("html") or "")[:3]
            if len(texts) >= TEXTS: break
    if not texts: sys.exit("no article has a run of twelve Chinese characters: " + articles)
    searches = []
    while len(searches) < count:
        text = chance.choice(texts)
        start = chance.randrange(len(text) - 11)
        run = text[start:start + chance.choice((1, 1, 2, 3, 5, 8, 12))]
        if chance.random() < .3: run = "".join(chance.sample(run, len(run)))
        if chance.random() < .3: run += " " + chance.choice(texts)[:chance.choice((1, 2))]
        searches.append(run)
    return searches


def ask(program, database, searches):
    process = subprocess.Popen(
        [os.path.abspath(program), "--db", database, "search", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    time.sleep(IDLE)
    times, answers = [], []
    for search in searches:
        start = time.perf_counter()
        process.stdin.write((json.dumps({"query": search, "limit": 10}, ensure_ascii=False) + "\n").encode())
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        times.append((time.perf_counter() - start) * 1000)
        answer.pop("took_ms", None)
        answers.append(answer)
    process.stdin.close()
    process.wait()
    print("%s: p50 %.1f, p90 %.1f, p99 %.1f, longest %.1f ms"
          % (program, *(percentile(times, part) for part in (50, 90, 99)), max(times)), flush=True)
    return answers


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("program", "database", "articles"): arguments.add_argument(name)
    arguments.add_argument("--other")
    arguments.add_argument("--count", type=int, default=300)
    a = arguments.parse_args()
    searches = runs(a.articles, a.count)
    answers = ask(a.program, a.database, searches)
    if not a.other: return
    others = ask(a.other, a.database, searches)
    same = sum(one == other for one, other in zip(answers, others))
    print("%d of %d answers are the same" % (same, len(searches)))
    sys.exit(same < len(searches))


main()

#!/usr/bin/env python3
"""compare_answers.py OLD NEW DATABASE ARTICLES.jsonl [--new-database FILE] [--count 2000] [--seed 1]: whether two programs answer alike.

Makes searches from the words of the articles (terms, AND, OR, exclusions, phrases, NEAR, prefixes, fields, filters, facets of
the query language; each sort; with and without texts), asks both programs all of them by `search --jsonl` and compares the
answers byte by byte, but for took_ms and for totals that are lower bounds. The same arguments make the same searches. Both programs must know the schema of
DATABASE; --new-database is the same articles in the schema that only NEW knows. Prints the searches whose answers differ; exit status 1 if there are any.
"""
import argparse
import json
import random
import re
import subprocess
import sys

WORD = re.compile(r"[A-Za-z]{2,12}|[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af]{2,6}")


def words_of(path, limit=2_000):
    """Words as they stand in titles and texts, and runs of three adjacent words."""
    words, runs = [], []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file):
            if number >= limit:
                break
            article = json.loads(line)
            text = re.sub(r"<[^>]*>", " ", "%s %s" % (article.get("title", ""), article.get("html") or article.get("text", "")))
            found = WORD.findall(text)[:200]
            words += found
            runs += [" ".join(found[i:i + 3]) for i in range(0, max(0, len(found) - 2), 7)]
    return words, runs


def searches(words, runs, count, seed):
    pick = random.Random(seed)
    word = lambda: pick.choice(words)
    forms = [
        lambda: word(),
        lambda: "%s %s" % (word(), word()),
        lambda: "%s OR %s" % (word(), word()),
        lambda: "%s OR %s OR %s OR %s" % (word(), word(), word(), word()),
        lambda: "%s -%s" % (word(), word()),
        lambda: '"%s"' % " ".join(pick.choice(runs).split()[:pick.randint(2, 3)]),
        lambda: "NEAR(%s %s, %d)" % (word(), word(), pick.randint(1, 9)),
        lambda: "%s*" % word()[:pick.randint(2, 4)],
        lambda: "title:%s" % word(),
        lambda: "%s is:unread" % word(),
        lambda: "%s date:2010.." % word(),
        lambda: "(%s OR %s) %s" % (word(), word(), word()),
        lambda: "%s has:image" % word(),
        lambda: " ".join(word() for _ in range(pick.randint(5, 16))),
        lambda: "%s %s" % (word()[:1], word()),
        lambda: "%s lang:%s" % (word(), pick.choice(["en", "zh", "ja"])),
    ]
    for number in range(count):
        query = pick.choice(forms)()
        request = {"id": number, "query": query, "limit": pick.choice([1, 10, 20, 100])}
        if pick.random() < 0.5:
            request["only"] = "ids"
        if pick.random() < 0.3:
            request["sort"] = pick.choice(["newest", "oldest"])
        if pick.random() < 0.2:
            request["match"] = pick.choice(["all", "any"])
        yield request


def answers(program, database, lines):
    run = subprocess.run(
        [program, "--db", database, "--utc", "--timeout", "60s", "search", "--jsonl"], input=lines, text=True,
        capture_output=True)
    if run.returncode not in (0, 1):
        sys.exit("%s: %s" % (program, run.stderr[-400:]))
    out = []
    for line in run.stdout.splitlines():
        answer = json.loads(line)
        answer.pop("took_ms", None)
        out.append(answer)
    return out


def agree(old, new):
    """A total that is a lower bound agrees with any total that is not less."""
    bounds = [a for a in (old, new) if a.get("total_at_least")]
    if bounds:
        exact = [a["total"] for a in (old, new) if not a.get("total_at_least")]
        if any(a["total"] > total for a in bounds for total in exact):
            return False
        old, new = ({k: v for k, v in a.items() if k not in ("total", "total_at_least")} for a in (old, new))
    return json.dumps(old, ensure_ascii=False, sort_keys=True) == json.dumps(new, ensure_ascii=False, sort_keys=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("database")
    parser.add_argument("articles")
    parser.add_argument("--new-database")
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    words, runs = words_of(options.articles)
    asked = [json.dumps(search, ensure_ascii=False) for search in searches(words, runs, options.count, options.seed)]
    lines = "".join(line + "\n" for line in asked)
    old = answers(options.old, options.database, lines)
    new = answers(options.new, options.new_database or options.database, lines)
    differing = [search for search, a, b in zip(asked, old, new) if not agree(a, b)]
    for search in differing[:20]:
        print(search)
    print("%d of %d answers are the same" % (len(asked) - len(differing), len(asked)))
    sys.exit(1 if differing or len(old) != len(new) or len(old) != len(asked) else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Prints requests for `feedsearch search --jsonl`: the queries of queries/, in all ways of matching and sorting."""

import json
from pathlib import Path

QUERIES = Path(__file__).parent.parent / "queries"


def queries():
    for path in sorted((QUERIES / "relevance").rglob("*.jsonl")):
        if path.name.endswith(".articles.jsonl"):
            continue
        for line in path.read_text().splitlines():
            if line.strip():
                yield json.loads(line)["query"]
    for path in sorted((QUERIES / "speed").glob("*.txt")):
        yield from (line for line in path.read_text().splitlines() if line and not line.startswith("#"))


for number, query in enumerate(dict.fromkeys(queries())):
    for match, sort in [("auto", "relevance"), ("any", "relevance"), ("all", "newest")]:
        request = {"id": f"{number}-{match}", "query": query, "match": match, "sort": sort, "limit": 30}
        print(json.dumps(request | {"facets": match == "auto", "timeout_ms": 60000}, ensure_ascii=False))

#!/usr/bin/env python3
"""Writes Sources/Markup/HTMLEntities+Data.swift from the HTML standard's table as Python carries it (html.entities.html5).

Each entry is `name:hex` or `name!hex`: `!` marks the old names that browsers also read without their semicolon. Two
scalars are joined by `+`. Run it from the package root: python3 Tools/generate-html-entities.py
"""
import html.entities
import pathlib

table = html.entities.html5
legacy = {name for name in table if not name.endswith(";")}
entries = []
for name in sorted(table):
    if not name.endswith(";"):
        continue
    bare = name[:-1]
    value = "+".join(f"{ord(scalar):x}" for scalar in table[name])
    entries.append(f"{bare}{'!' if bare in legacy else ':'}{value}")
lines, line = [], ""
for entry in entries:
    if len(line) + len(entry) + 1 > 106:
        lines.append(line)
        line = ""
    line += entry + " "
lines.append(line)
body = "\n".join(f"        {text}\\" for text in lines)
pathlib.Path("Sources/Markup/HTMLEntities+Data.swift").write_text(
    f'''// Made by Tools/generate-html-entities.py; change that, not this.

extension HTMLEntities {{
    /// The {len(entries)} named references of <https://html.spec.whatwg.org/#named-character-references>, each `name:hex` or,
    /// for the {len(legacy)} that also work without a semicolon, `name!hex`; two scalars are joined by `+`.
    static let namedReferences = """
{body}

        """
}}
'''
)

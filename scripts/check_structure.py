#!/usr/bin/env python3
"""check_structure.py - part of `make lint`: no room (target) above 6,000 lines, no type with more than 40 public members.

Members are counted where they are declared: in the type, in its extensions of the same room, and in a public protocol, each
requirement. Cases of an enum are values, not members."""
import collections
import os
import re
import sys

MAX_LINES = 6_000
MAX_MEMBERS = 40
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Sources")
TYPE = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*((?:public|package|internal|private|fileprivate|final|indirect|nonisolated)\s+)*"
    r"(struct|class|actor|enum|protocol|extension)\s+([\w.]+)")
MEMBER = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?P<modifiers>(?:(?:public|package|internal|private|fileprivate|final|static|class|"
    r"mutating|nonmutating|consuming|lazy|override|convenience|required|nonisolated|weak|unowned|indirect)"
    r"(?:\(\w+\))?\s+)*)(?:func|var|let|init|subscript)\b")


def without_text(line):
    return re.sub(r'"(?:\\.|[^"\\])*"', '""', re.sub(r"//.*$", "", line))


def public_members(text):
    """Names of types, each with its number of public members in this file."""
    counts = collections.Counter()
    scopes = []  # (name of the type or None, whether its requirements are public)
    in_string = False
    for line in text.split("\n"):
        if line.count('"""') % 2:
            in_string = not in_string
            continue
        if in_string:
            continue
        code = without_text(line)
        declared = TYPE.match(code)
        member = MEMBER.match(code)
        if member and scopes and scopes[-1][0]:
            name, is_requirement = scopes[-1]
            if is_requirement or re.search(r"\bpublic\b(?!\()", member.group("modifiers")):
                counts[name] += 1
        scope = (None, False)
        if declared:
            kind, name = declared.group(2), declared.group(3)
            outer = [scope[0] for scope in scopes if scope[0]]
            scope = (".".join(outer + [name]), kind == "protocol" and "public" in code)
        for character in code:
            if character == "{":
                scopes.append(scope)
                scope = (None, False)
            elif character == "}" and scopes:
                scopes.pop()
    return counts


def main():
    problems = []
    for room in sorted(os.listdir(ROOT)):
        lines = 0
        members = collections.Counter()
        for folder, _, names in os.walk(os.path.join(ROOT, room)):
            for name in names:
                if name.endswith(".swift"):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        text = file.read()
                    lines += text.count("\n")
                    members += public_members(text)
        if lines > MAX_LINES:
            problems.append("room %s has %d lines, at most %d are allowed" % (room, lines, MAX_LINES))
        for name, count in members.most_common():
            if count > MAX_MEMBERS:
                problems.append("%s.%s has %d public members, at most %d are allowed" % (room, name, count, MAX_MEMBERS))
        if "-v" in sys.argv and lines:
            most = members.most_common(1)
            print("%-20s %5d lines, most public members: %s" % (room, lines, "%s %d" % most[0] if most else "-"))
    for problem in problems:
        print("check_structure: " + problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


main()

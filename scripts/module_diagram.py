#!/usr/bin/env python3
"""Draws the modules of Package.swift: a line a module, those that use others above these.

Behind the arrow of a module are the modules that it imports and that no other module behind the arrow imports already, directly
or by another. Modules that wrap C libraries are left out.

Usage: module_diagram.py [--write]; without it the exit status is 1 if ARCHITECTURE.md has another diagram.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_modules  # noqa: E402

DOCUMENT = check_modules.ROOT / "ARCHITECTURE.md"
BEGIN, END = "<!-- modules: scripts/module_diagram.py --write -->\n", "<!-- end of modules -->\n"


def reduced(graph):
    """The graph without edges that follow from others."""
    below = {}

    def reach(module):
        if module not in below:
            below[module] = set().union(*({other} | reach(other) for other in graph[module]))
        return below[module]

    return {
        module: sorted(d for d in others if not any(d in reach(other) for other in others if other != d))
        for module, others in graph.items()
    }


def diagram(graph):
    """The lines of a graph of modules: layer by layer, a module as low as what uses it allows."""
    edges = reduced(graph)
    depth = {}

    def layer(module):
        if module not in depth:
            depth[module] = 1 + max((layer(other) for other in edges[module]), default=-1)
        return depth[module]

    width = max(map(len, graph))
    lines = []
    for module in sorted(graph, key=lambda module: (-layer(module), module)):
        lines.append(f"{module:{width}}  {'→ ' + ' '.join(edges[module]) if edges[module] else ''}".rstrip())
    return "".join(line + "\n" for line in lines)


def modules():
    kinds = {name: kind for name, kind, folder, _, _ in check_modules.targets() if folder.parent == check_modules.ROOT / "Sources"}
    swift = {
        name for name, kind, folder, _, _ in check_modules.targets()
        if kinds.get(name) in ("regular", "executable") and check_modules.swift_files(folder)
    }
    return {
        name: {d for d in dependencies if d in swift}
        for name, _, _, dependencies, _ in check_modules.targets() if name in swift
    }


def main():
    text = DOCUMENT.read_text()
    wanted = f"{BEGIN}```\n{diagram(modules())}```\n{END}"
    begin, end = text.find(BEGIN), text.find(END)
    if begin < 0 or end < begin:
        sys.exit(f"{DOCUMENT.name} has no place for the diagram: the line {BEGIN.strip()} and the line {END.strip()}")
    changed = text[:begin] + wanted + text[end + len(END):]
    if changed == text:
        return
    if "--write" not in sys.argv[1:]:
        sys.exit(f"{DOCUMENT.name}: the diagram of modules differs from Package.swift (scripts/module_diagram.py --write)")
    DOCUMENT.write_text(changed)


if __name__ == "__main__":
    main()

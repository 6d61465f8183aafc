#!/usr/bin/env python3
"""Checks modules against Package.swift: every dependency and every import is used, no type name stands in two modules, every
module has a test target.

A dependency of a target is used if a file of the target imports it. An import of a module of this package is used if the
file contains a name that the module declares for others (`public`, `package`, a case, or a member of a protocol); some
unused imports may be missed. Imports of C libraries and of the toolchain's
modules are not checked, but that there is such a module.

Usage: check_modules.py [--fix]; the exit status is 1 if something was found. `--fix` removes unused imports.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMPORT = re.compile(
    r"^[ \t]*(?P<how>(?:@\w+ |public |package |internal |private |fileprivate )*)import (?:(?:struct|class|enum|func|protocol|typealias|var|let) )?"
    r"(?P<module>\w+)[^\n]*\n", re.M)
WORD = re.compile(r"\w+")
# Comments and the text of strings; what is interpolated stays.
NOISE = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
DECLARATION = re.compile(
    r"\b(?:func|var|let|struct|enum|class|actor|protocol|typealias|associatedtype|precedencegroup|macro)\s+`?(\w+)")
OPERATOR = re.compile(r"\bfunc\s+([^\w\s(`]+)")
VISIBLE = re.compile(r"\b(?:public|package|open)\b")
CASES = re.compile(r"^\s*(?:public |package )?(?:indirect )?case\s+(.*)$")


# A type at the outer level of a file.
TYPE = re.compile(
    r"^(?:@\w+ )*(?:(?:public|package|internal|private|fileprivate|final|indirect) )*(?:struct|class|enum|actor|protocol) (\w+)", re.M)
TOOLCHAIN = {
    "Dispatch", "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "PackageDescription", "Synchronization", "Testing"}
# The program's tests run the built binary.
TESTED_BY = {"feedsearch": "CommandTests"}


def swift_files(folder):
    return sorted(pathlib.Path(folder).rglob("*.swift"))


def declared_names(folder, everything):
    """Names that a module declares for other modules; `everything`: also internal ones, for `@testable`."""
    names = set()
    for file in swift_files(folder):
        text = NOISE.sub("", file.read_text())
        exported_block = re.search(r"\b(?:public|package)\s+(?:protocol|extension)\b", text)
        for line in text.split("\n"):
            cases = CASES.match(line)
            if cases and not line.rstrip().endswith(":"):
                names.update(re.findall(r"(?:^|,\s*)`?(\w+)`?", re.sub(r"\([^()]*\)", "", cases[1])))
            hidden = re.search(r"\b(?:private|fileprivate)\b", line)
            if everything or VISIBLE.search(line) or (exported_block and not hidden):
                names.update(DECLARATION.findall(line))
                names.update(OPERATOR.findall(line))
    return names


def targets():
    environment = {k: v for k, v in os.environ.items() if k != "FEEDSEARCH_TESTS"}
    package = json.loads(subprocess.run(
        [os.environ.get("SWIFT", "swift"), "package", "dump-package"], cwd=ROOT, env=environment, check=True,
        capture_output=True, text=True).stdout)
    for target in package["targets"]:
        kind, name = target["type"], target["name"]
        folder = target.get("path") or ("Tests/" if kind == "test" else "Sources/") + name
        dependencies = [next(iter(d.values()))[0] for d in target["dependencies"]]
        yield name, kind, ROOT / folder, dependencies, [ROOT / folder / e for e in target.get("exclude", [])]


def main():
    fix = "--fix" in sys.argv[1:]
    all_targets = list(targets())
    folders = {name: folder for name, _, folder, _, _ in all_targets}
    swift_modules = {name for name, kind, folder, _, _ in all_targets if kind != "system" and swift_files(folder)}
    names = {}
    found = []
    for target, kind, folder, dependencies, excluded in all_targets:
        if target not in swift_modules:
            continue
        imported = set()
        for file in swift_files(folder):
            if any(e == file or e in file.parents for e in excluded):
                continue
            text = file.read_text()
            code = NOISE.sub("", IMPORT.sub("", text))
            words = set(WORD.findall(code))
            for match in list(IMPORT.finditer(text)):
                module = match["module"]
                imported.add(module)
                place = file.relative_to(ROOT)
                if module not in folders:
                    # A lower-case name stands in a program or a help text that the file contains.
                    if module not in TOOLCHAIN and module[0].isupper():
                        found.append(f"{place}: imports {module}, which is neither in Package.swift nor in the toolchain")
                    continue
                if module not in dependencies:
                    found.append(f"{place}: imports {module}, which is no dependency of {target} in Package.swift")
                if module not in swift_modules:
                    continue
                everything = "@testable" in match["how"]
                key = (module, everything)
                if key not in names:
                    names[key] = declared_names(folders[module], everything)
                if names[key].isdisjoint(words) and not any(n in code for n in names[key] if not n[0].isalnum() and n[0] != "_"):
                    found.append(f"{place}: imports {module} and uses nothing of it")
                    if fix:
                        text = text.replace(match[0], "", 1)
            if fix and text != file.read_text():
                file.write_text(text)
        for dependency in dependencies:
            if dependency not in imported:
                found.append(f"Package.swift: {target} depends on {dependency} and does not import it")
    modules = [(name, folder) for name, _, folder, _, _ in all_targets if folder.parent == ROOT / "Sources" and name in swift_modules]
    places = {}
    for module, folder in modules:
        for file in swift_files(folder):
            for name in TYPE.findall(file.read_text()):
                places.setdefault(name, {})[module] = file.relative_to(ROOT)
        if TESTED_BY.get(module, module + "Tests") not in folders:
            found.append(f"Package.swift: {module} has no test target")
    for name, files in sorted(places.items()):
        if len(files) > 1:
            found.append(f"{', '.join(map(str, sorted(files.values())))}: two modules have a type {name}")
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

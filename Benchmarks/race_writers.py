#!/usr/bin/env python3
"""race_writers.py - writers that create or upgrade one database at the same time: none fails, the file stays sound.

    race_writers.py BINARY [--races 300] [--seed 1] [--old FILE]

Each race starts two `ingest` of two files, the second 0 to 40 ms after the first, on a path where there is no database, or
with --old on a copy of a database of an earlier version. Both must exit 0, `list` must have the articles of both, and
`check` must be clean. Prints a summary; exit 1 on any failure."""
import argparse, json, os, random, shutil, subprocess, sys, tempfile, time

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("binary"); ap.add_argument("--races", type=int, default=300)
    ap.add_argument("--seed", type=int, default=1); ap.add_argument("--old")
    a = ap.parse_args()
    rnd = random.Random(a.seed)
    with tempfile.TemporaryDirectory() as folder:
        db = os.path.join(folder, "c.db")
        inputs = []
        for name in "ab":
            path = os.path.join(folder, name + ".jsonl")
            with open(path, "w") as f:
                for number in range(20):
                    print(json.dumps({"feed": "race-" + name, "id": str(number), "title": "raced %s%d" % (name, number),
                                      "text": "words of article %d" % number}), file=f)
            inputs.append(path)
        run = lambda *w: subprocess.run([a.binary, "--db", db, *w], capture_output=True, text=True)
        failed_writers = broken = 0
        for number in range(a.races):
            for suffix in ("", "-wal", "-shm", "-journal"):
                if os.path.exists(db + suffix):
                    os.remove(db + suffix)
            before = 0
            if a.old:
                shutil.copy(a.old, db)
            writers = []
            for path in inputs:
                writers.append(subprocess.Popen([a.binary, "--db", db, "ingest", path], stdout=subprocess.PIPE,
                                                stderr=subprocess.STDOUT, text=True))
                time.sleep(rnd.uniform(0, 0.04))
            for writer in writers:
                said = writer.communicate()[0]
                if writer.returncode != 0:
                    failed_writers += 1
                    print("race %d: a writer ended with %d: %s" % (number + 1, writer.returncode, said.strip()))
            listed = run("list", "raced")
            check = run("check")
            if len(listed.stdout.splitlines()) != 40 or check.returncode != 0:
                broken += 1
                print("race %d: %s %s %s" % (number + 1, listed.stderr.strip(), check.stdout.strip(), check.stderr.strip()))
        print("%d races, %d failed writers, %d broken files" % (a.races, failed_writers, broken))
        sys.exit(1 if failed_writers or broken else 0)

main()

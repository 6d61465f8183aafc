#!/usr/bin/env python3
"""kill_upgrade.py - kill -9 anywhere in an upgrade: every article is found in the end, and meanwhile searches say so.

    kill_upgrade.py BINARY OLD.db WORD [--kills 100] [--seed 1]

OLD.db is a database of an earlier version, WORD a word of some of its articles. Each round copies it, starts a writing
command, kills it at a random moment, and goes on with that file until three kills have been made. Between kills a search
that finds fewer articles than in the end must say that the index is not complete. Then `optimize` runs to its end: the same
articles must be found as after an upgrade that nobody disturbed, and `check` must be clean. Exit 1 on any failure."""
import argparse, json, os, random, shutil, subprocess, sys, tempfile, time

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("binary"); ap.add_argument("old"); ap.add_argument("word")
    ap.add_argument("--kills", type=int, default=100); ap.add_argument("--seed", type=int, default=1)
    a = ap.parse_args()
    rnd = random.Random(a.seed)
    with tempfile.TemporaryDirectory() as folder:
        db = os.path.join(folder, "u.db")
        run = lambda *w: subprocess.run([a.binary, "--db", db, *w], capture_output=True, text=True)
        def total():
            answer = run("--json", "--match", "all", a.word)
            return (json.loads(answer.stdout) if answer.stdout else None), answer
        def fresh():
            for suffix in ("", "-wal", "-shm", "-journal"):
                if os.path.exists(db + suffix):
                    os.remove(db + suffix)
            shutil.copy(a.old, db)
        fresh()
        began = time.time(); run("optimize"); whole = time.time() - began
        expected = total()[0]["total"]
        print("undisturbed: %d articles found, %.2f s" % (expected, whole))
        failures = partial = 0
        kills = 0
        while kills < a.kills:
            fresh()
            for _ in range(3):
                command = rnd.choice([["mark", "read", "1"], ["optimize"], ["save", "x", "fox", "--replace"]])
                p = subprocess.Popen([a.binary, "--db", db, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                try:
                    p.wait(rnd.uniform(0.005, max(0.05, whole)))
                except subprocess.TimeoutExpired:
                    p.kill(); p.wait()
                kills += 1
                answer, outcome = total()
                if answer is None:
                    # Not begun: the file is still of the earlier version.
                    if "older feedsearch" not in outcome.stderr:
                        failures += 1; print("kill %d: %s" % (kills, outcome.stderr.strip()))
                elif answer["total"] != expected:
                    partial += 1
                    if "indexing" not in answer:
                        failures += 1; print("kill %d: %d of %d found, and nothing said" % (kills, answer["total"], expected))
            done = run("optimize"); answer = total()[0]; check = run("check")
            if done.returncode or not answer or answer["total"] != expected or "indexing" in answer or check.returncode:
                failures += 1
                print("after kill %d: %s %s" % (kills, done.stderr.strip(), check.stdout.strip() or check.stderr.strip()))
        print("%d kills, %d searches in an incomplete index, %d failures" % (kills, partial, failures))
        sys.exit(1 if failures else 0)

main()

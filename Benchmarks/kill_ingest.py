#!/usr/bin/env python3
"""kill_ingest.py - kill -9 anywhere in a bulk load: nothing acknowledged is lost, check stays clean, the rerun completes.

    kill_ingest.py BINARY ARTICLES.jsonl [--kills 50] [--seed 1] [--batch-size N]

Each round starts with an empty database or goes on with the last one, ingests with --acks, is killed at a random moment,
and compares: articles stored >= articles acknowledged, `check` clean. After the last kill the rerun must complete, store
every article once, and find nothing new a second time. Prints one line a round and a summary; exit 1 on any failure."""
import argparse, json, os, random, subprocess, sys, tempfile, threading, time

def lines(path):
    with open(path, "rb") as f:
        return sum(1 for _ in f)

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("binary"); ap.add_argument("articles")
    ap.add_argument("--kills", type=int, default=50); ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--batch-size", help="articles a transaction, so that more of them are hit")
    a = ap.parse_args()
    rnd = random.Random(a.seed); total = lines(a.articles); folder = tempfile.mkdtemp()
    run = lambda *w: subprocess.run([a.binary, "--db", db, *w], capture_output=True, text=True)
    failures = 0; full = None
    size = ["--batch-size", a.batch_size] if a.batch_size else []
    for number in range(a.kills):
        if number % 5 == 0:
            db = os.path.join(folder, "kill%d.db" % (number // 5))
        began = time.time()
        p = subprocess.Popen([a.binary, "--db", db, "ingest", "--format", "jsonl", "--acks", *size, a.articles],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        acknowledged = [0]
        def follow():
            for line in p.stdout:
                try: acknowledged[0] = max(acknowledged[0], json.loads(line).get("committed", 0))
                except ValueError: pass
        reader = threading.Thread(target=follow); reader.start()
        limit = full or 6.0
        try:
            p.wait(rnd.uniform(0.05, limit))
            full = time.time() - began
        except subprocess.TimeoutExpired:
            p.kill(); p.wait()
        reader.join()
        check = run("check")
        stored = len(run("list").stdout.splitlines()) if os.path.exists(db) else 0
        # Killed before the file was there: there is nothing to be checked.
        clean = check.returncode == 0 or not os.path.exists(db) or stored == acknowledged[0] == 0
        ok = clean and stored >= acknowledged[0]
        failures += not ok
        print("kill %2d  after %5.2f s  acknowledged %6d  stored %6d  check %s%s" % (
            number + 1, time.time() - began, acknowledged[0], stored, "clean" if clean else check.stdout.strip() or check.stderr.strip(),
            "" if ok else "  FAILED"), flush=True)
    again = run("ingest", "--format", "jsonl", "--json", a.articles); twice = run("ingest", "--format", "jsonl", "--json", a.articles)
    stored = len(run("list").stdout.splitlines())
    second = json.loads(twice.stdout.splitlines()[-1])
    done = again.returncode == 0 and second["inserted"] == 0 and second["updated"] == 0 and run("check").returncode == 0
    print("rerun: %d of %d articles stored, the second run inserted %d, check %s" % (
        stored, total, second["inserted"], "clean" if run("check").returncode == 0 else "FAILED"))
    print("%d kills, %d failed" % (a.kills, failures + (not done)))
    sys.exit(1 if failures or not done else 0)

if __name__ == "__main__":
    main()

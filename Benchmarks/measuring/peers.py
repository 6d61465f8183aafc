"""Other engines on the same articles, measured by the test material's own script where that is present."""
import json
import shutil
import subprocess

from measuring.articles import shared_material
from measuring.program import Program

PEERS = "fts5-rows,fts5-batch,tantivy,xapian"


def measure(program: Program, count: int, python: str) -> dict | None:
    script = shared_material() / "checks" / "bench_peers.py"
    if not script.exists():
        print("peers: no checks/bench_peers.py in FEEDSEARCH_SHARED or ../shared, left out", flush=True)
        return None
    if subprocess.run([python, "-c", "import tantivy"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
        print(f"peers: {python} has no tantivy, which is left out (name one that has it with PEER_PYTHON)", flush=True)
    folder = program.work / "run-peers"
    folder.mkdir()
    report = folder / "peers.json"
    print(f"peers: {count:,} articles", flush=True)
    subprocess.run([python, str(script), "--bin", str(program.path.resolve()), "--n", str(count),
                    "--peers", PEERS, "--json", str(report.resolve()), "--keep", str(folder.resolve())],
                   check=True)
    results = json.loads(report.read_text(encoding="utf-8"))
    shutil.rmtree(folder)
    return {"count": count, "engines": results}

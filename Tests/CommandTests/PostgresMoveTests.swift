import Foundation
import TestSupport
import Testing

/// `library move` while a service writes to the library, with kills of the command.
@Suite(.serialized, .offPool) struct PostgresMoveTests {
    private let program: BuiltProgram

    init() throws { program = try BuiltProgram() }

    @Test(
        "A library moves from file to file while it is written to, and no acknowledged article is lost or twice there")
    func files() throws { try run("host", ["$PWD/second/b.db", "$PWD/third/c.db"]) }

    @Test(
        "A library moves from a file to a server and back while it is written to, and nothing acknowledged is lost",
        .enabled(if: PostgresServer.isWanted))
    func server() throws {
        let address = try PostgresServer.shared.get().newDatabase()
        try run("host", ["\(address)\(address.contains("?") ? "&" : "?")library=anna", "$PWD/second/b.db"])
    }

    @Test("Moves of libraries that do not exist, or to a place of another library or a full one, are refused")
    func mistakes() throws {
        let outcome = try program.shell(
            """
            export FEEDSEARCH_PASSWORD='correct horse'
            feedsearch library move anna x.db
            echo "no host $?"
            for name in anna ben; do feedsearch account add $name --libraries host 2>>err.txt; done
            feedsearch library move cora x.db --libraries host; echo "unknown $?"
            feedsearch library move anna host/ben/feedsearch.db --libraries host; echo "taken $?"
            feedsearch library move anna host/anna/feedsearch.db --libraries host; echo "already $?"
            echo '{"feed":"https://example.org/f","id":"1","title":"Heron"}' >a.jsonl
            feedsearch --db full.db ingest --format jsonl a.jsonl >>err.txt 2>&1
            feedsearch library move anna full.db --libraries host; echo "full $?"
            feedsearch library move anna moved.db --libraries host; echo "moved $?"
            [ -e host/anna/feedsearch.db ] || echo "only there"
            feedsearch account audit --libraries host | grep -c 'moved the library'
            """, environment: ["HOME": program.folder.path])
        #expect(
            outcome.lines == [
                "no host 2", "unknown 2", "taken 2", "already 0", "full 2", "moved 0", "only there", "1",
            ], "\(outcome)")
        #expect(outcome.errors.contains("--libraries FOLDER") && outcome.errors.contains("'ben'"), "\(outcome)")
    }

    private func run(_ host: String, _ targets: [String]) throws {
        try program.file(
            "move.py",
            """
            import json, os, random, signal, subprocess, sys, threading, time, urllib.request, urllib.error
            base = json.loads(open("out.txt").readline())["listening"]
            token, host, targets = open("token").read().strip(), sys.argv[1], sys.argv[2:]
            random.seed(7)
            acknowledged, refused, waits, ending = [], [], [], threading.Event()
            def write(name):
                number = 0
                while not ending.is_set():
                    number += 1
                    id = f"{name}-{number}"
                    line = json.dumps({"feed": f"https://example.org/{name}", "id": id, "title": f"heron {id}"}) + "\\n"
                    request = urllib.request.Request(base + "/v1/ingest", line.encode(),
                        {"Authorization": "Bearer " + token, "Content-Type": "application/x-ndjson"}, method="POST")
                    began = time.monotonic()
                    try:
                        answer = urllib.request.urlopen(request, timeout=120)
                        text = answer.read().decode()
                        if '"error"' in text: refused.append(text)
                        else: acknowledged.append(id)
                    except urllib.error.HTTPError as error: refused.append(f"{error.code} {error.read().decode()}")
                    waits.append(time.monotonic() - began)
                    time.sleep(0.02)
            writers = [threading.Thread(target=write, args=(name,)) for name in ["a", "b"]]
            for writer in writers: writer.start()
            def move(target):
                return subprocess.Popen(["feedsearch", "library", "move", "anna", target, "--libraries", host], stderr=open("err.txt", "a"))
            for target in targets:
                time.sleep(0.5)
                for _ in range(5):
                    process = move(target)
                    time.sleep(random.uniform(0.02, 1.0))
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    time.sleep(random.uniform(0, 0.2))
                for attempt in range(5):
                    if move(target).wait() == 0: break
                else: print("not moved", target)
            time.sleep(0.5)
            ending.set()
            for writer in writers: writer.join()
            listed = subprocess.run(["feedsearch", "library", "list", "--libraries", host, "--json"], capture_output=True, text=True).stdout
            place = json.loads(listed)["path"]
            print("at the last place", place == targets[-1])
            found = subprocess.run(["feedsearch", "--db", place, "search", "heron", "--limit", "1000", "--json"], capture_output=True, text=True).stdout
            rows = [json.loads(line) for line in found.splitlines()]
            hits = [hit for row in rows for hit in row.get("hits", [row])]
            ids = [hit["title"].split()[1] for hit in hits if "title" in hit]
            print("lost", len(set(acknowledged) - set(ids)), "twice", len(ids) - len(set(ids)))
            print("refused", refused[:3])
            print("checked", subprocess.run(["feedsearch", "--db", place, "check"], stdout=subprocess.DEVNULL).returncode)
            print("written", len(acknowledged) > 10)
            print(f"longest wait {max(waits):.2f} s, {len(acknowledged)} articles", file=sys.stderr)
            """)
        let outcome = try program.shell(
            """
            export FEEDSEARCH_PASSWORD='correct horse'
            feedsearch account add anna --libraries '\(host)' 2>>err.txt
            feedsearch token create t --scope write --account anna --libraries '\(host)' >token 2>>err.txt
            feedsearch serve --libraries '\(host)' --listen 127.0.0.1:0 --no-fetch --json >out.txt 2>serve.txt & serve=$!
            for i in $(seq 600); do grep -q listening out.txt && break; sleep 0.05; done
            python3 move.py '\(host)' \(targets.map { "\"\($0)\"" }.joined(separator: " "))
            kill -TERM $serve; wait $serve
            cat err.txt serve.txt >&2
            """, environment: ["HOME": program.folder.path])
        #expect(
            outcome.lines == ["at the last place True", "lost 0 twice 0", "refused []", "checked 0", "written True"],
            "\(outcome)")
    }
}

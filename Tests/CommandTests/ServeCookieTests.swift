import Foundation
import Testing

extension ServeOperationTests {
    @Test("A running service reads a renewed file of cookies at the next fetch, without a restart")
    func cookies() throws {
        let site = try ChangingSite()
        try site.feed("news.xml", ["1 Heron"])
        let news = site.folder.appendingPathComponent("news.xml").path
        try claims(
            6,
            """
            def jar(session):
                with open("jar", "w") as file: file.write("127.0.0.1\\tFALSE\\t/\\tFALSE\\t0\\tsession\\t" + session + "\\n")
                os.chmod("jar", 0o600)
            def refresh():
                job = json.loads(ask(p, "/v1/refresh", "POST", b"{}")[1])["id"]
                return until(lambda: json.loads(ask(p, "/v1/jobs/" + job)[1])["state"] in ("done", "failed", "cancelled"))
            def articles(): return sorted(article["title"] for article in json.loads(ask(p, "/v1/articles")[1])["articles"])
            def failure(): return [feed["kind"] for feed in json.loads(ask(p, "/v1/failing")[1])["feeds"]]
            jar("good")
            add = subprocess.run(["feedsearch", "add", "\(site.url("/forum/news.xml"))", "--cookies", "jar"], capture_output=True, text=True)
            print(add.returncode == 0 or add.stderr)
            jar("old")
            with open("\(news)") as file: text = file.read()
            with open("\(news)", "w") as file: file.write(text.replace("1 Heron", "2 Heron").replace(">1<", ">2<"))
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            print(refresh() and articles() == ["1 Heron"] or articles())
            print(failure() == ["signInFailed"] or failure())
            jar("good")
            print(refresh() and articles() == ["1 Heron", "2 Heron"] or articles())
            print(failure() == [] or failure())
            print(end(p) == 0)
            """)
        let sent = try site.heads().compactMap { $0["cookie"] }
        #expect(sent.first == "session=good" && sent.contains("session=old") && sent.last == "session=good", "\(sent)")
    }
}

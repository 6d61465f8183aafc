import Accounts
import Articles
import FeedFetching
import FeedLibrary
import Foundation
import HTTPServer
import Testing

@testable import HTTPService

/// Audio and video that the service passes on, and whole texts on demand.
@Suite struct MediaRouteTests {
    private static let site: (server: HTTPServer, origin: String)? = try? LocalSite.start([
        "tone.mp3": "ID3 a tone", "page.mp3": "<p>no tone</p>", "short.html": "<p>Hi</p>",
    ])

    private func fixture(isAllowed: Bool = true) throws -> (ServiceFixture, String) {
        let origin = try #require(Self.site).origin
        var settings = LibrarySettings()
        if isAllowed { settings.allowed = String(origin.dropFirst("http://".count)) }
        return (try ServiceFixture(settings: settings), origin)
    }

    private func get(_ url: String, _ fixture: ServiceFixture, signature: String? = nil) async throws
        -> ServiceFixture.Answer
    {
        try await fixture.get("/media/\(signature ?? fixture.service.mediumSignature(of: url))?u=\(url)")
    }

    @Test("A file is passed on as audio, and could not run if it were opened")
    func playable() async throws {
        let (fixture, origin) = try fixture()
        let answer = try await get(origin + "/tone.mp3", fixture)
        #expect(answer.status == 200 && answer.text == "ID3 a tone" && answer.headers["Content-Type"] == "audio/mpeg")
        #expect(answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox")
        #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
    }

    @Test("What is no audio, is not there, is not allowed or not signed is not passed on")
    func refused() async throws {
        let (fixture, origin) = try fixture()
        #expect(try await get(origin + "/page.mp3", fixture).status == 404)
        #expect(try await get(origin + "/none.mp3", fixture).status == 404)
        let url = origin + "/tone.mp3"
        #expect(try await get(url, fixture, signature: fixture.service.pictureSignature(of: url)).status == 404)
        #expect(try await get(url, fixture, signature: fixture.service.mediumSignature(of: url + "x")).status == 404)
        let answer = try await fixture.ask(.get, "/media/\(fixture.service.mediumSignature(of: url))?u=\(url)")
        #expect(answer.status == 401)
        // An address of this machine, which nobody has allowed.
        let (other, _) = try self.fixture(isAllowed: false)
        #expect(try await get(url, other).status == 404)
    }

    @Test(
        "A part is asked for as browsers ask for it; any other wish is answered with the whole",
        arguments: [
            ("bytes=0-", 0, nil), ("bytes=100-199", 100, 199), ("bytes=-5", nil, nil), ("bytes=9-1", nil, nil),
            ("bytes=0-1,5-6", nil, nil), ("items=0-1", nil, nil), (nil, nil, nil),
            ("bytes=99999999999999999999-", nil, nil),
        ] as [(String?, Int?, Int?)])
    func parts(range: String?, first: Int?, last: Int?) {
        let part = MediaRoutes.part(range)
        #expect(part?.offset == first && part?.last == last)
    }

    @Test("How far a file was played is kept with its article")
    func playback() async throws {
        let (fixture, _) = try fixture()
        #expect(try await fixture.post("/v1/articles/1/playback", #"{"place":1,"seconds":90}"#).status == 204)
        let library = try Library(path: fixture.databasePath, for: .reading)
        #expect(try library.playback(of: 1) == [1: 90])
        #expect(try await fixture.post("/v1/articles/1/playback", #"{"place":1,"seconds":0}"#).status == 204)
        #expect(try library.playback(of: 1) == [:])
        #expect(try await fixture.post("/v1/articles/999999/playback", #"{"place":1,"seconds":0}"#).status == 404)
        #expect(try await fixture.post("/v1/articles/1/playback", #"{"place":100,"seconds":-1}"#).status == 400)
    }

    @Test("A page that cannot be had, or has no more than the feed, says so")
    func fullText() async throws {
        let (fixture, origin) = try fixture()
        let lines = [("1", "/none.html"), ("2", "/short.html")].map { id, path in
            #"{"feed":"excerpts","id":"\#(id)","title":"T","text":"A text of the feed.","url":"\#(origin)\#(path)"}"#
        }
        let file = fixture.folder + "/excerpts.jsonl"
        try Data((lines + [#"{"feed":"excerpts","id":"3","title":"T","text":"x"}"#]).joined(separator: "\n").utf8)
            .write(to: URL(filePath: file))
        let library = try Library(path: fixture.databasePath, for: .changing)
        _ = try library.ingest([file])
        let newest = try library.store.newestID()
        for (article, status, word) in [
            (newest - 2, 502, "404"), (newest - 1, 502, "no main text"), (newest, 400, "no page"),
        ] {
            let answer = try await fixture.ask(
                .post, "/actions/full-text", token: fixture.tokens[.write], body: "article=\(article)",
                type: "application/x-www-form-urlencoded")
            #expect(answer.status == status && answer.text.contains(word), "\(answer.status) \(answer.text)")
        }
    }
}

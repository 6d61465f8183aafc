import Accounts
import Articles
import FeedFetching
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService
@testable import WebPages

/// Audio and video that the service passes on, and whole texts on demand.
@Suite(.fewAtOnce) struct MediaRouteTests {
    private static let site: (server: HTTPServer, origin: String)? = try? LocalSite.start([
        "tone.mp3": tone, "page.mp3": "<p>no tone</p>", "short.html": "<p>Hi</p>",
        // What its host calls audio, and is none.
        "called.mp3": "ID3<script>alert(1)</script>", "drawing.mp3": "ID3<svg xmlns='http://www.w3.org/2000/svg'/>",
        "picture.mp3": "GIF89a=1;/*ID3..............*/alert(1)",
    ])
    private static let tone = "ID3\u{4}\0\0\0\0\0\u{2} a tone"

    private func fixture(isAllowed: Bool = true) throws -> (ServiceFixture, String) {
        let origin = try #require(Self.site).origin
        var settings = LibrarySettings()
        if isAllowed { settings.allowed = String(origin.dropFirst("http://".count)) }
        return (try ServiceFixture(settings: settings), origin)
    }

    private func get(
        _ url: String, _ fixture: ServiceFixture, signature: String? = nil, range: String? = nil
    ) async throws -> ServiceFixture.Answer {
        try await fixture.ask(
            .get, "/media/\(signature ?? fixture.service.home.mediumSignature(of: url))?u=\(url)",
            token: fixture.tokens[.read], headers: range.map { ["Range": $0] } ?? [:])
    }

    @Test("A file is passed on as audio, and could not run if it were opened")
    func playable() async throws {
        let (fixture, origin) = try fixture()
        let answer = try await get(origin + "/tone.mp3", fixture)
        #expect(answer.status == 200 && answer.text == Self.tone && answer.headers["Content-Type"] == "audio/mpeg")
        #expect(answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox")
        #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
    }

    @Test("What is no audio, is not there, is not allowed or not signed is not passed on")
    func refused() async throws {
        let (fixture, origin) = try fixture()
        #expect(try await get(origin + "/page.mp3", fixture).status == 404)
        #expect(try await get(origin + "/none.mp3", fixture).status == 404)
        let url = origin + "/tone.mp3"
        #expect(try await get(url, fixture, signature: fixture.service.home.pictureSignature(of: url)).status == 404)
        #expect(
            try await get(url, fixture, signature: fixture.service.home.mediumSignature(of: url + "x")).status == 404)
        let answer = try await fixture.ask(.get, "/media/\(fixture.service.home.mediumSignature(of: url))?u=\(url)")
        #expect(answer.status == 401)
        // An address of this machine, which nobody has allowed.
        let (other, _) = try self.fixture(isAllowed: false)
        #expect(try await get(url, other).status == 404)
    }

    @Test("What its host calls audio, and is a page, a drawing or a script, is not passed on, nor a part of it")
    func hostile() async throws {
        let (fixture, origin) = try fixture()
        for name in ["called.mp3", "drawing.mp3", "picture.mp3", "page.mp3"] {
            for range in [nil, "bytes=0-", "bytes=0-1", "bytes=3-20"] {
                let answer = try await get("\(origin)/\(name)", fixture, range: range)
                #expect(answer.status == 404 && !answer.text.contains("<s"), "\(name) \(range ?? "")")
            }
        }
    }

    @Test("A part from the middle has the type of the whole, whether or not the beginning was asked for before")
    func typeOfPart() async throws {
        let (fixture, origin) = try fixture()
        for _ in 0..<2 {
            let answer = try await get(origin + "/tone.mp3", fixture, range: "bytes=11-12")
            #expect(answer.status == 206 && answer.text == "a ")
            #expect(answer.headers["Content-Type"] == "audio/mpeg")
            #expect(answer.headers["Content-Range"] == "bytes 11-12/\(Self.tone.utf8.count)")
        }
    }

    @Test("Of a signature only the whole is good")
    func signatures() throws {
        let (fixture, _) = try fixture()
        let right = fixture.service.home.mediumSignature(of: "https://a.example/x")
        #expect(fixture.service.home.isMediumSignature(right, of: "https://a.example/x"))
        for wrong in [nil, "", String(right.dropLast()), right + "0", right.uppercased() + " "] {
            #expect(!fixture.service.home.isMediumSignature(wrong, of: "https://a.example/x"))
        }
        #expect(!fixture.service.home.isPictureSignature(right, of: "https://a.example/x"))
        #expect(
            !fixture.service.home.isIconName("1-", of: 1)
                && fixture.service.home.isIconName(fixture.service.home.iconName(of: 1), of: 1))
    }

    @Test(
        "A part is asked for as browsers ask for it; any other wish is answered with the whole",
        arguments: [
            ("bytes=0-", 0, nil), ("bytes=100-199", 100, 199), ("bytes=-5", nil, nil), ("bytes=9-1", nil, nil),
            ("bytes=0-1,5-6", nil, nil), ("items=0-1", nil, nil), (nil, nil, nil),
            ("bytes=99999999999999999999-", nil, nil),
        ] as [(String?, Int?, Int?)])
    func parts(range: String?, first: Int?, last: Int?) {
        let part = MediaOperations.part(range)
        #expect(part?.offset == first && part?.last == last)
    }

    @Test("How far a file was played is kept with its article")
    func playback() async throws {
        let (fixture, _) = try fixture()
        #expect(try await fixture.post("/v1/articles/1/playback", #"{"place":1,"seconds":90}"#).status == 204)
        let library = try Library(path: fixture.databasePath, for: .reading)
        #expect(try library.reading.playback(of: 1) == [1: 90])
        #expect(try await fixture.post("/v1/articles/1/playback", #"{"place":1,"seconds":0}"#).status == 204)
        #expect(try library.reading.playback(of: 1) == [:])
        #expect(try await fixture.post("/v1/articles/999999/playback", #"{"place":1,"seconds":0}"#).status == 404)
        #expect(try await fixture.post("/v1/articles/1/playback", #"{"place":100,"seconds":-1}"#).status == 400)
    }

    @Test("How far an article was read is kept, for the articles that were read last")
    func position() async throws {
        let (fixture, _) = try fixture()
        func put(_ thousandths: Int, _ article: Int64 = 1) async throws -> Int {
            try await fixture.post("/v1/articles/\(article)/position", #"{"thousandths":\#(thousandths)}"#).status
        }
        let library = try Library(path: fixture.databasePath, for: .changing)
        #expect(try await put(400) == 204)
        #expect(try library.reading.position(of: 1) == 400)
        for article in 2...201 as ClosedRange<Int64> { try library.reading.setPosition(7, of: article) }
        #expect(try library.reading.position(of: 1) == 0)
        #expect(try library.reading.position(of: 201) == 7)
        #expect(try await put(0, 2) == 204)
        #expect(try library.reading.position(of: 2) == 0)
        #expect(try await put(1_001) == 400)
        #expect(try await put(1, 999_999) == 404)
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
        _ = try library.bulk.ingest([file])
        let newest = try library.store.newestID()
        for (article, status, word) in [
            (newest - 2, 502, "404"), (newest - 1, 502, "no main text"), (newest, 422, "no web page"),
        ] {
            let answer = try await fixture.ask(
                .post, "/actions/full-text", token: fixture.tokens[.write], body: "article=\(article)",
                type: "application/x-www-form-urlencoded")
            #expect(answer.status == status && answer.text.contains(word), "\(answer.status) \(answer.text)")
        }
    }
}

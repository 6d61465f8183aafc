import FeedFetching
import Formats
import Foundation
import Testing

/// One call for programs that use the module as a library.
@Suite struct FetcherFeedTests {
    @Test("A feed is fetched in one call; the same version is not sent again, a stored one included")
    func conditional() async throws {
        let server = try FeedServer.shared
        let fetcher = try server.fetcher()
        let first = try await fetcher.feed(at: server.url("/feed"))
        #expect(first.body?.isEmpty == false && first.answer.status == 200 && first.version.etag == "\"v1\"")
        let stored = try JSONDecoder().decode(FeedVersion.self, from: JSONEncoder().encode(first.version))
        #expect(stored == first.version)
        let second = try await fetcher.feed(at: server.url("/feed"), since: stored)
        #expect(second.body == nil && second.answer.status == 304 && second.version == first.version)
        // A server without validators sends an equal body.
        let plain = try await fetcher.feed(at: server.url("/same"))
        let same = try await fetcher.feed(
            at: server.url("/same"), since: FeedVersion(contentHash: plain.version.contentHash))
        #expect(same.body == nil && same.answer.status == 200)
    }

    @Test("Failures are thrown: what is gone, what is too large, and addresses that are none or not allowed")
    func failures() async throws {
        let server = try FeedServer.shared
        var fetcher = try server.fetcher()
        await #expect { try await fetcher.feed(at: server.url("/gone")) } throws: {
            ($0 as? FetchFailure)?.kind == .httpStatus(410)
        }
        fetcher.limits.maxDecodedBytes = 100
        await #expect { try await fetcher.feed(at: server.url("/size?101")) } throws: {
            ($0 as? FetchFailure)?.kind == .tooLarge
        }
        await #expect(throws: AddressRefusal.self) { try await fetcher.feed(at: "ftp://example.org/feed") }
        await #expect {
            try await Fetcher().feed(at: server.url("/feed"))
        } throws: {
            if case .refused = ($0 as? FetchFailure)?.kind { true } else { false }
        }
    }

    @Test("A damaged hash in a stored version is an error of decoding")
    func damagedVersion() throws {
        let text = #"{"etag":"x","contentHash":"12"}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(FeedVersion.self, from: Data(text.utf8)) }
    }
}

internal import Accounts
internal import FeedLibrary
internal import HTTPServer
internal import Messages

/// The route that returns everything in a library.
enum ArchiveOperations {
    static let all: [Operation] = [
        Operation(
            "archive", .get, "/v1/archive", .read,
            "Everything in the library as a ZIP archive: subscriptions, articles with their state, saved searches and rules",
            gives: .text("application/zip"), isForLeaving: true
        ) { call in
            try await archive(call)
        }
    ]

    /// A place in the limit of simultaneous archives. It is freed when the response ends.
    private final class Transfer: Sendable {
        private let place: ConcurrencyLimit.Place

        init(_ place: ConcurrencyLimit.Place) { self.place = place }
        deinit { place.leave() }
    }

    private static func archive(_ call: RequestContext) async throws -> HTTPResponse {
        let transfer = Transfer(try call.service.archives.enter(as: call.principal?.account ?? ""))
        let start = try await call.read { try LibraryArchive(of: $0) }
        var response = HTTPResponse(
            headers: [
                "Content-Type": "application/zip",
                "Content-Disposition": "attachment; filename=\"feedsearch-archive.zip\"",
                "Cache-Control": "private, no-store",
            ],
            body: .stream { writer in
                var archive = start
                // A reader is in use only while it produces a part, not while the client receives it.
                while let part = try await next(&archive, call, transfer) {
                    try await writer.write(part)
                    try await check(call)
                }
            })
        response.mayCompress = false
        return response
    }

    private static func next(
        _ archive: inout LibraryArchive, _ call: RequestContext, _ transfer: Transfer
    ) async throws -> [UInt8]? {
        let before = archive
        let (after, part) = try await call.library.read(in: call.language) { library in
            var archive = before
            let part = try archive.next(library)
            return (archive, part)
        }
        archive = after
        return part
    }

    /// Ends the response if the client's credential has been revoked since it began.
    private static func check(_ call: RequestContext) async throws {
        guard let principal = call.principal else { return }
        let isOver = try await call.readAccounts { accounts in
            var watch = CredentialWatch(accounts)
            return try !watch.over(of: [0: principal]).isEmpty
        }
        if isOver { throw HTTPError.disconnected }
    }
}

internal import Accounts
internal import FeedLibrary
package import HTTPServer
internal import Messages

/// The download of a saved search as a book.
enum DigestOperations {
    static let all: [Operation] = [
        Operation(
            "digestBook", .get, "/v1/saved/{name}/digest.epub", .read,
            "The articles of a saved search that arrived in the last days, as an EPUB 3 book",
            query: [
                .init("days", .integer(Digests.dayRange), "the number of days; \(Digests.defaultDays) by default")
            ],
            gives: .text("application/epub+zip"), example: "/v1/saved/Foxes/digest.epub?days=30"
        ) { call in
            try await call.digestBook(call.part("name"))
        }
    ]
}

extension RequestContext {
    /// A saved search as a book, for download.
    ///
    /// - Throws: `Problem` if no article has arrived.
    package func digestBook(_ name: String) async throws -> HTTPResponse {
        let days = integer("days") ?? Digests.defaultDays
        let deadline = request.deadline
        guard let book = try await read({ try $0.digests.book(of: name, days: days, until: deadline) }) else {
            throw Problem(404, "noArticles", .digestEmpty, [String(days)])
        }
        // The parameter `filename` of the header must be ASCII.
        let ascii = book.fileName.unicodeScalars.map { $0.isASCII ? Character($0) : "-" }
        return HTTPResponse(
            headers: [
                "Content-Type": "application/epub+zip",
                "Content-Disposition": "attachment; filename=\"\(String(ascii))\"",
            ], body: .bytes(book.bytes))
    }
}

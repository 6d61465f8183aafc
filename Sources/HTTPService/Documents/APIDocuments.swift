internal import System

/// The documentation of a table of operations. It does not change while the program runs, so it is written once.
final class APIDocuments: Sendable {
    private let table: OperationTable
    private let written = Locked<(openAPI: [UInt8], page: String)?>(nil)

    init(_ table: OperationTable) { self.table = table }

    /// `/v1/openapi.json`.
    var openAPI: [UInt8] { documents.openAPI }

    /// `/v1/docs`.
    var page: String { documents.page }

    private var documents: (openAPI: [UInt8], page: String) {
        written.withLock { written in
            let documents = written ?? (OpenAPIDocument(table: table).bytes, DocumentPage.html(table))
            written = documents
            return documents
        }
    }
}

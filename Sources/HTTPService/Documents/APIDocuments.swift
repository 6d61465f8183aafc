internal import System

/// The documentation of a table of operations. It is generated only once, since it cannot change while the program
/// runs.
final class APIDocuments: Sendable {
    private let table: OperationTable
    private let written = Locked<(openAPI: [UInt8], page: String)?>(nil)

    init(_ table: OperationTable) { self.table = table }

    /// The contents of `/v1/openapi.json`.
    var openAPI: [UInt8] { documents.openAPI }

    /// The HTML of `/v1/docs`.
    var page: String { documents.page }

    private var documents: (openAPI: [UInt8], page: String) {
        written.withLock { written in
            let documents = written ?? (OpenAPIDocument(table: table).bytes, DocumentPage.html(table))
            written = documents
            return documents
        }
    }
}

package import HTTPService

/// The operations of the protocols of reader apps.
package enum AppOperations {
    package static let all: [Operation] = GoogleReader.operations + Fever.operations + Miniflux.operations

    /// The path of an operation, derived from the path that a client sent.
    package static func path(_ path: [String]) -> [String] { GoogleReader.path(path) }
}

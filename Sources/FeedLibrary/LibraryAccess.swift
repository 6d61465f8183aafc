package import Messages
package import Pipelines

/// Runs work on a library from async code: on a pool of stores, or on the library of one account of a service.
package protocol LibraryAccess: Sendable {
    var settings: LibrarySettings { get }

    /// Runs `body` with a library for reading, on one snapshot of the store.
    ///
    /// - Parameter isPoll: whether this is a repeated poll, which does not count as a use of the caches.
    func read<Result: Sendable>(
        in language: Language, until deadline: Deadline, isPoll: Bool,
        _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result

    /// Runs `body` with the writer's library, after all earlier writes.
    func write<Result: Sendable>(
        in language: Language, _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result
}

extension LibraryPool: LibraryAccess {}

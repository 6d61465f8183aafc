internal import Accounts
internal import Articles
private import Dispatch
internal import FeedLibrary

/// What a service finds after an error that a move of a library can cause.
enum LibraryMoveOutcome {
    /// The library was not moved.
    case unchanged
    /// The seal of an interrupted move was removed.
    case unsealed
    /// The library is at another place.
    case moved(ServedLibrary)
}

extension StorageError {
    /// Whether a move of the library can cause this error.
    var mayBeMove: Bool {
        switch self {
        case .sealed, .moved, .notFound, .noSuchLibrary, .libraryBeingRemoved, .gone: true
        default: false
        }
    }
}

extension LibraryHost {
    private static let queue = DispatchQueue(label: "service.moves", attributes: .concurrent)
    /// How long a request waits for a move to end, in seconds.
    private static let maxMoveWait = 2.0

    /// Waits until the directory names another place for a sealed library. If the move was interrupted, ends it.
    ///
    /// - Parameter address: the place where the error occurred.
    func outcomeOfMove(
        _ id: HostedLibrary.ID, from address: String, isSealed: Bool
    ) async throws -> LibraryMoveOutcome {
        let end = ContinuousClock.now + .seconds(Self.maxMoveWait)
        while true {
            let entry = try await Self.onQueue { [accounts] in try accounts.ownedLibrary(id) }
            guard let entry else { return .unchanged }
            if entry.address != address { return .moved(try library(entry)) }
            if !isSealed { return .unchanged }
            if ContinuousClock.now >= end {
                let isEnded = try await Self.onQueue { [accounts, options] in
                    try LibraryMove(options.place, accounts).endInterrupted(entry)
                }
                if isEnded { return .unsealed }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private static func onQueue<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}

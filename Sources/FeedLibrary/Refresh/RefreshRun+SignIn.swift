internal import Articles
internal import Ingestion
internal import System

extension RefreshRun {
    /// Feeds that failed because of their sign-in, and whose file of cookies, headers or password has changed since
    /// then. They are fetched at once instead of after their back-off, so that a renewed file needs no restart and no
    /// command.
    ///
    /// - Parameter known: the feeds that are due anyway.
    func renewed(in library: Library, known: Set<Int64>, now: Int64) throws -> [FeedFetchState] {
        let candidates = try library.store.failingFeeds().filter { state in
            guard !known.contains(state.feed), SignInFailure.kinds.contains(state.failureKind ?? "") else {
                return false
            }
            let files = [state.options.cookies, state.options.credentials, state.options.headers]
            return files.contains { Self.hasChanged($0, since: state.lastFetch, now: now) }
        }
        if candidates.isEmpty { return [] }
        // Paused feeds and hosts that asked for a pause stay out.
        let changed = Set(candidates.map(\.feed))
        return try library.store.dueFeeds(now: now, dueOnly: false).filter { changed.contains($0.feed) }
    }

    /// Whether a file was written since a time. The time of a file may be in the same second as the fetch. A time in the
    /// future does not count, because it would be later than every fetch.
    private static func hasChanged(_ reference: String?, since time: Int64, now: Int64) -> Bool {
        guard let reference, !reference.hasPrefix("env:"), !reference.hasPrefix("stored:") else { return false }
        let path = reference.hasPrefix("file:") ? String(reference.dropFirst(5)) : reference
        guard let modified = FileStatus(path)?.modified else { return false }
        return modified >= time && modified <= now
    }
}

private import Dispatch
private import System

/// Runs a producer and a consumer concurrently.
public enum Pipeline {
    /// Runs `produce` on its own thread, and `consume` on the calling thread for each value that `produce` passes on,
    /// in order.
    ///
    /// - Parameters:
    ///   - ahead: the maximum number of values that wait to be consumed.
    ///   - produce: calls its argument with each value; the call throws if no more values are needed.
    /// - Throws: the first error of either closure; `produce` has always ended by then.
    public static func run<Piece: Sendable>(
        ahead: Int, produce: @escaping @Sendable ((Piece) throws -> Void) throws -> Void,
        consume: (Piece) throws -> Void
    ) throws {
        let pieces = BoundedQueue<Piece>(capacity: ahead)
        let failure = Locked<(any Error)?>(nil)
        let end = DispatchSemaphore(value: 0)
        DispatchQueue(label: "feedsearch.pipeline").async {
            do {
                try produce { if !pieces.put($0) { throw CancellationError() } }
            } catch {
                failure.withLock { $0 = error }
            }
            pieces.finish()
            end.signal()
        }
        defer { end.wait() }
        do {
            while let piece = pieces.take() { try consume(piece) }
        } catch {
            pieces.cancel()
            throw error
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

private import Dispatch
private import System

/// Work in two stages that run beside each other.
public enum Pipeline {
    /// Runs `produce` on a thread of its own, and here `consume` on each piece that it gives, in order.
    ///
    /// - Parameters:
    ///   - ahead: how many pieces may wait to be consumed.
    ///   - produce: calls its argument with each piece; that throws once no more are wanted.
    /// - Throws: what either of them threw first; `produce` has ended in any case.
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

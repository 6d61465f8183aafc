internal import System

/// Pages and term indexes of committed segments in memory, for all readers of one library in a process.
///
/// A segment never changes and its id is never used again, so that an entry is valid for ever. Of what does not fit the
/// budget, that which was not used lately goes: entries move to the newer of two generations when they are used.
package final class SegmentCache: Sendable {
    private enum Key: Hashable {
        case page(Int64)
        case gap(from: Int64)
        case chunk(segment: Int, first: [UInt8])
        case firstTerms(segment: Int)
    }

    private struct Generations {
        var newer: [Key: [[UInt8]]] = [:]
        var older: [Key: [[UInt8]]] = [:]
        var newerBytes = 0
        var olderBytes = 0
        var hits = 0
        var misses = 0
    }

    private let generations = Locked(Generations())
    private let maxBytes: Int
    /// Of a dictionary's entry and an array.
    private static let overhead = 80

    package init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// How many look-ups found what they looked for, and how many did not.
    package var counts: (hits: Int, misses: Int) { generations.withLock { ($0.hits, $0.misses) } }

    func removeAll() { generations.withLock { $0 = Generations(hits: $0.hits, misses: $0.misses) } }

    /// Bytes of memory in use.
    package var byteCount: Int { generations.withLock { $0.newerBytes + $0.olderBytes } }

    /// The page with an id; an empty one for a page that does not exist.
    package func page(_ id: Int64) -> [UInt8]? { find(.page(id))?.first }
    package func keep(_ page: [UInt8], as id: Int64) { keep([page], .page(id)) }

    /// The id behind those, from `id` on, that no page has; nil if that is not known.
    func endOfGap(from id: Int64) -> Int64? {
        guard let bytes = find(.gap(from: id))?.first else { return nil }
        return Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    func keepGap(_ ids: Range<Int64>) {
        let end = UInt64(bitPattern: ids.upperBound)
        keep(
            [stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: end >> $0) }],
            .gap(from: ids.lowerBound))
    }

    func chunk(first: [UInt8], segment: Int) -> [UInt8]? { find(.chunk(segment: segment, first: first))?.first }
    func keep(chunk: [UInt8], first: [UInt8], segment: Int) { keep([chunk], .chunk(segment: segment, first: first)) }

    func firstTerms(segment: Int) -> [[UInt8]]? { find(.firstTerms(segment: segment)) }
    func keep(firstTerms: [[UInt8]], segment: Int) { keep(firstTerms, .firstTerms(segment: segment)) }

    private func find(_ key: Key) -> [[UInt8]]? {
        generations.withLock { state in
            if let known = state.newer[key] {
                state.hits += 1
                return known
            }
            guard let known = state.older[key] else {
                state.misses += 1
                return nil
            }
            state.hits += 1
            add(known, key, to: &state)
            return known
        }
    }

    private func keep(_ value: [[UInt8]], _ key: Key) { generations.withLock { add(value, key, to: &$0) } }

    private func add(_ value: [[UInt8]], _ key: Key, to state: inout Generations) {
        let bytes = value.reduce(Self.overhead) { $0 + $1.count + 32 }
        guard bytes <= maxBytes / 2 else { return }
        if state.newerBytes + bytes > maxBytes / 2 {
            state.older = state.newer
            state.olderBytes = state.newerBytes
            state.newer = [:]
            state.newerBytes = 0
        }
        if state.newer.updateValue(value, forKey: key) == nil { state.newerBytes += bytes }
    }
}

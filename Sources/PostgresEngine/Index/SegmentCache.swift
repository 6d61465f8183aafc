internal import System

/// A cache of pages and term indexes of committed segments, shared by all readers of one library in a process.
///
/// A segment never changes and its id is never reused, so entries stay valid. There are two generations, and a used
/// entry moves to the newer one. If the cache exceeds its budget, the entries of the older generation are dropped.
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
    /// Approximate size of a dictionary entry and an array, in bytes.
    private static let overhead = 80

    package init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// The number of lookups that the cache answered, and the number that needed the server.
    package var counts: (hits: Int, misses: Int) { generations.withLock { ($0.hits, $0.misses) } }

    func removeAll() { generations.withLock { $0 = Generations(hits: $0.hits, misses: $0.misses) } }

    /// Memory in use, in bytes.
    package var byteCount: Int { generations.withLock { $0.newerBytes + $0.olderBytes } }

    /// The cached page with an id. The result is empty if the page does not exist, and nil if the page is not cached.
    package func page(_ id: Int64) -> [UInt8]? { find(.page(id))?.first }
    package func keep(_ page: [UInt8], as id: Int64) { keep([page], .page(id)) }

    /// The result of looking up a page id: the page with that id, or the end of a gap that has no pages.
    enum Next {
        case page([UInt8])
        case gap(before: Int64)
    }

    /// The page or gap that begins at an id; nil if the server must be queried.
    func next(from id: Int64) -> Next? {
        generations.withLock { state in
            let page = stored(.page(id), &state)?.first
            let gap = page?.isEmpty == false ? nil : stored(.gap(from: id), &state)?.first
            let isKnown = page != nil || gap != nil
            state.hits += isKnown ? 1 : 0
            state.misses += isKnown ? 0 : 1
            if let gap { return .gap(before: Int64(bitPattern: gap.reduce(0) { $0 << 8 | UInt64($1) })) }
            return page.map { $0.isEmpty ? .gap(before: id + 1) : .page($0) }
        }
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
            let known = stored(key, &state)
            state.hits += known == nil ? 0 : 1
            state.misses += known == nil ? 1 : 0
            return known
        }
    }

    private func stored(_ key: Key, _ state: inout Generations) -> [[UInt8]]? {
        if let known = state.newer[key] { return known }
        guard let known = state.older[key] else { return nil }
        add(known, key, to: &state)
        return known
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

/// Searches in ascending values.
extension Span where Element == UInt32 {
    /// The first index whose value is not below `value`; `count` if there is none. Uses a binary search.
    @inlinable package func firstIndex(notBelow value: UInt32) -> Int { firstIndex(notBelow: value, 0, count) }

    /// The first index from `start` on whose value is not below `value`. Uses a galloping search, which is fast if that
    /// index is close to `start`.
    @inlinable package func firstIndex(notBelow value: UInt32, from start: Int) -> Int {
        if start >= count || self[start] >= value { return start }
        var low = start
        var step = 1
        while low + step < count, self[low + step] < value {
            low += step
            step *= 2
        }
        return firstIndex(notBelow: value, low + 1, Swift.min(low + step, count))
    }

    @usableFromInline func firstIndex(notBelow value: UInt32, _ low: Int, _ high: Int) -> Int {
        var low = low
        var high = high
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

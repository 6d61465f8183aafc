/// Set operations on ascending row numbers.
enum SortedRows {
    static func intersection(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        let (small, large) = a.count <= b.count ? (a.span, b.span) : (b.span, a.span)
        var out: [UInt32] = []
        out.reserveCapacity(small.count)
        var at = 0
        if large.count > 32 * small.count {
            for index in small.indices {
                at = firstIndex(notBelow: small[index], in: large, from: at)
                if at == large.count { break }
                if large[at] == small[index] { out.append(small[index]) }
            }
            return out
        }
        var index = 0
        while index < small.count, at < large.count {
            let left = small[index]
            let right = large[at]
            if left == right { out.append(left) }
            index += left <= right ? 1 : 0
            at += right <= left ? 1 : 0
        }
        return out
    }

    static func union(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        if a.isEmpty { return b }
        if b.isEmpty { return a }
        let left = a.span
        let right = b.span
        var out: [UInt32] = []
        out.reserveCapacity(left.count + right.count)
        var i = 0
        var j = 0
        while i < left.count, j < right.count {
            let x = left[i]
            let y = right[j]
            out.append(min(x, y))
            i += x <= y ? 1 : 0
            j += y <= x ? 1 : 0
        }
        while i < left.count {
            out.append(left[i])
            i += 1
        }
        while j < right.count {
            out.append(right[j])
            j += 1
        }
        return out
    }

    static func subtracting(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        if b.isEmpty { return a }
        let right = b.span
        var at = 0
        return a.filter { row in
            at = firstIndex(notBelow: row, in: right, from: at)
            return at == right.count || right[at] != row
        }
    }

    /// Looks in steps that double, then halves: near places are found at once, far ones in few steps.
    @inline(__always)
    static func firstIndex(notBelow value: UInt32, in rows: Span<UInt32>, from start: Int) -> Int {
        if start >= rows.count || rows[start] >= value { return start }
        var low = start
        var step = 1
        while low + step < rows.count, rows[low + step] < value {
            low += step
            step *= 2
        }
        var high = min(low + step, rows.count)
        low += 1
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

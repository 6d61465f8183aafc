private import PostingIndex

/// Set operations on ascending row ids. Arrays that share storage, such as those of a repeated word, are recognised as
/// equal without comparing elements.
package enum SortedRows {
    package static func intersection(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        if a.count == b.count, a == b { return a }
        let (small, large) = a.count <= b.count ? (a.span, b.span) : (b.span, a.span)
        var at = 0
        if large.count > 32 * small.count {
            var out: [UInt32] = []
            for index in small.indices {
                at = large.firstIndex(notBelow: small[index], from: at)
                if at == large.count { break }
                if large[at] == small[index] { out.append(small[index]) }
            }
            return out
        }
        // Writes each row before testing it, because a branch would be mispredicted.
        var out = Array(repeating: UInt32(0), count: small.count)
        var target = out.mutableSpan
        var count = 0
        var index = 0
        while index < small.count, at < large.count {
            let left = small[index]
            let right = large[at]
            target[count] = left
            count += left == right ? 1 : 0
            index += left <= right ? 1 : 0
            at += right <= left ? 1 : 0
        }
        out.removeLast(out.count - count)
        return out
    }

    /// The intersection of all lists, shortest first; empty if no lists are given.
    package static func intersection(of lists: [[UInt32]]) -> [UInt32] {
        let lists = lists.sorted { $0.count < $1.count }
        return lists.dropFirst().reduce(lists.first ?? []) { intersection($0, $1) }
    }

    /// The union of all lists. Lists of similar size are merged, so that a row is copied at most log n times.
    package static func union(of lists: [[UInt32]]) -> [UInt32] {
        let end = Int(lists.lazy.compactMap(\.last).max() ?? 0) + 1
        if lists.count > 4, lists.reduce(0, { $0 + $1.count }) > end / 16 { return union(of: lists, end: end) }
        var lists = lists.sorted { $0.count < $1.count }
        while lists.count > 1 {
            lists = stride(from: 0, to: lists.count, by: 2).map { index in
                index + 1 < lists.count ? union(lists[index], lists[index + 1]) : lists[index]
            }
        }
        return lists.first ?? []
    }

    /// The union by means of a bit set, which is faster for many long lists.
    private static func union(of lists: [[UInt32]], end: Int) -> [UInt32] {
        var bits = [UInt64](repeating: 0, count: (end + 63) / 64)
        for list in lists { for row in list { bits[Int(row / 64)] |= 1 << UInt64(row % 64) } }
        var out: [UInt32] = []
        for index in bits.indices {
            var word = bits[index]
            while word != 0 {
                out.append(UInt32(index * 64 + word.trailingZeroBitCount))
                word &= word - 1
            }
        }
        return out
    }

    package static func union(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        if a.isEmpty { return b }
        if b.isEmpty || a.count == b.count && a == b { return a }
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

    package static func subtracting(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        if b.isEmpty { return a }
        let right = b.span
        var at = 0
        return a.filter { row in
            at = right.firstIndex(notBelow: row, from: at)
            return at == right.count || right[at] != row
        }
    }

    /// For each of `rows`, its index in `some`, or -1; nil if both arrays are equal.
    ///
    /// - Complexity: linear, without mispredicted branches. If one array is much shorter, each of its rows is looked up
    ///   in the other array.
    package static func places(of rows: [UInt32], in some: [UInt32]) -> [Int32]? {
        if rows.count == some.count, rows.first == some.first, rows.last == some.last, rows == some { return nil }
        var out = Array(repeating: Int32(-1), count: rows.count)
        let left = rows.span
        let right = some.span
        var index = 0
        // Skips the rows of the longer array that precede the first row of the shorter one.
        var place = left.isEmpty ? 0 : right.firstIndex(notBelow: left[0])
        if right.count > 16 * left.count {
            while index < left.count, place < right.count {
                place = right.firstIndex(notBelow: left[index], from: place)
                if place < right.count, right[place] == left[index] { out[index] = Int32(place) }
                index += 1
            }
        } else if left.count > 16 * right.count {
            while index < left.count, place < right.count {
                index = left.firstIndex(notBelow: right[place], from: index)
                if index < left.count, left[index] == right[place] { out[index] = Int32(place) }
                place += 1
            }
        } else {
            var target = out.mutableSpan
            while index < left.count, place < right.count {
                let row = left[index]
                let other = right[place]
                target[index] = row == other ? Int32(truncatingIfNeeded: place) : -1
                index += row <= other ? 1 : 0
                place += other <= row ? 1 : 0
            }
        }
        return out
    }
}

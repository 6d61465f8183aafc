/// Operations on ascending document numbers of a batch.
package enum DocumentList {
    /// The union of lists, which are ranges of `all`.
    package static func union(_ lists: [Range<Int>], of all: [UInt32]) -> [UInt32] {
        guard lists.count > 1 else { return lists.first.map { Array(all[$0]) } ?? [] }
        // Uses one bit per document, because a batch has only a few thousand documents.
        var words: [UInt64] = []
        for list in lists {
            for index in list {
                let word = Int(all[index] >> 6)
                if word >= words.count { words += repeatElement(0, count: word + 1 - words.count) }
                words[word] |= 1 << UInt64(all[index] & 63)
            }
        }
        var out: [UInt32] = []
        for (number, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                out.append(UInt32(number) << 6 | UInt32(rest.trailingZeroBitCount))
                rest &= rest &- 1
            }
        }
        return out
    }

    package static func contains(_ document: UInt32, in list: [UInt32]) -> Bool {
        let index = firstIndex(from: document, in: list, 0..<list.count)
        return index < list.count && list[index] == document
    }

    /// Intersects `list` with `range` of `other`.
    ///
    /// - Complexity: linear in the shorter list, logarithmic in the longer one.
    static func intersect(_ list: inout [UInt32], with other: [UInt32], _ range: Range<Int>) {
        var kept = 0
        var at = range.lowerBound
        for index in list.indices {
            let document = list[index]
            at = firstIndex(from: document, in: other, at..<range.upperBound)
            if at == range.upperBound { break }
            guard other[at] == document else { continue }
            list[kept] = document
            kept += 1
            at += 1
        }
        list.removeLast(list.count - kept)
    }

    /// The index of the first document in `range` that is not below `document`. Uses a galloping search, then a binary
    /// search.
    package static func firstIndex(from document: UInt32, in list: [UInt32], _ range: Range<Int>) -> Int {
        var low = range.lowerBound
        var step = 1
        var high = low
        while high < range.upperBound, list[high] < document {
            low = high + 1
            high += step
            step *= 2
        }
        high = min(high, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if list[middle] < document { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

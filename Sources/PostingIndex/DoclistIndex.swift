/// The doclist index of one term. It has the first row id on each leaf that continues the doclist, on separate pages,
/// and further levels above if there are many such pages. It is written only for a doclist that continues over at least
/// four leaves.
struct DoclistIndex {
    struct Page {
        var height: Int
        var page: Int
        var bytes: [UInt8]
    }

    private struct Node {
        var bytes: [UInt8] = []
        var page = 0
        var previousRow: UInt64 = 0
        var hasRow = false
    }

    /// Finished pages, written after all leaves of the segment.
    private(set) var saved: [Page] = []
    private var nodes: [Node] = [Node()]
    private var leavesWithoutTerm = 0
    private static let minLeaves = 4

    /// Records that a doclist begins on this leaf.
    mutating func begin(page: Int) { nodes[0].page = page }

    /// Adds the first row id of a leaf on which no term begins.
    mutating func add(row: UInt64, page: Int, pageSize: Int) {
        var height = 0
        while true {
            if nodes.count == height + 1 { nodes.append(Node()) }
            let isFull = nodes[height].bytes.count >= pageSize
            if isFull {
                nodes[height].bytes[0] = 1
                save(height)
                if nodes[height + 1].bytes.isEmpty { startParent(of: height) }
                nodes[height].bytes.removeAll()
                nodes[height].hasRow = false
                nodes[height].page += 1
            }
            if nodes[height].hasRow {
                SegmentVarint.append(row &- nodes[height].previousRow, to: &nodes[height].bytes)
            } else {
                nodes[height].bytes.append(isFull ? 1 : 0)
                SegmentVarint.append(UInt64(height > 0 ? nodes[height - 1].page : page), to: &nodes[height].bytes)
                SegmentVarint.append(row, to: &nodes[height].bytes)
            }
            nodes[height].hasRow = true
            nodes[height].previousRow = row
            if !isFull { return }
            height += 1
        }
    }

    private mutating func startParent(of height: Int) {
        var reader = SegmentStructure.Reader(nodes[height].bytes, from: 1)
        _ = reader.next()
        let first = reader.next() ?? 0
        var parent = Node()
        parent.bytes.append(0)
        SegmentVarint.append(UInt64(nodes[height].page), to: &parent.bytes)
        SegmentVarint.append(first, to: &parent.bytes)
        parent.page = nodes[height].page
        parent.hasRow = true
        parent.previousRow = first
        nodes[height + 1] = parent
    }

    mutating func endLeafWithoutTerm(hasNoRow: Bool) {
        // Adds a leaf without a row id, if the doclist already has an index.
        if hasNoRow, !nodes[0].bytes.isEmpty { nodes[0].bytes.append(0) }
        leavesWithoutTerm += 1
    }

    /// Ends the doclist; returns whether it has an index.
    mutating func endDoclist() -> Bool {
        let isWritten = !nodes[0].bytes.isEmpty && leavesWithoutTerm >= Self.minLeaves
        for height in nodes.indices where !nodes[height].bytes.isEmpty {
            if isWritten { save(height) }
            nodes[height].bytes.removeAll()
            nodes[height].hasRow = false
        }
        leavesWithoutTerm = 0
        return isWritten
    }

    private mutating func save(_ height: Int) {
        saved.append(Page(height: height, page: nodes[height].page, bytes: nodes[height].bytes))
    }
}

/// The tables of a document: which of them contain data, and which is being read.
///
/// A table used for layout (one column, or cells with paragraphs, lists, headings, code or tables) is not read as a
/// table: its cells become ordinary blocks.
struct TableStack {
    struct Table {
        var rows: [[[TextRun]]] = []
        var hasHead = false
        var caption: [TextRun]?
    }

    /// Whether each table contains data, in the order of the tables' start tags.
    private var holdsData: [Bool] = []
    private var seen = 0
    private var current: Table?
    private var isInCell = false
    private var isInCaption = false

    /// Whether a data table is being read.
    var isRead: Bool { current != nil }

    /// Whether the current position is in a data table but in no cell or caption. Text there can only be white space
    /// between tags.
    var isBetweenCells: Bool { current != nil && !isInCell && !isInCaption }

    var caption: [TextRun]? {
        get { current?.caption }
        set {
            current?.caption = newValue
            isInCaption = false
        }
    }

    /// Finds the tables that contain data.
    mutating func mark(_ html: [UInt8]) {
        struct Open {
            var number: Int
            var cells = 0
            var widest = 0
            var blocks = 0
            var isArranged = false
        }
        var open: [Open] = []
        var tokenizer = HTMLTokenizer()
        var index = 0
        while let start = html[index...].firstIndex(of: 0x3C) {
            let kind = tokenizer.read(html.span, at: start)
            index = kind == .text ? start + 1 : tokenizer.next
            let tag = tokenizer.tag
            if kind == .startTag, tag == .table {
                if let last = open.indices.last { open[last].isArranged = true }
                open.append(Open(number: holdsData.count))
                holdsData.append(false)
            } else if kind == .startTag, let last = open.indices.last {
                switch tag {
                case .tr: open[last].cells = 0
                case .td, .th:
                    open[last].cells += 1
                    open[last].blocks = 0
                    open[last].widest = max(open[last].widest, open[last].cells)
                case .ul, .ol, .dl, .pre, .blockquote, .h1, .h2, .h3, .h4, .h5, .h6, .figure, .hr:
                    open[last].isArranged = true
                case .p:
                    open[last].blocks += 1
                    if open[last].blocks > 1 { open[last].isArranged = true }
                default: break
                }
            } else if kind == .endTag, tag == .table, let table = open.popLast() {
                holdsData[table.number] = table.widest > 1 && !table.isArranged
            }
        }
    }

    /// Begins the next table of the document.
    ///
    /// - Returns: whether the table contains data.
    mutating func begin() -> Bool {
        defer { seen += 1 }
        guard holdsData.indices.contains(seen), holdsData[seen] else { return false }
        current = Table()
        isInCaption = true
        return true
    }

    mutating func beginRow() {
        isInCaption = false
        current?.rows.append([])
    }

    mutating func beginCell(isHead: Bool) {
        isInCaption = false
        isInCell = true
        guard var table = current else { return }
        current = nil
        if table.rows.isEmpty { table.rows.append([]) }
        if isHead, table.rows.count == 1 { table.hasHead = true }
        current = table
    }

    mutating func endCell(_ runs: [TextRun]) {
        isInCell = false
        guard var table = current else { return }
        current = nil
        if !table.rows.isEmpty { table.rows[table.rows.count - 1].append(runs) }
        current = table
    }

    mutating func end() -> Table {
        defer { current = nil }
        isInCell = false
        isInCaption = false
        var table = current ?? Table()
        table.rows.removeAll { $0.allSatisfy(\.isEmpty) }
        return table
    }
}

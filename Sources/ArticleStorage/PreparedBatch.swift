internal import SQLite
internal import TextAnalysis

/// Rows for one transaction with their index entries made ready, away from the writer's thread.
///
/// Whether an article is new is known only to the writer, so entries are kept by ordinal and the writer says which stay.
@safe public final class PreparedBatch: @unchecked Sendable {
    // One thread at a time has it: the preparing one, then, through a queue, the writer.

    /// What stands in the batch, in the order of the input.
    public enum Entry: Sendable {
        case article(ArticleDraft)
        case feed(FeedDraft)
        case document(DocumentItems)
    }

    public private(set) var entries: [Entry] = []
    public private(set) var articleCount = 0
    /// Bytes of text and HTML.
    public private(set) var byteCount = 0
    let index: InvertedBatch
    /// Which searches that alert find which of its articles, as far as words decide it.
    private(set) var matches: BatchMatches?
    /// The CJK characters of each article, once each.
    private var characters: [UInt32] = []
    private var characterEnds: [Int] = []
    private var lastSeen = [UInt32](repeating: 0, count: 1 << 16)
    private var others: Set<UInt32> = []
    /// Each article's units, one behind the other.
    private var units: [UInt16] = []
    private var unitEnds: [Int] = []
    private var foldKeys: [UInt32] = []
    private var titleUnits = ForwardUnits()
    private var bodyUnits = ForwardUnits()
    private let compressor = PrefixCompressor()
    /// Less than this is not worth compressing.
    private static let minPackedBytes = 128

    public init() { index = InvertedBatch(columns: 2) }

    /// Ready to be filled again; memory is kept.
    public func removeAll() {
        entries.removeAll(keepingCapacity: true)
        index.removeAll()
        matches = nil
        characters.removeAll(keepingCapacity: true)
        characterEnds.removeAll(keepingCapacity: true)
        units.removeAll(keepingCapacity: true)
        unitEnds.removeAll(keepingCapacity: true)
        foldKeys.removeAll(keepingCapacity: true)
        for index in lastSeen.indices { lastSeen[index] = 0 }
        articleCount = 0
        byteCount = 0
    }

    /// Nothing more is added: finds which searches that alert want its articles, which is work that the writer need not do.
    public func match(_ searches: SharedSearches) {
        if articleCount > 0, let known = searches.index { matches = known.match(index, lists: searches.takeLists()) }
    }

    /// Goes in front of the document's articles.
    public func add(_ items: DocumentItems) { entries.append(.document(items)) }

    public func add(_ feed: FeedDraft) { entries.append(.feed(feed)) }

    /// Adds one article and inverts its tokens.
    public func add(_ draft: ArticleDraft) {
        var draft = draft
        if let html = draft.html, html.count >= Self.minPackedBytes {
            draft.packedHTML = compressor.compress(html, prefix: draft.body)
        }
        entries.append(.article(draft))
        byteCount += draft.body.count + (draft.html?.count ?? 0)
        add(title: draft.title, body: draft.body)
    }

    /// Inverts the tokens of one article, which is stored already or is an entry of the batch.
    func add(title: String, body: [UInt8]) {
        articleCount += 1
        index.beginDocument()
        var title = title
        title.makeContiguousUTF8()
        bodyUnits.removeAll()
        analyze(body.span, column: IndexColumn.body, &bodyUnits)
        titleUnits.removeAll()
        analyze(title.utf8.span, column: IndexColumn.title, &titleUnits)
        index.endDocument()
        units += titleUnits.codes
        units.append(ForwardUnits.endOfTitle)
        units += bodyUnits.codes
        unitEnds.append(units.count)
        foldKeys.append(DuplicateFolding.key(title: titleUnits.codes, body: bodyUnits.codes))
        characters += others
        others.removeAll(keepingCapacity: true)
        characterEnds.append(characters.count)
    }

    /// Bytes of the index entries so far.
    public var indexByteCount: Int { index.byteCount }

    private func analyze(_ text: Span<UInt8>, column: Int, _ units: inout ForwardUnits) {
        index.beginColumn(column)
        let stamp = UInt32(truncatingIfNeeded: articleCount)
        Analyzer.shared.analyze(text) { term, kind, _ in
            units.add(term, kind)
            switch kind {
            case .gram, .single:
                index.add(term, isColocated: false)
                if let scalar = UTF8Decoding.firstScalar(term) { note(scalar, stamp) }
            case .stem, .symbolWord: index.add(term, isColocated: true)
            case .word, .separator: index.add(term, isColocated: false)
            }
            return true
        }
        units.finish()
    }

    private func note(_ scalar: UInt32, _ stamp: UInt32) {
        guard scalar < 1 << 16 else {
            others.insert(scalar)
            return
        }
        if lastSeen[Int(scalar)] != stamp {
            lastSeen[Int(scalar)] = stamp
            characters.append(scalar)
        }
    }

    /// What the side structures keep of an article, by its place among the articles.
    func forwardEntry(ofArticle ordinal: Int) -> ForwardEntry {
        ForwardEntry(
            units: units[(ordinal > 0 ? unitEnds[ordinal - 1] : 0)..<unitEnds[ordinal]], foldKey: foldKeys[ordinal],
            titleLength: index.length(ofDocument: ordinal, column: IndexColumn.title),
            bodyLength: index.length(ofDocument: ordinal, column: IndexColumn.body))
    }

    /// The distinct CJK characters of an article, by its place among the articles.
    func characters(ofArticle ordinal: Int) -> ArraySlice<UInt32> {
        characters[(ordinal > 0 ? characterEnds[ordinal - 1] : 0)..<characterEnds[ordinal]]
    }
}

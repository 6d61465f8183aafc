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
    /// The CJK characters of each article, once each.
    private var characters: [UInt32] = []
    private var characterEnds: [Int] = []
    private var lastSeen = [UInt32](repeating: 0, count: 1 << 16)
    private var others: Set<UInt32> = []
    private let compressor = PrefixCompressor()
    /// Less than this is not worth compressing.
    private static let minPackedBytes = 128

    public init() { index = InvertedBatch(columns: 2) }

    /// Ready to be filled again; memory is kept.
    public func removeAll() {
        entries.removeAll(keepingCapacity: true)
        index.removeAll()
        characters.removeAll(keepingCapacity: true)
        characterEnds.removeAll(keepingCapacity: true)
        for index in lastSeen.indices { lastSeen[index] = 0 }
        articleCount = 0
        byteCount = 0
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
        draft.duplicateKey = DuplicateKeys.key(title: draft.title, body: draft.body.span)
        entries.append(.article(draft))
        articleCount += 1
        byteCount += draft.body.count + (draft.html?.count ?? 0)
        index.beginDocument()
        var title = draft.title
        title.makeContiguousUTF8()
        analyze(title.utf8.span, column: 0)
        analyze(draft.body.span, column: 1)
        index.endDocument()
        characters += others
        others.removeAll(keepingCapacity: true)
        characterEnds.append(characters.count)
    }

    /// Bytes of the index entries so far.
    public var indexByteCount: Int { index.byteCount }

    private func analyze(_ text: Span<UInt8>, column: Int) {
        index.beginColumn(column)
        let stamp = UInt32(truncatingIfNeeded: articleCount)
        Analyzer.shared.analyze(text) { term, kind, _ in
            switch kind {
            case .gram, .single:
                index.add(term, isColocated: false)
                if let scalar = UTF8Decoding.firstScalar(term) { note(scalar, stamp) }
            case .stem, .symbolWord: index.add(term, isColocated: true)
            case .word, .separator: index.add(term, isColocated: false)
            }
            return true
        }
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

    /// The distinct CJK characters of an article, by its place among the articles.
    func characters(ofArticle ordinal: Int) -> ArraySlice<UInt32> {
        characters[(ordinal > 0 ? characterEnds[ordinal - 1] : 0)..<characterEnds[ordinal]]
    }
}

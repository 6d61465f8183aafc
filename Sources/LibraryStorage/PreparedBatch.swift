package import ArticleSearch
package import Articles
package import BatchInversion
private import Formats
package import SavedSearchMatching
package import SearchRanking
private import TextAnalysis

/// Rows for one transaction with their index entries made ready, away from the writer's thread.
///
/// Whether an article is new is known only to the writer, so entries are kept by ordinal and the writer says which stay.
@safe package final class PreparedBatch: ArticleBatch, @unchecked Sendable {
    // One thread at a time has it: the preparing one, then, through a queue, the writer.

    /// What stands in the batch, in the order of the input.
    package enum Entry: Sendable {
        case article(ArticleDraft)
        case feed(FeedDraft)
        case document(DocumentItems)
    }

    package private(set) var entries: [Entry] = []
    package private(set) var articleCount = 0
    /// Bytes of text and HTML.
    package private(set) var byteCount = 0
    /// The index entries by term; only while entries are added, where nobody else wants to look things up in them.
    private var inverted: InvertedBatch?
    /// The index entries in order, once the batch is whole.
    private var run: SortedRun?
    /// Which searches that alert find which of its articles, as far as words decide it; found where the batch is sealed.
    package private(set) var matches: BatchMatches?
    /// Where the batch came from; nil while it is idle there.
    package var pool: PreparedBatchPool?
    /// The transaction that this batch is stored in is to end with it, because the next one may be long in coming.
    package var endsTransaction = false
    /// The CJK characters of each article, once each.
    private var characters: [UInt32] = []
    private var characterEnds: [Int] = []
    private var others: Set<UInt32> = []
    /// How often they stand in each article, as `CharacterCounts` packs them, one article behind the other.
    private var counts: [UInt8] = []
    private var countEnds: [Int] = []
    private var counter = CharacterCounts()
    private var sketches: [DuplicateSketch] = []
    /// The units of the last article, by the number of the column.
    private var columnUnits = Array(repeating: ForwardUnits(), count: IndexColumn.count)
    private let compressor = PrefixCompressor()
    private var texts = DraftTexts()

    /// The batch as this engine made it.
    package static func own(_ batch: any ArticleBatch) -> PreparedBatch {
        guard let batch = batch as? PreparedBatch else { preconditionFailure("a batch of another engine's pool") }
        return batch
    }

    package init() {}

    /// The index entries by term; built again if they were released.
    package var index: InvertedBatch {
        if let inverted { return inverted }
        let index = pool?.takeIndex() ?? InvertedBatch(columns: IndexColumn.count)
        inverted = index
        // What was added is in the entries still.
        if run != nil {
            for case .article(let draft) in entries {
                index.beginDocument()
                IndexedText(draft, body: texts.text(of: draft)).forEachColumn { column, text, language in
                    index.beginColumn(column)
                    Analyzer.shared.analyzeWithPairs(text, language: language) { term, kind, _ in
                        index.add(term, isColocated: kind.isColocated)
                        return true
                    }
                }
                index.endDocument()
            }
        }
        return index
    }

    /// Ready to be filled again; memory is kept.
    package func removeAll() {
        entries.removeAll(keepingCapacity: true)
        matches = nil
        inverted?.removeAll()
        run = nil
        endsTransaction = false
        characters.removeAll(keepingCapacity: true)
        characterEnds.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
        countEnds.removeAll(keepingCapacity: true)
        sketches.removeAll(keepingCapacity: true)
        articleCount = 0
        byteCount = 0
    }

    /// Goes in front of the document's articles.
    package func add(_ items: DocumentItems) { entries.append(.document(items)) }

    package func add(_ feed: FeedDraft) { entries.append(.feed(feed)) }

    /// Nothing more is added: brings the index entries into order, and finds the searches that alert for them, which is
    /// work that the writer need not do.
    package func seal() {
        if run != nil { return }
        let index = index
        run = index.sorted(pool: pool?.runs)
        if let searches = pool?.searches, articleCount > 0, let known = searches.index {
            matches = known.match(index, lists: searches.takeLists())
        }
        if let pool, !(matches?.needsWords ?? pool.keepsIndexes) {
            inverted = nil
            pool.give(index)
        }
    }

    /// The index entries in order; they outlive the batch's next use.
    package var sorted: SortedRun {
        seal()
        return run ?? index.sorted()
    }

    /// Adds one article and inverts its tokens.
    package func add(_ draft: ArticleDraft) {
        var draft = draft
        draft.fixHash()
        draft.language = ArticleLanguage.tag(label: draft.language, title: draft.title, body: draft.body)
        if let html = draft.html { draft.packedHTML = PackedHTML.packed(html, body: draft.body, by: compressor) }
        draft.packedBody = texts.packed(draft.body, pool?.dictionary)
        byteCount += draft.body.count + (draft.html?.count ?? 0)
        add(IndexedText(draft, body: draft.body))
        // The hash and the compressed forms are what the writer wants of both, and a batch may wait for it.
        if draft.packedHTML != nil { draft.html = nil }
        if draft.packedBody != nil { draft.body = [] }
        entries.append(.article(draft))
    }

    /// Inverts the tokens of one article, which is stored already or is an entry of the batch.
    package func add(_ text: IndexedText) {
        articleCount += 1
        let index = index
        index.beginDocument()
        text.forEachColumn { column, text, language in
            columnUnits[column].removeAll()
            analyze(text, language, column: column, &columnUnits[column], into: index)
        }
        index.endDocument()
        counter.finish(into: &counts) { characters.append($0) }
        countEnds.append(counts.count)
        let (titleCodes, bodyCodes) = (columnUnits[IndexColumn.title].codes, columnUnits[IndexColumn.body].codes)
        sketches.append(DuplicateSketch(title: titleCodes.span, body: bodyCodes.span, titleText: text.title.utf8.span))
        characters += others
        others.removeAll(keepingCapacity: true)
        characterEnds.append(characters.count)
    }

    /// Bytes of the index entries so far.
    package var indexByteCount: Int { index.byteCount }

    private func analyze(
        _ text: Span<UInt8>, _ language: StemLanguage, column: Int, _ units: inout ForwardUnits,
        into index: InvertedBatch
    ) {
        index.beginColumn(column)
        let weight = CharacterCounts.weight(ofColumn: column)
        Analyzer.shared.analyzeWithPairs(text, language: language) { term, kind, _ in
            index.add(term, isColocated: kind.isColocated)
            guard kind == .bigram || kind == .single else {
                units.add(term, kind)
                return true
            }
            let scalar = UTF8Decoding.firstScalar(term)
            units.add(character: scalar, isSingle: kind == .single)
            if let scalar {
                if scalar < 1 << 16 { counter.add(scalar, weight: weight) } else { others.insert(scalar) }
            }
            return true
        }
        units.finish()
    }

    /// What the side structures keep of an article, by its place among the articles.
    package func forwardEntry(ofArticle ordinal: Int) -> ForwardEntry {
        ForwardEntry(
            characters: counts[(ordinal > 0 ? countEnds[ordinal - 1] : 0)..<countEnds[ordinal]],
            sketch: sketches[ordinal],
            titleLength: lengths(IndexColumn.title, ordinal), bodyLength: lengths(IndexColumn.body, ordinal))
    }

    private func lengths(_ column: Int, _ ordinal: Int) -> Int {
        run?.length(ofDocument: ordinal, column: column) ?? index.length(ofDocument: ordinal, column: column)
    }

    /// The distinct CJK characters of an article, by its place among the articles.
    package func characters(ofArticle ordinal: Int) -> ArraySlice<UInt32> {
        characters[(ordinal > 0 ? characterEnds[ordinal - 1] : 0)..<characterEnds[ordinal]]
    }
}

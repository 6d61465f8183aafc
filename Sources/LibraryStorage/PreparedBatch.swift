package import ArticleSearch
package import Articles
private import Formats
package import PostingIndex
package import SavedSearchMatching
package import SearchRanking
private import TextAnalysis

/// Rows and index entries for one transaction, prepared on a thread other than the writer's.
///
/// Whether an article is new is known only once the writer processes the batch. Until then, entries are identified by
/// their ordinal in the batch; the writer then picks the ones to store.
@safe package final class PreparedBatch: ArticleBatch, @unchecked Sendable {
    // Only one thread at a time uses the batch: first the thread that prepares it, then, after a queue, the writer's.

    /// An entry of the batch. The array `entries` is in the order of the input.
    package enum Entry: Sendable {
        case article(ArticleDraft)
        case feed(FeedDraft)
        case document(DocumentItems)
    }

    package private(set) var entries: [Entry] = []
    package private(set) var articleCount = 0
    /// The size of the texts and HTML, in bytes.
    package private(set) var byteCount = 0
    /// The index entries by term. `seal()` releases them unless terms will be looked up in the batch later.
    private var inverted: InvertedBatch?
    /// The sorted index entries; nil before `seal()`.
    private var run: SortedRun?
    /// The matches of saved searches that have alerts, computed by `seal()`. Only the parts of a query that can be
    /// decided from an article's words are evaluated.
    package private(set) var matches: BatchMatches?
    /// The pool to which the batch returns; nil while the batch is idle in the pool.
    package var pool: PreparedBatchPool?
    /// Whether the transaction should end with this batch, because the next batch may take long to arrive.
    package var endsTransaction = false
    /// The distinct CJK characters of all articles, concatenated in order.
    private var characters: [UInt32] = []
    private var characterEnds: [Int] = []
    private var others: Set<UInt32> = []
    /// The character counts of all articles, packed by `CharacterCounts` and concatenated in order.
    private var counts: [UInt8] = []
    private var countEnds: [Int] = []
    private var counter = CharacterCounts()
    private var sketches: [DuplicateSketch] = []
    /// The units of the last added article, by column number.
    private var columnUnits = Array(repeating: ForwardUnits(), count: IndexColumn.count)
    private let compressor = PrefixCompressor()
    private var texts = DraftTexts()

    /// Casts a batch to the type that this engine's pool makes.
    package static func own(_ batch: any ArticleBatch) -> PreparedBatch {
        guard let batch = batch as? PreparedBatch else { preconditionFailure("a batch of another engine's pool") }
        return batch
    }

    package init() {}

    /// The index entries by term. Builds them again if they were released.
    package var index: InvertedBatch {
        if let inverted { return inverted }
        let index = pool?.takeIndex() ?? InvertedBatch(columns: IndexColumn.count)
        inverted = index
        // The entries can be rebuilt, because the texts are still in `entries`.
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

    /// Empties the batch for reuse, but keeps its memory.
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

    /// Adds a document, which must be added before its articles.
    package func add(_ items: DocumentItems) { entries.append(.document(items)) }

    package func add(_ feed: FeedDraft) { entries.append(.feed(feed)) }

    /// Ends the batch: sorts the index entries, and matches the articles with the saved searches that have alerts, so
    /// that the writer's thread does not have to.
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

    /// The sorted index entries, which stay valid when the batch is reused.
    package var sorted: SortedRun {
        seal()
        return run ?? index.sorted()
    }

    /// Adds an article and inverts its tokens.
    package func add(_ draft: ArticleDraft) {
        var draft = draft
        draft.fixHash()
        draft.language = ArticleLanguage.tag(label: draft.language, title: draft.title, body: draft.body)
        if let html = draft.html { draft.packedHTML = PackedHTML.packed(html, body: draft.body, by: compressor) }
        draft.packedBody = texts.packed(draft.body, pool?.dictionary)
        byteCount += draft.body.count + (draft.html?.count ?? 0)
        add(IndexedText(draft, body: draft.body))
        // Free the uncompressed text: the batch may wait in a queue, and the writer needs only the hash and the
        // compressed form.
        if draft.packedHTML != nil { draft.html = nil }
        if draft.packedBody != nil { draft.body = [] }
        entries.append(.article(draft))
    }

    /// Inverts the tokens of an article that is already stored or that is an entry of this batch.
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

    /// Size of the index entries so far, in bytes.
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

    /// The ranking data of an article.
    package func forwardEntry(ofArticle ordinal: Int) -> ForwardEntry {
        ForwardEntry(
            characters: counts[(ordinal > 0 ? countEnds[ordinal - 1] : 0)..<countEnds[ordinal]],
            sketch: sketches[ordinal],
            titleLength: lengths(IndexColumn.title, ordinal), bodyLength: lengths(IndexColumn.body, ordinal))
    }

    private func lengths(_ column: Int, _ ordinal: Int) -> Int {
        run?.length(ofDocument: ordinal, column: column) ?? index.length(ofDocument: ordinal, column: column)
    }

    /// The distinct CJK characters of an article.
    package func characters(ofArticle ordinal: Int) -> ArraySlice<UInt32> {
        characters[(ordinal > 0 ? characterEnds[ordinal - 1] : 0)..<characterEnds[ordinal]]
    }
}

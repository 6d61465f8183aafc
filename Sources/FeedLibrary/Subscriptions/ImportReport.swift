package import Articles
public import Ingestion
public import OPML

/// What became of each outline.
public struct ImportReport {
    public enum Result {
        case added, present
        /// With the reason.
        case refused(String)
    }

    public var outlines: [(feed: OPMLFeed, result: Result)] = []
    /// Files and outlines that were refused, and where they stand.
    public var refused: [(place: String, reason: String)] = []
    /// What the feed documents beside them brought; nil where none were looked for.
    public var articles: IngestReport?

    /// What files of other readers brought: where they are, whose they are, and what became of their articles.
    package var moved: [(place: String, reader: String, articles: BatchInsertResult)] = []

    /// A signal cut the import short.
    public var isStopped = false

    /// Lists, containers and documents that were dealt with: that one is no feed needs no saying.
    public var known: Set<String> = []

    /// Files beside the lists that look like feeds and could not be taken.
    public var refusedDocuments: [IngestReport.Rejection] {
        (articles?.rejected ?? []).filter { !known.contains($0.place) }
    }

    public var added: Int {
        outlines.count { if case .added = $0.result { true } else { false } }
    }

    public var present: Int {
        outlines.count { if case .present = $0.result { true } else { false } }
    }

    public mutating func refuse(_ outline: OPMLFeed, _ place: String, _ reason: String) {
        outlines.append((outline, .refused(reason)))
        refused.append((outline.title.isEmpty ? place : "\(place) (\(outline.title))", reason))
    }
}

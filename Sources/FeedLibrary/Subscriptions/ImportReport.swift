package import Articles
public import Ingestion
public import OPML

/// The result of an import, for each outline.
public struct ImportReport {
    public enum Result {
        case added, present
        /// The outline was refused for the given reason.
        case refused(String)
    }

    public var outlines: [(feed: OPMLFeed, result: Result)] = []
    /// Refused files and outlines, with their locations.
    public var refused: [(place: String, reason: String)] = []
    /// The report on feed documents found next to the lists; nil if they were not looked for.
    public var articles: IngestReport?

    /// Files of other readers: the location of each file, the name of the reader, and the result for its articles.
    package var moved: [(place: String, reader: String, articles: BatchInsertResult)] = []

    /// True if a signal ended the import early.
    public var isStopped = false

    /// Processed lists, containers and documents; they are not reported as invalid feeds.
    public var known: Set<String> = []

    /// Files next to the lists that look like feeds but could not be ingested.
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

internal import Markup
internal import System

/// Reads the files and exports of other feed readers and read-later services, to import from them.
///
/// Foreign files are not trusted: any bytes give a result, nothing in them is run or fetched, and only http and https
/// addresses are kept. Records are passed on one by one, so that memory does not grow with the size of a database.
package enum ReaderArchive {
    package enum Format: String, CaseIterable, Sendable {
        case newsboatURLs
        case newsboatCache
        case googleReaderJSON
        case freshRSSJSON
        case minifluxEntriesJSON
        case minifluxFeedsJSON
        case netNewsWire
        case liferea
        case pocketCSV
        case pocketHTML
        case instapaperCSV
        case wallabagJSON

        /// Whether the format is an SQLite file, which can only be read from a path.
        package var isDatabase: Bool {
            switch self {
            case .newsboatCache, .netNewsWire, .liferea: true
            default: false
            }
        }
    }

    /// The maximum size of a text file in bytes. Larger text files are refused; databases may have any size.
    package static let maxBytes = 256 << 20

    /// Reads a file. The program that owns a database must not be running, since the database must not change while it
    /// is read.
    ///
    /// - Throws: `ReaderArchiveError`, and errors of the callbacks, which end the reading.
    package static func read(
        _ format: Format, path: String, onSubscription: @escaping (MovedSubscription) throws -> Void,
        onArticle: @escaping (MovedArticle) throws -> Void
    ) throws -> ArchiveReport {
        guard format.isDatabase else {
            let bytes: [UInt8]
            do {
                bytes = try FileSystem.read(path, limit: maxBytes)
            } catch {
                throw ReaderArchiveError.file(error)
            }
            return try read(format, bytes: bytes, onSubscription: onSubscription, onArticle: onArticle)
        }
        let database = try ForeignDatabase(path: path)
        var sink = ArchiveSink(onSubscription: onSubscription, onArticle: onArticle)
        switch format {
        case .newsboatCache: try NewsboatCache.read(database, into: &sink)
        case .netNewsWire: try NetNewsWireDatabase.read(database, into: &sink)
        default: try LifereaDatabase.read(database, into: &sink)
        }
        return sink.report
    }

    /// Reads a text file from its bytes.
    ///
    /// - Throws: `ReaderArchiveError`, and errors of the callbacks, which end the reading.
    package static func read(
        _ format: Format, bytes: [UInt8], onSubscription: @escaping (MovedSubscription) throws -> Void,
        onArticle: @escaping (MovedArticle) throws -> Void
    ) throws -> ArchiveReport {
        if format.isDatabase { throw ReaderArchiveError.needsFile }
        let kind: DocumentKind = format == .pocketHTML ? .html : .plain
        let text = Charset.decode(bytes, contentType: nil, kind: kind).utf8
        var sink = ArchiveSink(onSubscription: onSubscription, onArticle: onArticle)
        switch format {
        case .newsboatURLs: try NewsboatURLs.read(text, into: &sink)
        case .googleReaderJSON: try GoogleReaderJSON.read(text, of: .googleReader, into: &sink)
        case .freshRSSJSON: try GoogleReaderJSON.read(text, of: .freshRSS, into: &sink)
        case .minifluxEntriesJSON: try MinifluxJSON.readEntries(text, into: &sink)
        case .minifluxFeedsJSON: try MinifluxJSON.readFeeds(text, into: &sink)
        case .pocketCSV: try PocketCSV.read(text, into: &sink)
        case .pocketHTML: try PocketHTML.read(text, into: &sink)
        case .instapaperCSV: try InstapaperCSV.read(text, into: &sink)
        case .wallabagJSON: try WallabagJSON.read(text, into: &sink)
        case .newsboatCache, .netNewsWire, .liferea: break
        }
        return sink.report
    }
}

public import Articles
internal import Formats
public import Messages
internal import SQLiteEngine

extension StorageError.SchemaDifference {
    fileprivate var message: Message {
        switch self {
        case .foreign: .foreignObject
        case .changed: .changedObject
        case .missing: .missingObject
        }
    }
}

extension StorageError.NameKind {
    fileprivate func complaint(_ name: String, suggestion: String?, _ language: Language) -> Complaint {
        let message: Message =
            switch self {
            case .tag: .unknownTag
            case .language: .unknownLanguage
            case .folder: .unknownFolder
            case .feed: .unknownFeedName
            case .scope: .unknownScope
            }
        guard let suggestion else { return Complaint(message, [name], language: language) }
        return Complaint(.nearestName, [message.text(language, [name]), suggestion], language: language)
    }
}

extension StorageError {
    /// Whether the query is at fault, not the store: a batch reports the error and continues.
    public var isOfTheQuery: Bool {
        switch self {
        case .noSuchSavedSearch, .unknownName, .badCursor, .badPattern, .costlyPattern, .noSuchFeed:
            true
        default: false
        }
    }

    public func complaint(_ language: Language) -> Complaint {
        switch self {
        case .notFound(let path): Complaint(.noDatabase, [path], language: language)
        case .notOurs(let path): Complaint(.notOurDatabase, [path], language: language)
        case .newer(let path, let version, let known):
            Complaint(.newerDatabase, [path, String(version), String(known)], language: language)
        case .foreignSchema(let path, let difference, let object):
            Complaint(difference.message, [path, TerminalSafe.line(object)], language: language)
        case .moved(let path): Complaint(.movedDatabase, [path], language: language)
        case .gone(let path): Complaint(.goneDatabase, [path], language: language)
        case .needsMigration(let path): Complaint(.olderDatabase, [path], language: language)
        case .locked(let path):
            Complaint(.lockedDatabase, [path, DatabaseHolders.describe(path, language)], language: language)
        case .full(let path): Complaint(.fullDisk, [path], language: language)
        case .readOnly(let path): Complaint(.readOnlyDatabase, [path], language: language)
        case .damaged(let path, let message): Complaint(.damagedDatabase, [path, message], language: language)
        case .cannotOpen(let path, let message): Complaint(.cannotOpenDatabase, [path, message], language: language)
        case .cannotWrite(let path, let message): Complaint(.cannotWrite, [path, message], language: language)
        case .notAFile(let path): Complaint(.notAFile, [path], language: language)
        case .empty(let path): Complaint(.emptyDatabase, [path], language: language)
        case .unfinished(let path): Complaint(.unfinishedDatabase, [path], language: language)
        case .sameFile(let source, let target): Complaint(.sameFile, [source, target], language: language)
        case .copyUnderWay(let path): Complaint(.copyUnderWay, [path], language: language)
        case .unfinishedCopy(let path): Complaint(.unfinishedCopy, [path], language: language)
        case .copyRefused(let source, let target, let problem):
            Complaint(.copyRefused, [source, problem, target], language: language)
        case .copyDiffers(let target): Complaint(.copyDiffers, [target], language: language)
        case .noSuchArticle(let name): Complaint(.noSuchArticle, [name], language: language)
        case .noSuchFeed(let name): Complaint(.noSuchFeed, [MaskedURL.mask(name)], language: language)
        case .noSuchSavedSearch(let name): Complaint(.noSuchSavedSearch, [name], language: language)
        case .unknownName(let kind, let name, let suggestion):
            kind.complaint(TerminalSafe.line(name), suggestion: suggestion.map(TerminalSafe.line), language)
        case .badCursor: Complaint(.badCursor, language: language)
        case .badPattern(let pattern): Complaint(.badPattern, [pattern], language: language)
        case .costlyPattern(let pattern, let article):
            Complaint(.costlyPattern, [pattern, String(article)], language: language)
        case .engine(_, let message): Complaint(.databaseFailed, [message], language: language)
        }
    }
}

extension Error {
    /// Whether the query is at fault or timed out, and not the store: a batch reports the error and continues.
    public var isOfTheQuery: Bool {
        switch self {
        case let error as StorageError: error.isOfTheQuery
        case is SearchError: true
        default: false
        }
    }
}

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
    fileprivate func userFacing(_ name: String, suggestion: String?, _ language: Language) -> UserFacingError {
        let message: Message =
            switch self {
            case .tag: .unknownTag
            case .language: .unknownLanguage
            case .folder: .unknownFolder
            case .feed: .unknownFeedName
            case .scope: .unknownScope
            }
        guard let suggestion else { return UserFacingError(message, [name], language: language) }
        return UserFacingError(.nearestName, [message.text(language, [name]), suggestion], language: language)
    }
}

extension StorageError {
    /// Whether the query, not the store, caused the error. A batch of requests reports such an error and continues.
    public var isOfTheQuery: Bool {
        switch self {
        case .noSuchSavedSearch, .unknownName, .badCursor, .badPattern, .costlyPattern, .noSuchFeed:
            true
        default: false
        }
    }

    public func userFacing(_ language: Language) -> UserFacingError {
        switch self {
        case .notFound(let path): UserFacingError(.noDatabase, [path], language: language)
        case .notOurs(let path): UserFacingError(.notOurDatabase, [path], language: language)
        case .newer(let path, let version, let known):
            UserFacingError(.newerDatabase, [path, String(version), String(known)], language: language)
        case .foreignSchema(let path, let difference, let object):
            UserFacingError(difference.message, [path, TerminalSafe.line(object)], language: language)
        case .moved(let path): UserFacingError(.movedDatabase, [path], language: language)
        case .gone(let path): UserFacingError(.goneDatabase, [path], language: language)
        case .needsMigration(let path): UserFacingError(.olderDatabase, [path], language: language)
        case .locked(let path):
            UserFacingError(.lockedDatabase, [path, DatabaseHolders.describe(path, language)], language: language)
        case .full(let path): UserFacingError(.fullDisk, [path], language: language)
        case .readOnly(let path): UserFacingError(.readOnlyDatabase, [path], language: language)
        case .damaged(let path, let message): UserFacingError(.damagedDatabase, [path, message], language: language)
        case .cannotOpen(let path, let message):
            UserFacingError(.cannotOpenDatabase, [path, message], language: language)
        case .cannotWrite(let path, let message): UserFacingError(.cannotWrite, [path, message], language: language)
        case .notAFile(let path): UserFacingError(.notAFile, [path], language: language)
        case .empty(let path): UserFacingError(.emptyDatabase, [path], language: language)
        case .unfinished(let path): UserFacingError(.unfinishedDatabase, [path], language: language)
        case .sameFile(let source, let target): UserFacingError(.sameFile, [source, target], language: language)
        case .copyUnderWay(let path): UserFacingError(.copyUnderWay, [path], language: language)
        case .unfinishedCopy(let path): UserFacingError(.unfinishedCopy, [path], language: language)
        case .noSuchLibrary(let name, let server):
            UserFacingError(.noSuchLibrary, [name, server], language: language)
        case .libraryExists(let name, let server):
            UserFacingError(.libraryExists, [name, server], language: language)
        case .libraryBeingRemoved(let name, let server):
            UserFacingError(.libraryBeingRemoved, [name, server], language: language)
        case .sealed(let path): UserFacingError(.librarySealed, [path], language: language)
        case .copyRefused(let source, let target, let problem):
            UserFacingError(.copyRefused, [source, problem, target], language: language)
        case .copyDiffers(let target): UserFacingError(.copyDiffers, [target], language: language)
        case .noSuchMember(let name): UserFacingError(.noSuchMember, [name], language: language)
        case .feedOfOwner(let url): UserFacingError(.feedOfOwner, [MaskedURL.mask(url)], language: language)
        case .noSuchArticle(let name): UserFacingError(.noSuchArticle, [name], language: language)
        case .noSuchFeed(let name): UserFacingError(.noSuchFeed, [MaskedURL.mask(name)], language: language)
        case .noSuchSavedSearch(let name): UserFacingError(.noSuchSavedSearch, [name], language: language)
        case .unknownName(let kind, let name, let suggestion):
            kind.userFacing(TerminalSafe.line(name), suggestion: suggestion.map(TerminalSafe.line), language)
        case .badCursor: UserFacingError(.badCursor, language: language)
        case .badPattern(let pattern): UserFacingError(.badPattern, [pattern], language: language)
        case .costlyPattern(let pattern, let article):
            UserFacingError(.costlyPattern, [pattern, String(article)], language: language)
        case .engine(_, let message): UserFacingError(.databaseFailed, [message], language: language)
        }
    }
}

extension Error {
    /// Whether the query is invalid or exceeded its time limit, so that the store is not at fault. A batch of requests
    /// reports such an error and continues.
    public var isOfTheQuery: Bool {
        switch self {
        case let error as StorageError: error.isOfTheQuery
        case is SearchError: true
        default: false
        }
    }
}

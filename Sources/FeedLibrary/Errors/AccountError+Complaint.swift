public import Accounts
public import Messages

extension AccountError {
    public func complaint(_ language: Language) -> Complaint {
        switch self {
        case .badName(let name): Complaint(.badAccountName, [name], language: language)
        case .badPassword: Complaint(.badPassword, language: language)
        case .weakPassword(.short):
            Complaint(.passwordTooShort, [String(PasswordRules.minCharacters)], language: language)
        case .weakPassword(.isName): Complaint(.passwordIsName, language: language)
        case .weakPassword(.common): Complaint(.passwordCommon, language: language)
        case .accountExists(let name): Complaint(.accountExists, [name], language: language)
        case .noSuchAccount(let name): Complaint(.noSuchAccount, [name], language: language)
        case .labelExists(let label): Complaint(.labelExists, [label], language: language)
        case .noSuchLabel(let label): Complaint(.noSuchLabel, [label], language: language)
        case .tokenExists(let name): Complaint(.tokenExists, [name], language: language)
        case .noSuchToken(let name): Complaint(.noSuchToken, [name], language: language)
        case .notOurs(let path): Complaint(.serviceNotOurs, [path], language: language)
        case .newer(let path, let version, let known):
            Complaint(.serviceNewer, [path, String(version), String(known)], language: language)
        case .damaged(let path, let message): Complaint(.serviceDamaged, [path, message], language: language)
        case .moved(let path): Complaint(.serviceMoved, [path], language: language)
        case .locked(let path):
            Complaint(.lockedDatabase, [path, DatabaseHolders.describe(path, language)], language: language)
        case .full(let path): Complaint(.fullDisk, [path], language: language)
        case .readOnly(let path): Complaint(.serviceReadOnly, [path], language: language)
        case .cannotOpen(let path, let message): Complaint(.cannotOpenDatabase, [path, message], language: language)
        case .notAFile(let path): Complaint(.notAFile, [path], language: language)
        case .notPrivate(let path): Complaint(.serviceNotPrivate, [path], language: language)
        case .keyMissing(let path): Complaint(.serviceKeyMissing, [path], language: language)
        case .keyDamaged(let path): Complaint(.serviceKeyDamaged, [path], language: language)
        case .keyForeign(let path): Complaint(.serviceKeyForeign, [path], language: language)
        case .emptied(let path, let keyPath): Complaint(.serviceEmptied, [path, keyPath], language: language)
        case .nameOfLibrary(let path): Complaint(.serviceNameOfLibrary, [path], language: language)
        case .outOfMemory: Complaint(.noMemoryForPassword, language: language)
        case .noCryptography: Complaint(.noCryptography, language: language)
        case .engine(let message): Complaint(.databaseFailed, [message], language: language)
        }
    }
}

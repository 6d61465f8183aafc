public import Accounts
public import Messages

extension AccountError {
    public func userFacing(_ language: Language) -> UserFacingError {
        switch self {
        case .badName(let name): UserFacingError(.badAccountName, [name], language: language)
        case .badPassword: UserFacingError(.badPassword, language: language)
        case .weakPassword(.short):
            UserFacingError(.passwordTooShort, [String(PasswordRules.minCharacters)], language: language)
        case .weakPassword(.isName): UserFacingError(.passwordIsName, language: language)
        case .weakPassword(.common): UserFacingError(.passwordCommon, language: language)
        case .accountExists(let name): UserFacingError(.accountExists, [name], language: language)
        case .noSuchAccount(let name): UserFacingError(.noSuchAccount, [name], language: language)
        case .notSuspended(let name): UserFacingError(.accountNotSuspended, [name], language: language)
        case .labelExists(let label): UserFacingError(.labelExists, [label], language: language)
        case .noSuchLabel(let label): UserFacingError(.noSuchLabel, [label], language: language)
        case .tokenExists(let name): UserFacingError(.tokenExists, [name], language: language)
        case .noSuchToken(let name): UserFacingError(.noSuchToken, [name], language: language)
        case .noSuchInvitation(let id): UserFacingError(.noSuchInvitation, [String(id)], language: language)
        case .ownsLibrary(let name): UserFacingError(.accountOwnsLibrary, [name], language: language)
        case .notMember(let name): UserFacingError(.accountNotMember, [name], language: language)
        case .libraryNameTaken(let name): UserFacingError(.libraryNameTaken, [name], language: language)
        case .isMember(let name): UserFacingError(.accountIsMember, [name], language: language)
        case .tooManyInvitations(let name):
            UserFacingError(
                .tooManyInvitations, [name, String(AccountStore.maxInvitationsOfOwner)], language: language)
        case .libraryChanged(let name): UserFacingError(.hostedLibraryChanged, [name], language: language)
        case .notOurs(let path): UserFacingError(.serviceNotOurs, [path], language: language)
        case .newer(let path, let version, let known):
            UserFacingError(.serviceNewer, [path, String(version), String(known)], language: language)
        case .damaged(let path, let message): UserFacingError(.serviceDamaged, [path, message], language: language)
        case .moved(let path): UserFacingError(.serviceMoved, [path], language: language)
        case .locked(let path):
            UserFacingError(.lockedDatabase, [path, DatabaseHolders.describe(path, language)], language: language)
        case .full(let path): UserFacingError(.fullDisk, [path], language: language)
        case .readOnly(let path): UserFacingError(.serviceReadOnly, [path], language: language)
        case .cannotOpen(let path, let message):
            UserFacingError(.cannotOpenDatabase, [path, message], language: language)
        case .notAFile(let path): UserFacingError(.notAFile, [path], language: language)
        case .notPrivate(let path): UserFacingError(.serviceNotPrivate, [path], language: language)
        case .keyMissing(let path): UserFacingError(.serviceKeyMissing, [path], language: language)
        case .keyDamaged(let path): UserFacingError(.serviceKeyDamaged, [path], language: language)
        case .keyForeign(let path): UserFacingError(.serviceKeyForeign, [path], language: language)
        case .emptied(let path, let keyPath): UserFacingError(.serviceEmptied, [path, keyPath], language: language)
        case .nameOfLibrary(let path): UserFacingError(.serviceNameOfLibrary, [path], language: language)
        case .unavailable(let location, let message):
            UserFacingError(.cannotOpenDatabase, [location, message], language: language)
        case .keyOfOthers(let place, let fingerprint, let wanted):
            UserFacingError(.serviceKeyOfOthers, [place, fingerprint, wanted], language: language)
        case .keyWanted(let place, let wanted):
            UserFacingError(.serviceKeyWanted, [place, wanted], language: language)
        case .outOfMemory: UserFacingError(.noMemoryForPassword, language: language)
        case .noCryptography: UserFacingError(.noCryptography, language: language)
        case .engine(let message): UserFacingError(.databaseFailed, [message], language: language)
        }
    }
}

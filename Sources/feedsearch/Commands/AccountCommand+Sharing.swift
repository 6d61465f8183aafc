import Accounts
import FeedLibrary
internal import Formats
import Messages
import TerminalPages

/// `account share|unshare OWNER NAME`, `account members OWNER`: lets accounts of a host use the library of another one.
extension AccountCommand {
    static func share(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        let (store, library, name) = try member(words, invocation)
        let role = try role(invocation)
        try store.share(library, with: name, as: role)
        invocation.messages.note(.libraryShared, [library.name, name, role.rawValue])
        return .done
    }

    /// The role that `--role` names.
    static func role(_ invocation: Invocation) throws -> LibraryRole {
        let role = invocation.settings.value(.role).map(LibraryRole.init(rawValue:)) ?? .reader
        guard let role, role != .owner else {
            throw invocation.userError(.badRole, [invocation.settings.value(.role) ?? ""])
        }
        return role
    }

    static func unshare(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        let (store, library, name) = try member(words, invocation)
        try store.unshare(library, with: name)
        invocation.messages.note(.libraryUnshared, [library.name, name])
        return .done
    }

    static func members(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard let owner = words.first else { throw invocation.missingOperand }
        if words.count > 1 { throw UsageError.unexpectedOperand(words[1], command: "account") }
        let (store, library) = try library(of: owner, invocation)
        for member in try store.members(of: library.id) {
            if invocation.isJSON {
                invocation.writeJSON { writer in
                    writer.object { object in
                        object.member("account", member.name)
                        object.member("role", member.role.rawValue)
                    }
                }
                continue
            }
            invocation.output.line("\(invocation.style.bold(TerminalSafe.line(member.name)))\t\(member.role.rawValue)")
        }
        return .done
    }

    private static func member(
        _ words: [String], _ invocation: Invocation
    ) throws -> (AccountStore, HostedLibrary, name: String) {
        guard words.count >= 2 else { throw invocation.missingOperand }
        if words.count > 2 { throw UsageError.unexpectedOperand(words[2], command: "account") }
        let (store, library) = try library(of: words[0], invocation)
        return (store, library, words[1])
    }

    private static func library(
        of owner: String, _ invocation: Invocation
    ) throws -> (AccountStore, HostedLibrary) {
        if invocation.settings.host == nil { throw invocation.userError(.sharingNeedsLibraries) }
        guard let store = try invocation.existingAccounts() else { throw AccountError.noSuchAccount(owner) }
        guard let library = try store.hostedLibrary(of: owner), library.state == .ready else {
            throw invocation.userError(.accountWithoutLibrary, [owner])
        }
        return (store, library)
    }
}

extension Invocation {
    /// The library of a host that `--library` names; nil without the flag.
    func sharedLibrary() throws -> HostedLibrary? {
        guard let name = settings.value(.library) else { return nil }
        if settings.host == nil { throw userError(.sharingNeedsLibraries) }
        let library = try existingAccounts()?.hostedLibraries().first { $0.name == name && $0.state == .ready }
        guard let library else { throw userError(.noLibraryOfHost, [name]) }
        return library
    }
}

import Accounts
internal import Articles
import FeedLibrary
internal import Formats
import Messages
import System
import TerminalPages

/// `library list|create|rename|remove|move`: manages the libraries of a database on a server, lists those of a folder,
/// and moves those of a host.
enum LibraryCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = Array(invocation.arguments.operands.dropFirst())
        switch invocation.arguments.operands.first {
        case "list": return try list(words, invocation)
        case "create": return try create(name(words, invocation), invocation)
        case "rename": return try rename(words, invocation)
        case "remove": return try remove(name(words, invocation), invocation)
        case "move": return try move(words, invocation)
        case "members": return try members(words, invocation)
        case nil: throw invocation.missingOperand
        case let word?: throw invocation.userError(.unknownSubcommand, ["library", word])
        }
    }

    /// The libraries on the server given by `--db`, or in a folder.
    private static func libraries(_ invocation: Invocation) -> Libraries {
        Libraries(at: invocation.settings.databasePath, invocation.language)
    }

    // MARK: - list

    private static func list(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        if words.count > 1 { throw UsageError.unexpectedOperand(words[1], command: "library") }
        let own = invocation.settings.databasePath
        let place = words.first ?? (LibraryPlace(own).isServer ? own : FileSystem.parent(own))
        let host = words.isEmpty ? invocation.settings.host : nil
        let found =
            try host.map { host in try invocation.existingAccounts().map(host.list) ?? [] }
            ?? Libraries(at: place, invocation.language).list()
        if invocation.isJSON {
            for library in found { invocation.writeJSON { $0.library(library) } }
            return .done
        }
        if found.isEmpty { invocation.messages.note(.librariesNone, [host?.location ?? place]) }
        let rows = found.map { row($0, isHosted: host != nil, invocation) }
        let widths = rows.first.map { row in
            row.indices.map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        }
        for row in rows {
            let cells = zip(row, widths ?? []).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - DisplayWidth.of(cell.0))
                // Only the name is left-aligned, and the last column needs no padding after it.
                return column == 0
                    ? invocation.style.bold(cell.0) + space : column == row.count - 1 ? cell.0 : space + cell.0
            }
            invocation.output.line(cells.joined(separator: "  "))
        }
        return .done
    }

    private static func row(
        _ library: LibrarySummary, isHosted: Bool, _ invocation: Invocation
    ) -> [String] {
        func text(_ message: Message, _ arguments: [String] = []) -> String {
            message.text(invocation.language, arguments)
        }
        let used = text(.lastUsed, [invocation.clock.minute(library.lastUse)])
        let state = library.isBeingRemoved ? text(.libraryRemovalUnfinished) : library.problem ?? used
        // The account is behind the name, because a problem in the last column may be long.
        let account = isHosted ? [TerminalSafe.line(library.account ?? text(.hostedWithoutAccount))] : []
        return [TerminalSafe.line(library.name)] + account + [
            library.articles.map { text(.libraryArticles, [String($0)]) } ?? "-",
            ByteCount.text(library.bytes), TerminalSafe.line(state),
        ]
    }

    // MARK: - move

    private static func move(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard words.count >= 2 else { throw invocation.missingOperand }
        if words.count > 2 { throw UsageError.unexpectedOperand(words[2], command: "library") }
        guard let host = invocation.settings.host else { throw invocation.userError(.libraryMoveNeedsHost) }
        guard let accounts = try invocation.existingAccounts() else {
            throw invocation.userError(.hostHasNoLibrary, [host.location, words[0]])
        }
        switch try LibraryMove(host, accounts).run(words[0], to: words[1]) {
        case .moved(let from, let to): invocation.messages.note(.libraryMoved, [words[0], from, to])
        case .unchanged(let place): invocation.messages.note(.libraryMovedAlready, [words[0], place])
        }
        return .done
    }

    // MARK: - create, rename, remove

    private static func create(_ name: String, _ invocation: Invocation) throws -> ExitCode {
        let address = try libraries(invocation).create(name)
        invocation.messages.note(.libraryCreated, [name, address])
        return .done
    }

    private static func rename(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard words.count >= 2 else { throw invocation.missingOperand }
        if words.count > 2 { throw UsageError.unexpectedOperand(words[2], command: "library") }
        if let host = invocation.settings.host { return try rename(words[0], to: words[1], of: host, invocation) }
        let address = try libraries(invocation).rename(words[0], to: words[1])
        invocation.messages.note(.libraryRenamed, [words[0], words[1], address])
        return .done
    }

    private static func remove(_ name: String, _ invocation: Invocation) throws -> ExitCode {
        if let host = invocation.settings.host { return try remove(name, of: host, invocation) }
        let libraries = libraries(invocation)
        let library = try libraries.summary(of: name)
        guard try isConfirmed(library, invocation) else { return .done }
        var settings = invocation.settings
        settings.databasePath = library.location
        // Read the folder first: it is named after the library's identity, which is unknown after the removal.
        let folder = try FileSystem.parent(settings.local.path())
        let bar = invocation.messages.progress()
        defer { bar.finish() }
        try libraries.remove(name) { rows in
            bar.update(rows, of: nil, Message.libraryRemovalProgress.text(invocation.language))
        }
        bar.finish()
        invocation.messages.note(.libraryRemoved, [name])
        if FileSystem.kind(folder) == .folder { invocation.messages.note(.libraryFolderLeft, [folder]) }
        return .done
    }

    // MARK: - Of a host

    private static func rename(
        _ name: String, to newName: String, of host: HostPlace, _ invocation: Invocation
    ) throws -> ExitCode {
        let (accounts, library) = try hosted(name, of: host, invocation)
        let renamed = try accounts.rename(library, to: newName)
        invocation.messages.note(
            .hostedLibraryRenamed, [name, renamed.name, try host.location(of: renamed.address)])
        return .done
    }

    /// Removes a library that belongs to no account.
    private static func remove(_ name: String, of host: HostPlace, _ invocation: Invocation) throws -> ExitCode {
        let (accounts, library) = try hosted(name, of: host, invocation)
        if let owner = library.owner { throw invocation.userError(.hostedLibraryOwned, [name, owner]) }
        if library.state != .removing {
            let summary = try host.list(accounts).first { $0.name == library.name }
            guard let summary, try isConfirmed(summary, invocation) else { return .done }
            try accounts.startRemoving(library)
        }
        let local = try invocation.settings.hostLocal?.path() ?? ""
        for removing in try accounts.librariesToRemove() where removing.id == library.id {
            try host.remove(removing, in: accounts, localFolder: FileSystem.parent(local) + "/libraries")
        }
        invocation.messages.note(.libraryRemoved, [name])
        return .done
    }

    private static func hosted(
        _ name: String, of host: HostPlace, _ invocation: Invocation
    ) throws -> (accounts: AccountStore, library: HostedLibrary) {
        let accounts = try invocation.existingAccounts()
        guard let accounts, let library = try accounts.hostedLibraries().first(where: { $0.name == name }) else {
            throw invocation.userError(.hostHasNoLibrary, [host.location, name])
        }
        return (accounts, library)
    }

    /// Whether the user agrees, by the flag `--yes` or by typing the library's name. A removal cannot be undone.
    static func isConfirmed(_ library: LibrarySummary, _ invocation: Invocation) throws -> Bool {
        if invocation.settings.has(.yes) { return true }
        let arguments = [library.name, String(library.articles ?? 0), library.location]
        guard FileDescriptor.standardInput.isTerminal, FileDescriptor.standardError.isTerminal else {
            throw invocation.userError(.libraryRemovalNeedsYes, arguments)
        }
        invocation.messages.note(.askRemoveLibrary, arguments)
        var lines = LineReader(.standardInput)
        if String(decoding: try lines.next() ?? [], as: UTF8.self) == library.name { return true }
        invocation.messages.note(.libraryKept, [library.name])
        return false
    }

    // MARK: - members

    /// Lists the members of the library of `--db`, or removes one.
    private static func members(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard let action = words.first else { return try listMembers(invocation) }
        guard action == "remove" else { throw invocation.userError(.unknownSubcommand, ["library members", action]) }
        guard words.count >= 2 else { throw invocation.missingOperand }
        if words.count > 2 { throw UsageError.unexpectedOperand(words[2], command: "library") }
        let library = try invocation.library(.changing)
        let member = try library.members.named(words[1])
        try library.members.remove(member.number)
        invocation.messages.note(.memberRemoved, [TerminalSafe.line(member.name)])
        return .done
    }

    private static func listMembers(_ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let members = try library.members.all()
        if members.isEmpty, !invocation.isJSON { invocation.messages.note(.noMembers) }
        for member in members {
            let view = library.view(asMember: member.number)
            let unread = try view.store.feeds(subscribedOnly: false).reduce(0) { $0 + $1.unread }
            if invocation.isJSON {
                invocation.writeJSON { writer in
                    writer.object { object in
                        object.member("number", Int(clamping: member.number))
                        object.member("name", member.name)
                        object.member("uid", member.uid)
                        object.member("unread", unread)
                    }
                }
            } else {
                let text = Message.memberUnread.text(invocation.language, [String(unread)])
                invocation.output.line("\(member.number)  \(TerminalSafe.line(member.name))  \(text)")
            }
        }
        return .done
    }

    private static func name(_ words: [String], _ invocation: Invocation) throws -> String {
        guard let name = words.first else { throw invocation.missingOperand }
        if words.count > 1 { throw UsageError.unexpectedOperand(words[1], command: "library") }
        return name
    }
}

import Accounts
import Alerting
import FeedLibrary
internal import Formats
import HTTPService
import Messages
import System
import TerminalPages

/// `account add|remove|suspend|resume|export|share|unshare|members|invite|password|app-password|revoke-app|mail|list|sessions|
/// sign-out|log|audit`: manages the accounts of the service.
enum AccountCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = Array(invocation.arguments.operands.dropFirst())
        switch invocation.arguments.operands.first {
        case "add": return try add(words, invocation)
        case "remove": return try remove(words, invocation)
        case "suspend": return try suspend(words, invocation)
        case "resume": return try resume(words, invocation)
        case "share": return try share(words, invocation)
        case "unshare": return try unshare(words, invocation)
        case "members": return try members(words, invocation)
        case "invite" where words.isEmpty: return try invite(invocation)
        case "export": return try export(words, invocation)
        case "password": return try changePassword(words, invocation)
        case "app-password": return try createAppPassword(words, invocation)
        case "revoke-app": return try revokeAppPassword(words, invocation)
        case "mail": return try mail(words, invocation)
        case "list" where words.isEmpty: return try list(invocation)
        case "sessions": return try sessions(words, invocation)
        case "sign-out": return try signOut(words, invocation)
        case "log" where words.isEmpty: return try log(invocation)
        case "audit" where words.isEmpty: return try audit(invocation)
        case "list", "log", "audit", "invite": throw UsageError.unexpectedOperand(words[0], command: "account")
        case nil: throw invocation.missingOperand
        case let word?: throw invocation.userError(.unknownSubcommand, ["account", word])
        }
    }

    private static func add(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        let name = try name(words, "add", invocation)
        // Check the name before prompting for a password.
        if !NameRules.isValid(name) { throw AccountError.badName(name) }
        if let host = invocation.settings.host { return try add(name, to: host, invocation) }
        if try invocation.existingAccounts()?.isHost() ?? false { throw invocation.userError(.accountsOfHost) }
        if try invocation.existingAccounts()?.hasAccount(name) ?? false { throw AccountError.accountExists(name) }
        let password = try invocation.password(for: name)
        try invocation.accounts().addAccount(name, password: password, allowsWeak: invocation.settings.has(.force))
        invocation.messages.note(.accountAdded, [name])
        return .done
    }

    /// Adds an account with a library of its own. If an earlier call was interrupted, creates the library.
    private static func add(_ name: String, to host: HostPlace, _ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.accounts()
        var library: HostedLibrary?
        if try store.hasAccount(name) {
            library = try store.hostedLibrary(of: name) ?? store.addLibrary(for: name, at: host.relativeAddress)
            if library?.state != .new { throw AccountError.accountExists(name) }
        } else {
            let password = try invocation.password(for: name)
            library = try store.addAccount(
                name, password: password, allowsWeak: invocation.settings.has(.force), libraryAt: host.relativeAddress)
        }
        guard let library = try library.map({ try host.create($0, in: store) }) else { return .failed }
        invocation.messages.note(.hostedAccountAdded, [name, try host.location(of: library.address)])
        return .done
    }

    private static func remove(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        let name = try name(words, "remove", invocation)
        let store = try store(of: name, invocation)
        guard invocation.settings.has(.withLibrary) else {
            try store.removeAccount(name)
            invocation.messages.note(.accountRemoved, [name])
            return .done
        }
        guard let host = invocation.settings.host, let local = try invocation.settings.hostLocal?.path() else {
            throw invocation.userError(.withLibraryOfHost)
        }
        if let library = try store.hostedLibrary(of: name),
            let summary = try host.list(store).first(where: { $0.name == library.name }),
            try !LibraryCommand.isConfirmed(summary, invocation)
        {
            return .done
        }
        try store.removeAccount(name, withLibrary: true)
        for library in try store.librariesToRemove() {
            try host.remove(library, in: store, localFolder: FileSystem.parent(local) + "/libraries")
        }
        invocation.messages.note(.accountRemovedWithLibrary, [name])
        return .done
    }

    /// Writes the library of an account as an archive to a file, or with `-` to standard output.
    private static func export(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard words.count >= 2 else { throw invocation.missingOperand }
        if words.count > 2 { throw UsageError.unexpectedOperand(words[2], command: "account") }
        let (name, target) = (words[0], words[1])
        let store = try store(of: name, invocation)
        guard try store.hasAccount(name) else { throw AccountError.noSuchAccount(name) }
        var location = invocation.settings.databasePath
        if let host = invocation.settings.host {
            guard let library = try store.hostedLibrary(of: name), library.state == .ready else {
                throw invocation.userError(.accountWithoutLibrary, [name])
            }
            location = try host.location(of: library.address)
        }
        let library = try Library(
            path: location, for: .reading, settings: invocation.settings.library(at: location), clock: invocation.clock)
        var archive = try LibraryArchive(of: library)
        // Record the export before its first byte, so that an interrupted export is recorded, too.
        try store.auditExport(of: name)
        if target == "-" {
            while let part = try archive.next(library) { invocation.output.write(part) }
        } else {
            try write(&archive, of: library, to: target, invocation)
        }
        invocation.messages.note(.accountExported, [name, target, String(archive.articleCount)])
        return .done
    }

    private static func write(
        _ archive: inout LibraryArchive, of library: Library, to target: String, _ invocation: Invocation
    ) throws {
        if FileSystem.kind(target) != nil, !invocation.settings.has(.yes) {
            throw invocation.userError(.fileExists, [target])
        }
        let part = target + ".part"
        do {
            try FileSystem.remove(part)
            let file = try FileDescriptor.creating(part, mode: 0o600)
            defer { file.close() }
            while let bytes = try archive.next(library) { try file.write(bytes) }
            try file.synchronize()
            try FileSystem.move(part, to: target)
        } catch {
            try? FileSystem.remove(part)
            guard let error = error as? SystemError else { throw error }
            throw invocation.userError(.cannotWrite, [target, error.reason(invocation.language)])
        }
    }

    private static func suspend(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        let name = try name(words, "suspend", invocation)
        let isNew = try store(of: name, invocation).suspend(name)
        invocation.messages.note(isNew ? .accountSuspended : .accountAlreadySuspended, [name])
        return .done
    }

    private static func resume(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        let name = try name(words, "resume", invocation)
        try store(of: name, invocation).resume(name)
        invocation.messages.note(.accountResumed, [name])
        return .done
    }

    /// Creates an invitation and prints its link; with `--list` or `--revoke`, lists the invitations or revokes one.
    private static func invite(_ invocation: Invocation) throws -> ExitCode {
        if invocation.settings.has(.list) { return try listInvitations(invocation) }
        if let id = invocation.settings.number(.revoke) {
            guard let store = try invocation.existingAccounts() else { throw AccountError.noSuchInvitation(Int64(id)) }
            try store.revokeInvitation(Int64(id))
            invocation.messages.note(.invitationRevoked, [String(id)])
            return .done
        }
        var seconds = AccountStore.invitationSeconds
        if let text = invocation.settings.value(.expires) {
            guard let typed = TimeLength.seconds(text), (1...AccountStore.maxInvitationSeconds).contains(Int64(typed))
            else { throw invocation.userError(.badInvitationExpiry, [text]) }
            seconds = Int64(typed)
        }
        let base = try invitationBase(invocation)
        if invocation.settings.host == nil, try invocation.existingAccounts()?.isHost() ?? false {
            throw invocation.userError(.accountsOfHost)
        }
        let (library, role) = (try invocation.sharedLibrary(), try role(invocation))
        if library == nil, invocation.settings.value(.role) != nil { throw invocation.userError(.roleNeedsLibrary) }
        let (invitation, secret) = try invocation.accounts().invite(
            expires: invocation.clock.now() + seconds, to: library, as: role)
        let link = base + "/join/" + secret
        let expires = invocation.clock.minute(invitation.expires)
        if let library = invitation.library {
            invocation.messages.note(
                .memberInvitationCreated, [String(invitation.id), expires, library.name, library.role.rawValue])
        } else {
            invocation.messages.note(.invitationCreated, [String(invitation.id), expires])
        }
        if invocation.isJSON {
            invocation.writeJSON { $0.invitation(invitation, link: link) }
        } else {
            invocation.output.line(link)
        }
        return .done
    }

    /// The address of the service without a slash at its end.
    private static func invitationBase(_ invocation: Invocation) throws -> String {
        if let text = invocation.settings.value(.baseURL) {
            guard let base = BaseURL(text) else { throw invocation.userError(.serveBadBaseURL, [text]) }
            return base.text
        }
        let listen = invocation.settings.value(.listen) ?? ServiceOptions.defaultAddress
        if listen.hasPrefix("unix:") || listen.hasSuffix(":0") { throw invocation.userError(.invitationWantsBase) }
        return "http://" + listen
    }

    private static func listInvitations(_ invocation: Invocation) throws -> ExitCode {
        let invitations = try invocation.existingAccounts()?.invitations() ?? []
        if invitations.isEmpty, !invocation.isJSON { invocation.messages.note(.invitationsNone) }
        for invitation in invitations {
            if invocation.isJSON {
                invocation.writeJSON { $0.invitation(invitation, link: nil) }
                continue
            }
            let expires = Message.expiresAt.text(invocation.language, [invocation.clock.minute(invitation.expires)])
            let parts =
                [
                    String(invitation.id), invocation.clock.minute(invitation.created),
                    TerminalSafe.line(invitation.creator), expires,
                ]
                + (invitation.library.map { [TerminalSafe.line($0.name), $0.role.rawValue] } ?? [])
            invocation.output.line(parts.joined(separator: "\t"))
        }
        return .done
    }

    private static func changePassword(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        let name = try name(words, "password", invocation)
        let store = try store(of: name, invocation)
        // Check that the account exists before prompting for a password.
        guard try store.hasAccount(name) else { throw AccountError.noSuchAccount(name) }
        try store.setPassword(
            of: name, to: invocation.password(for: name), allowsWeak: invocation.settings.has(.force))
        invocation.messages.note(.passwordChanged, [name])
        return .done
    }

    /// Creates an app password. Prints only the password on standard output.
    private static func createAppPassword(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        let name = try name(words, "app-password", invocation)
        guard let label = invocation.settings.value(.label) else { throw invocation.userError(.labelWanted) }
        let password = try store(of: name, invocation).createAppPassword(
            for: name, label: label, forFever: invocation.settings.has(.fever), in: invocation.sharedLibrary())
        invocation.messages.note(.appPasswordMade, [name, label])
        invocation.output.line(password)
        return .done
    }

    private static func revokeAppPassword(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard let name = words.first else { throw invocation.missingOperand }
        let typed = words.dropFirst().joined(separator: " ")
        guard let label = invocation.settings.value(.label) ?? (typed.isEmpty ? nil : typed) else {
            throw invocation.userError(.labelWanted)
        }
        try store(of: name, invocation).revokeAppPassword(of: name, label: label)
        invocation.messages.note(.appPasswordRevoked, [name, label])
        return .done
    }

    private static func list(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.existingAccounts()
        let accounts = try store?.accounts() ?? []
        let appPasswords = Dictionary(grouping: try store?.appPasswords() ?? [], by: \.account)
        if accounts.isEmpty, !invocation.isJSON { invocation.messages.note(.accountsNone) }
        for account in accounts {
            let passwords = appPasswords[account.name] ?? []
            if invocation.isJSON {
                invocation.writeJSON { $0.account(account, appPasswords: passwords) }
                continue
            }
            let counts = Message.accountCounts.text(
                invocation.language, [String(passwords.count), String(account.sessionCount)])
            let name = invocation.style.bold(TerminalSafe.line(account.name))
            var parts = [name, invocation.clock.minute(account.created), counts]
            if let since = account.suspended {
                parts.append(Message.accountIsSuspended.text(invocation.language, [invocation.clock.minute(since)]))
            }
            if let time = account.removal {
                parts.append(Message.accountLeaves.text(invocation.language, [invocation.clock.minute(time)]))
            }
            invocation.output.line(parts.joined(separator: "\t"))
            for password in passwords {
                let label = TerminalSafe.line(password.label) + (password.isForFever ? " (Fever)" : "")
                invocation.output.line("    \(label)\t\(invocation.lastUse(password.lastUse))")
            }
        }
        return .done
    }

    private static func sessions(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        let name = words.isEmpty ? nil : try name(words, "sessions", invocation)
        let store = try invocation.existingAccounts()
        if let name, store == nil { throw AccountError.noSuchAccount(name) }
        let sessions = try store?.sessions(of: name) ?? []
        if sessions.isEmpty, !invocation.isJSON { invocation.messages.note(.sessionsNone) }
        for session in sessions {
            if invocation.isJSON {
                invocation.writeJSON { $0.session(session) }
                continue
            }
            let account = session.account ?? Message.sessionWithoutName.text(invocation.language)
            let parts = [
                invocation.clock.minute(session.created), TerminalSafe.line(account),
                invocation.lastUse(session.lastUse), TerminalSafe.line(session.address),
                TerminalSafe.line(session.userAgent),
            ]
            invocation.output.line(parts.joined(separator: "\t"))
        }
        return .done
    }

    private static func signOut(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        let name = try name(words, "sign-out", invocation)
        let count = try store(of: name, invocation).endSessions(of: name)
        invocation.messages.note(.sessionsEnded, [String(count)])
        return .done
    }

    /// `account mail NAME [+ADDRESS|-ADDRESS]`: lists the mail addresses of an account, or confirms or removes one.
    private static func mail(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard let name = words.first else { throw invocation.missingOperand }
        let store = try store(of: name, invocation)
        if words.count > 2 { throw UsageError.unexpectedOperand(words[2], command: "account") }
        guard let change = words.dropFirst().first else {
            for entry in try store.mailAddresses(of: name) {
                if invocation.isJSON {
                    invocation.writeJSON { writer in
                        writer.object { object in
                            object.member("address", entry.address)
                            object.member("confirmed", entry.isConfirmed)
                            object.member("time", CivilTime.rfc3339(entry.time))
                        }
                    }
                    continue
                }
                let state =
                    entry.isConfirmed
                    ? Message.mailAddressOK.text(invocation.language)
                    : Message.mailAddressWaits.text(invocation.language)
                invocation.output.line(
                    "\(TerminalSafe.line(entry.address))\t\(state)\t\(invocation.clock.minute(entry.time))")
            }
            return .done
        }
        let address = String(change.dropFirst())
        guard change.hasPrefix("+") || change.hasPrefix("-"),
            case .mail(let receivers, _)? = try? AlertChannel("mail:" + address),
            receivers.count == 1
        else { throw invocation.userError(.mailAddressBad, [change]) }
        if change.hasPrefix("+") {
            try store.confirmMail(address, of: name)
            invocation.messages.note(.mailAddressConfirmed, [name, address])
        } else {
            guard try store.removeMail(address, of: name) else {
                throw invocation.userError(.mailAddressUnknown, [name, address])
            }
            invocation.messages.note(.mailAddressRemoved, [name, address])
        }
        return .done
    }

    private static func log(_ invocation: Invocation) throws -> ExitCode {
        let records =
            try invocation.existingAccounts()?.signInLog(limit: invocation.settings.number(.limit) ?? 20) ?? []
        for record in records {
            if invocation.isJSON {
                invocation.writeJSON { $0.signIn(record) }
                continue
            }
            let parts = [
                invocation.clock.minute(record.time), record.outcome.message.text(invocation.language),
                record.kind.message.text(invocation.language), TerminalSafe.line(record.account ?? ""),
                TerminalSafe.line(record.address), TerminalSafe.line(record.userAgent),
            ]
            invocation.output.line(parts.joined(separator: "\t"))
        }
        return .done
    }

    /// Lists what administrators have changed, newest first.
    private static func audit(_ invocation: Invocation) throws -> ExitCode {
        let limit = invocation.settings.number(.limit) ?? 20
        for record in try invocation.existingAccounts()?.auditLog(limit: limit) ?? [] {
            if invocation.isJSON {
                invocation.writeJSON { writer in
                    writer.object { object in
                        object.member("time", CivilTime.rfc3339(record.time))
                        object.member("actor", record.actor)
                        object.member("action", record.action.rawValue)
                        object.member("account", record.account)
                        object.member("object", record.object)
                    }
                }
                continue
            }
            let parts = [
                invocation.clock.minute(record.time), TerminalSafe.line(record.actor),
                record.action.message.text(invocation.language), TerminalSafe.line(record.account ?? ""),
                TerminalSafe.line(record.object ?? ""),
            ]
            invocation.output.line(parts.joined(separator: "\t"))
        }
        return .done
    }

    // MARK: -

    /// The account name. The error about a second word does not quote it, since it may be a password.
    private static func name(_ words: [String], _ subcommand: String, _ invocation: Invocation) throws -> String {
        guard let name = words.first else { throw invocation.missingOperand }
        if words.count > 1 { throw invocation.userError(.passwordOnCommandLine, [subcommand]) }
        return name
    }

    /// Opens the account store to change an account. The store is not created, since without it the account cannot
    /// exist.
    private static func store(of name: String, _ invocation: Invocation) throws -> AccountStore {
        guard let store = try invocation.existingAccounts() else { throw AccountError.noSuchAccount(name) }
        return store
    }
}

extension AuditRecord.Action {
    fileprivate var message: Message {
        switch self {
        case .accountAdded: .auditAccountAdded
        case .libraryAdded: .auditLibraryAdded
        case .accountRemoved: .auditAccountRemoved
        case .invitationCreated: .auditInvitationCreated
        case .invitationRevoked: .auditInvitationRevoked
        case .libraryShared: .auditLibraryShared
        case .libraryUnshared: .auditLibraryUnshared
        case .libraryRemoved: .auditLibraryRemoved
        case .accountExported: .auditAccountExported
        case .accountSuspended: .auditAccountSuspended
        case .accountResumed: .auditAccountResumed
        case .passwordChanged: .auditPasswordChanged
        case .appPasswordCreated: .auditAppPasswordCreated
        case .appPasswordRevoked: .auditAppPasswordRevoked
        case .sessionsEnded: .auditSessionsEnded
        case .tokenCreated: .auditTokenCreated
        case .tokenRevoked: .auditTokenRevoked
        case .mailConfirmed: .auditMailConfirmed
        case .mailRemoved: .auditMailRemoved
        case .libraryMoved: .auditLibraryMoved
        case .libraryRenamed: .auditLibraryRenamed
        }
    }
}

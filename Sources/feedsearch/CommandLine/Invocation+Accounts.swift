import Accounts
import FeedLibrary
internal import Formats
import Glibc
import Messages
import System
import TerminalPages

extension Invocation {
    /// Opens the account store of the library or of the host, and creates it if it does not exist.
    func accounts() throws -> AccountStore {
        try settings.host?.makeFolder()
        return try (settings.hostAccounts ?? settings.accounts).open(clock: clock, options: accountOptions) {
            messages.note($0, $1)
        }
    }

    /// Opens the account store of the library or of the host; nil if the store does not exist.
    func existingAccounts() throws -> AccountStore? {
        try (settings.hostAccounts ?? settings.accounts).existing(clock: clock, options: accountOptions) {
            messages.note($0, $1)
        }
    }

    private var accountOptions: AccountStore.Options {
        var options = AccountStore.Options()
        options.trace = sqlTrace
        options.actor = Self.userName
        return options
    }

    /// The name of the user of this process; the user id if `/etc/passwd` does not contain it.
    private static var userName: String {
        let id = String(geteuid())
        let bytes = (try? FileSystem.read("/etc/passwd", limit: 1 << 20)) ?? []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            if fields.count > 2, fields[2] == id { return String(fields[0]) }
        }
        return id
    }

    /// The last use of a credential as text, for example `last used 2024-05-06 07:08`.
    func lastUse(_ seconds: Int64?) -> String {
        guard let seconds else { return Message.neverUsed.text(language) }
        return Message.lastUsed.text(language, [clock.minute(seconds)])
    }

    /// Reads a new password from `--password-file`, otherwise from FEEDSEARCH_PASSWORD, otherwise from the terminal,
    /// where the user must enter it twice.
    ///
    /// - Throws: `UserFacingError` if no password is given, or if the password is easy to guess and `--force` is not
    ///   given.
    func password(for name: String) throws -> String {
        let password: String
        if let path = settings.value(.passwordFile) {
            password = try passwordFile(path)
        } else if let value = Environment.value("FEEDSEARCH_PASSWORD"), !value.isEmpty {
            password = value
        } else {
            password = try typedPassword(for: name)
        }
        guard PasswordRules.isValid(password) else { throw AccountError.badPassword }
        if let weakness = PasswordRules.weakness(password, for: name) {
            guard settings.has(.force) else {
                var userError = AccountError.weakPassword(weakness).userFacing(language)
                userError.hint = Message.passwordForceHint.text(language)
                throw userError
            }
            messages.warning(.passwordWeak)
        }
        return password
    }

    /// The contents of the file without a final line break.
    private func passwordFile(_ path: String) throws -> String {
        if path != "-", let status = FileStatus(path), status.kind == .file, !status.isPrivate {
            messages.warning(.secretReadable, [path])
        }
        var bytes = try read(path, limit: 2 * PasswordRules.maxBytes)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return try text(bytes)
    }

    private func typedPassword(for name: String) throws -> String {
        guard FileDescriptor.standardInput.isTerminal else { throw userError(.passwordWanted) }
        let first = try ask(.passwordAsk, [TerminalSafe.line(name)])
        let second = try ask(.passwordAskAgain)
        guard first == second else { throw userError(.passwordsDiffer) }
        return try text(first)
    }

    private func ask(_ question: Message, _ arguments: [String] = []) throws -> [UInt8] {
        let asked = question.text(language, arguments)
        guard let answer = try Terminal.readSecret(asked, .standardInput) else { throw userError(.passwordWanted) }
        return answer
    }

    private func text(_ bytes: [UInt8]) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw AccountError.badPassword }
        return text
    }
}

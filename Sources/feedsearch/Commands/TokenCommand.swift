import Accounts
import FeedLibrary
internal import Formats
import Messages
import System
import TerminalPages

/// `token create|revoke NAME`, `token list`: manage tokens for the service's API.
enum TokenCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = Array(invocation.arguments.operands.dropFirst())
        switch invocation.arguments.operands.first {
        case "create": return try create(name(words, invocation), invocation)
        case "revoke": return try revoke(name(words, invocation), invocation)
        case "list" where words.isEmpty: return try list(invocation)
        case "list": throw UsageError.unexpectedOperand(words[0], command: "token")
        case nil: throw invocation.missingOperand
        case let word?: throw invocation.userError(.unknownSubcommand, ["token", word])
        }
    }

    /// Creates a token. Prints only the token on standard output.
    private static func create(_ name: String, _ invocation: Invocation) throws -> ExitCode {
        guard let scope = invocation.settings.value(.scope).flatMap(Scope.init(rawValue:)) else {
            throw invocation.userError(.scopeWanted)
        }
        var expires: Int64?
        if let text = invocation.settings.value(.expires) {
            guard let seconds = TimeLength.seconds(text) else { throw invocation.userError(.badExpiry, [text]) }
            expires = invocation.clock.now() + Int64(seconds)
        }
        let token = try invocation.accounts().createToken(
            name, scope: scope, expires: expires, of: owner(invocation), for: invocation.sharedLibrary())
        invocation.messages.note(.tokenMade, [name, scope.rawValue])
        invocation.output.line(token)
        return .done
    }

    private static func revoke(_ name: String, _ invocation: Invocation) throws -> ExitCode {
        guard let store = try invocation.existingAccounts() else { throw AccountError.noSuchToken(name) }
        try store.revokeToken(name, of: owner(invocation))
        invocation.messages.note(.tokenRevoked, [name])
        return .done
    }

    private static func list(_ invocation: Invocation) throws -> ExitCode {
        let tokens = try invocation.existingAccounts()?.tokens(of: owner(invocation)) ?? []
        if tokens.isEmpty, !invocation.isJSON { invocation.messages.note(.tokensNone) }
        for token in tokens {
            if invocation.isJSON {
                invocation.writeJSON { $0.token(token) }
                continue
            }
            var parts = [
                invocation.style.bold(TerminalSafe.line(token.name)), token.scope.rawValue,
                invocation.clock.minute(token.created), invocation.lastUse(token.lastUse),
            ]
            if let account = token.account { parts.append(TerminalSafe.line(account)) }
            if let expires = token.expires {
                let message: Message = expires <= invocation.clock.now() ? .expiredAt : .expiresAt
                parts.append(message.text(invocation.language, [invocation.clock.minute(expires)]))
            }
            invocation.output.line(parts.joined(separator: "\t"))
        }
        return .done
    }

    /// The account on a host that the token belongs to.
    private static func owner(_ invocation: Invocation) throws -> String? {
        guard let name = invocation.settings.value(.account) else { return nil }
        if invocation.settings.host == nil { throw invocation.userError(.accountNeedsLibraries) }
        return name
    }

    private static func name(_ words: [String], _ invocation: Invocation) throws -> String {
        guard let name = words.first else { throw invocation.missingOperand }
        if words.count > 1 { throw UsageError.unexpectedOperand(words[1], command: "token") }
        return name
    }
}

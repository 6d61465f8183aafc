internal import Alerting
internal import Articles
internal import Messages
internal import System

extension SavedSearches {
    /// Warns if this process cannot find the secret or the program of an alert rule, so that the user notices a
    /// mistyped name before the first article arrives. This is not an error, since another process, which delivers the
    /// alerts, may find them.
    func warn(ofMissing rule: AlertRule?, search: String) {
        guard let rule else { return }
        for secret in [rule.secret, rule.headers].compactMap(\.self) where !isThere(secret) {
            tell(.warning, .alertSecretMissing, [search, secret])
        }
        if case .command(let words)? = try? AlertChannel(rule.channel), let program = words.first,
            ProgramPath.find(program) == nil
        {
            tell(.warning, .alertProgramMissing, [search, program])
        }
    }

    private func isThere(_ secret: String) -> Bool {
        if secret.hasPrefix("env:") { return Environment.value(String(secret.dropFirst(4))) != nil }
        if secret.hasPrefix("file:") { return FileSystem.kind(String(secret.dropFirst(5))) != nil }
        return true
    }
}

internal import Alerting
internal import Articles
internal import Messages

/// Operations on alerts for clients of a service. Clients cannot use the channels of this machine: programs, files and
/// the terminal.
extension Alerts {
    /// Sends a test message for a search.
    ///
    /// - Returns: the reason why sending failed; nil if the message was sent.
    package func test(forClient name: String) throws -> String? {
        try checkChannel(of: name)
        var reason: String?
        try test(of: name, terminal: nil) { reason = $1?.reason }
        return reason
    }

    /// Makes failed and abandoned deliveries of a search due again, and returns how many there were.
    package func retry(forClient name: String) throws -> Int {
        try checkChannel(of: name)
        return try retry(of: name)
    }

    private func checkChannel(of name: String) throws {
        guard let rule = try library.savedSearches.named(name)?.rule else { throw userError(.alertNotSet, [name]) }
        guard rule.isForClients else { throw userError(.channelOfThisMachine, [rule.channelKind]) }
    }
}

package import Articles
internal import Pipelines
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore {
    /// Asks the server only where a notification has come; behind a pooler, where none does, each time. A store that is never
    /// asked for this, as that of most commands, does not listen either.
    package func changeToken() throws -> ChangeToken {
        try guarded {
            if knownChange == nil { try connection.listen(channel) }
            var isKnown = knownChange != nil && !connection.isPooled
            while try connection.nextNotification(until: .after(.zero)) != nil { isKnown = false }
            if !isKnown { knownChange = try library.last(.change) - ownChanges }
            return ChangeToken(knownChange ?? 0)
        }
    }
}

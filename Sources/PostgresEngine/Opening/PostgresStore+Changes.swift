package import Articles
internal import Pipelines
internal import PostgreSQL

extension PostgresStore {
    /// Asks the server only after a notification; behind a pooler, which does not pass notifications, on each call. The
    /// first call starts listening, so that stores of most commands never listen.
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

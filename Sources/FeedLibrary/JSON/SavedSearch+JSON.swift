public import Articles
public import Formats
internal import SQLiteEngine

extension JSONWriter {
    /// Writes a saved search in the form that `save --from` reads.
    public mutating func savedSearch(_ search: SavedSearch) {
        object { object in
            object.member("name", search.name)
            object.member("query", search.query)
            object.member("comment", search.comment)
            if let rule = search.rule {
                object.member("notify", rule.channel)
                object.member("digest", rule.digest)
                object.member("quiet_hours", rule.quietHours)
                object.member("secret", rule.secret)
                object.member("signature", rule.signature)
                object.member("disabled", rule.disabled)
            }
            object.member("failed_on", search.failedOn.map { Int($0) })
            object.member("created", CivilTime.rfc3339(search.created))
        }
    }
}

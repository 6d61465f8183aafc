package import Alerting
package import Formats

extension JSONWriter {
    /// Writes a browser that shows notifications, without its address and keys.
    package mutating func pushReceiver(_ receiver: PushReceiver) {
        object { object in
            object.member("id", receiver.id)
            object.member("label", receiver.label)
            object.member("origin", receiver.origin)
            object.member("created", CivilTime.rfc3339(receiver.created))
        }
    }
}

extension Schema {
    static let pushReceiver = Schema.object([
        .always("id", .string),
        .always("label", .string, "the name of the browser"),
        .always("origin", .string, "of its push service"),
        .always("created", .date),
    ])

    static let newPushReceiver = Schema.object([
        .always("endpoint", .string, "as in the browser's PushSubscription"),
        .always("p256dh", .string, "Base64 for URLs"),
        .always("auth", .string, "Base64 for URLs"),
        .maybe("label", .string, "the name of the browser"),
    ])
}

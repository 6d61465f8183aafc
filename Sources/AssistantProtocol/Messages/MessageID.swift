package import FeedParsing
internal import Formats

/// The id of a request: a string or a whole number.
package enum MessageID: Sendable, Hashable {
    case text(String)
    case number(Int64)

    /// Nil for any other value. `null` and fractions are no ids in this protocol.
    package init?(_ value: JSONValue) {
        if let text = value.string {
            self = .text(text)
        } else if let number = value.integer {
            self = .number(number)
        } else {
            return nil
        }
    }
}

extension JSONWriter {
    /// Writes the id of a response; `null` if the id of the request could not be read.
    mutating func messageID(_ id: MessageID?) {
        switch id {
        case .text(let text): string(text)
        case .number(let number): self.number(number)
        case nil: null()
        }
    }
}

/// The result of reading a foreign file, with the numbers of imported, skipped and refused records.
package struct ArchiveReport: Sendable, Equatable {
    /// The numbers of subscriptions and articles that were passed on.
    package internal(set) var subscriptions = 0
    package internal(set) var articles = 0
    /// The number of records that are not shown as articles in the other program: deleted articles and comments.
    package internal(set) var skipped = 0
    /// The first refusals; `refusedCount` is the total number.
    package internal(set) var refused: [Refusal] = []
    package internal(set) var refusedCount = 0
    /// Columns that the reader expects but the file does not have, as `table.column`.
    package internal(set) var missingColumns: [String] = []
    /// Columns that this program does not know. The file may be from a newer version of the other program.
    package internal(set) var unknownColumns: [String] = []
    /// Whether the file ends within a record.
    package internal(set) var isCutShort = false

    package init() {}

    /// A record that was not imported, with the reason.
    package struct Refusal: Sendable, Equatable {
        package var place: Place
        package var reason: Reason
    }

    package enum Place: Sendable, Equatable {
        /// The line of a text file, counted from 1.
        case line(Int)
        /// The index of a record in a list, counted from 1.
        case record(Int)
        case row(table: String, Int64)
    }

    package enum Reason: Sendable, Equatable {
        /// The record is a search over other feeds and not a feed itself.
        case query
        /// The record is the output of a program, which would have to be run.
        case program
        /// The address is not http or https. The value is the beginning of the address.
        case notAWebAddress(String)
        case noAddress
        /// The record has neither an address nor a name by which to recognise it later.
        case noIdentity
        case tooLarge
        case notAnObject
        case quoteNotClosed
        case cutShort
        /// The remaining records were not read because too many records were broken.
        case givenUp
    }

    static let maxRefusals = 100
    static let maxUnknownColumns = 32

    mutating func refuse(_ place: Place, _ reason: Reason) {
        refusedCount += 1
        if refused.count < Self.maxRefusals { refused.append(Refusal(place: place, reason: reason)) }
    }
}

extension ArchiveReport.Place: CustomStringConvertible {
    package var description: String {
        switch self {
        case .line(let number): "line \(number)"
        case .record(let number): "record \(number)"
        case .row(let table, let number): "\(table), row \(number)"
        }
    }
}

extension ArchiveReport.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .query: "a search among other feeds is not a feed"
        case .program: "its feed is the output of a program"
        case .notAWebAddress(let text): "not an http or https address: \(text)"
        case .noAddress: "it has no address"
        case .noIdentity: "it has neither an address nor an identifier"
        case .tooLarge: "it is too large"
        case .notAnObject: "it is not a JSON object"
        case .quoteNotClosed: "a quote is not closed"
        case .cutShort: "the file ends within it"
        case .givenUp: "too many records before it are broken"
        }
    }
}

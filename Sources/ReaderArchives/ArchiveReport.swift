/// What was read from a foreign file, and what was skipped or refused.
package struct ArchiveReport: Sendable, Equatable {
    /// Numbers of subscriptions and articles that were passed on.
    package internal(set) var subscriptions = 0
    package internal(set) var articles = 0
    /// Number of records that the program's user would not see as articles: deleted articles and comments.
    package internal(set) var skipped = 0
    /// The first refusals; `refusedCount` is the total number.
    package internal(set) var refused: [Refusal] = []
    package internal(set) var refusedCount = 0
    /// Columns that are in this reader's schema but not in the file, as `table.column`.
    package internal(set) var missingColumns: [String] = []
    /// Columns unknown to this program; the file may be from a newer version.
    package internal(set) var unknownColumns: [String] = []
    /// Whether the file ends within a record.
    package internal(set) var isCutShort = false

    package init() {}

    /// A record that was not passed on.
    package struct Refusal: Sendable, Equatable {
        package var place: Place
        package var reason: Reason
    }

    package enum Place: Sendable, Equatable {
        /// Line of a text, counted from 1.
        case line(Int)
        /// Index in a list, counted from 1.
        case record(Int)
        case row(table: String, Int64)
    }

    package enum Reason: Sendable, Equatable {
        /// A search over other feeds, which is not itself a feed.
        case query
        /// The output of a program, which would have to be run.
        case program
        /// The address is not http or https; has its beginning.
        case notAWebAddress(String)
        case noAddress
        /// There is neither an address nor a name by which the record can be recognised later.
        case noIdentity
        case tooLarge
        case notAnObject
        case quoteNotClosed
        case cutShort
        /// The remaining records, which were not read because too many were broken.
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

package import Database

/// A table of a library in the form that all engines have in common. What an engine stores beyond it follows from it: keys of
/// names, the index, and all that is kept beside the index.
package struct CopiedTable: Sendable {
    package let table: Table
    /// Those that a row is known by come first.
    package let columns: [Column]
    package let selection: Selection

    /// The rows that are copied.
    package enum Selection: Sendable {
        case all
        /// But for those in which an engine keeps what it knows of its own lists.
        case clients
        /// Removed guids that are known; a server may have some of which it knows the key alone.
        case withGuid
        /// What actions did to rows. Each engine stores it in a form of its own, and gives it as `RowChange`s, sorted by their
        /// tables in the order of `Table.recorded` and then by their keys.
        case recordedChanges
    }

    /// The rows of `client_state` that belong to an engine.
    package static let engineClients = ["title-words", "title-words-icu", "frequent-words", "guid-renames"]

    private init(_ table: Table, _ columns: [Column], _ selection: Selection) {
        self.table = table
        self.columns = columns
        self.selection = selection
    }

    /// - Parameter derived: columns that follow from others.
    private init(_ table: Table, without derived: String? = nil, selection: Selection = .all) {
        self.init(table, table.columns.filter { $0.name != derived }, selection)
    }

    package var name: String { table.name }
    package var keyCount: Int { table.keyCount }
    package var keys: ArraySlice<Column> { columns.prefix(keyCount) }
    /// The same rows without what they hold.
    package var keysAlone: Self { Self(table, Array(keys), selection) }
    package var holdsTexts: Bool { columns.contains { $0.kind == .body } }

    /// All tables; a row comes behind those that it refers to.
    package static let all: [Self] = [
        Self(.feed), Self(.folder), Self(.feedFolder), Self(.handPlace), Self(.feedFetch), Self(.feedOption),
        Self(.feedIcon), Self(.feedRecipe), Self(.author, without: "folded"), Self(.tag, without: "folded"),
        Self(.article), Self(.articleText), Self(.articleAlias), Self(.articleVersion), Self(.articleTag),
        Self(.history), Self(.clientState, selection: .clients), Self(.action),
        Self(.copiedActionChange, selection: .recordedChanges), Self(.removedArticle),
        Self(.removedGUID, selection: .withGuid), Self(.pageQueue), Self(.arrivalRule),
        Self(.savedSearch), Self(.alertRule), Self(.firstImport), Self(.alertBatch), Self(.alertWaiting),
        Self(.alertForgotten), Self(.alert), Self(.alertQueue), Self(.alertDelivery),
    ]
}

/// Numbers that are given once: the last one of each kind is copied, so that none comes a second time.
package enum CopiedNumber: String, CaseIterable, Sendable {
    case article, feed, folder, author, tag, history, action, rule, search, delivery
    case alertBatch = "alert_batch"
}

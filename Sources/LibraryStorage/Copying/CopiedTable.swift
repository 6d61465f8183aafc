package import Database

/// A table of a library in the form that all engines share. Everything else that an engine stores, such as the keys of
/// names and the index, is derived from these tables.
package struct CopiedTable: Sendable {
    package let table: Table
    /// The columns; the key columns are first.
    package let columns: [Column]
    package let selection: Selection

    /// The rows of a table that are copied.
    package enum Selection: Sendable {
        case all
        /// All rows of `client_state` except those that an engine uses for its own word lists.
        case clients
        /// Only removed guids whose text is known. For some guids, a PostgreSQL server may store only the keys.
        case withGuid
        /// Recorded row changes of actions. Each engine stores them in its own form and returns them as `RowChange`s.
        /// They are sorted by table in the order of `Table.recorded`, then by key.
        case recordedChanges
    }

    /// The names of the rows of `client_state` that engines use for their own data.
    package static let engineClients =
        [
            "title-words", "title-words-icu", "frequent-words", "guid-renames",
        ] + LibraryTask.allCases.map(\.rawValue)

    private init(_ table: Table, _ columns: [Column], _ selection: Selection) {
        self.table = table
        self.columns = columns
        self.selection = selection
    }

    /// - Parameter derived: a column that is not copied, because it is computed from other columns.
    private init(_ table: Table, without derived: String? = nil, selection: Selection = .all) {
        self.init(table, table.columns.filter { $0.name != derived }, selection)
    }

    package var name: String { table.name }
    package var keyCount: Int { table.keyCount }
    package var keys: ArraySlice<Column> { columns.prefix(keyCount) }
    /// The same table with its key columns only.
    package var keysAlone: Self { Self(table, Array(keys), selection) }
    package var holdsTexts: Bool { columns.contains { $0.kind == .body } }

    /// All tables. A table comes after the tables that its rows refer to.
    package static let all: [Self] = [
        Self(.feed), Self(.folder), Self(.feedFolder), Self(.handPlace), Self(.feedFetch), Self(.feedOption),
        Self(.feedIcon), Self(.feedRecipe), Self(.author, without: "folded"), Self(.tag, without: "folded"),
        Self(.article), Self(.articleText), Self(.articleAlias), Self(.articleVersion), Self(.articleTag),
        Self(.history), Self(.clientState, selection: .clients), Self(.action),
        Self(.copiedActionChange, selection: .recordedChanges), Self(.removedArticle),
        Self(.removedGUID, selection: .withGuid), Self(.pageQueue), Self(.articleOpened), Self(.arrivalRule),
        Self(.articleReply), Self(.topicPage),
        Self(.savedSearch), Self(.alertRule), Self(.firstImport), Self(.alertBatch), Self(.alertWaiting),
        Self(.alertForgotten), Self(.alert), Self(.alertQueue), Self(.alertDelivery),
        Self(.destination), Self(.sending),
        Self(.trendCount), Self(.trendState), Self(.trendEvent),
        Self(.member), Self(.memberState), Self(.memberMark), Self(.memberCount), Self(.memberOpened),
        Self(.memberAction),
    ]
}

/// The counters that assign ids. The last id of each counter is copied, so that no id is assigned twice.
package enum CopiedNumber: String, CaseIterable, Sendable {
    case article, feed, folder, author, tag, history, action, rule, search, delivery
    case alertBatch = "alert_batch"
    case destination, sending
}

internal import PostgreSQL

/// The list of segments as the snapshot under way sees it, where it was read with the beginning of the snapshot.
package final class SnapshotStructure {
    /// The row of the index's state; nil where it has to be read.
    var rows: PostgresRows?
}

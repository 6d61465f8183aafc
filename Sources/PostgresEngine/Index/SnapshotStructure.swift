internal import PostgreSQL

/// The list of segments in the current snapshot, if it was read in the round trip that began the snapshot.
package final class SnapshotStructure {
    /// One row with the structure record; nil if it has not been read.
    var rows: PostgresRows?
}

internal import Pipelines
internal import SQLite

extension SQLiteStore {
    func until<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result {
        try guarded { try connection.withDeadline(deadline, body) }
    }
}

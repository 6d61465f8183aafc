internal import Articles
internal import Pipelines
internal import SQLite

extension SQLiteStore {
    func until<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result {
        try guarded {
            do {
                return try connection.withDeadline(deadline, body)
            } catch let error as SQLiteError where error.code == SQLiteError.interrupted {
                throw deadline.isCancelled ? SearchError.cancelled : .deadlineExceeded
            }
        }
    }

    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try guarded {
            try connection.snapshot {
                // A newer version of the program may have upgraded the file while this process runs.
                try refuseUnknownVersion()
                return try body()
            }
        }
    }
}

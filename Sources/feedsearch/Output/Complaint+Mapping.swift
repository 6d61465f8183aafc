import Alerting
import Articles
import SQLiteStorage
import System

extension Complaint {
    /// Any error as a line for a person: the one place where errors of the rooms become text.
    init(_ error: any Error, language: Language) {
        switch error {
        case let error as Complaint: self = error
        case let error as UsageError: self = error.complaint(language)
        case let error as QueryComplaint:
            self = error.complaint(language, columns: Terminal.columns(.standardError))
        case let error as AlertSettingError: self = error.complaint(language)
        case let error as AlertFailure: self.init(text: error.reason)
        case let error as StorageError: self = error.complaint(language)
        case SearchError.deadlineExceeded: self.init(.deadlineExceeded, language: language)
        case let error as SystemError: self.init(error, language: language)
        default: self.init(text: String(describing: error))
        }
    }
}

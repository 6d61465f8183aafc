import ServiceTestSupport

@testable import HTTPService

extension ServiceFixture {
    /// The operations of the program.
    static let table = OperationTable(operations: operations)
}

extension HTTPService.Operation {
    /// Whether it belongs to a protocol of reader apps.
    var isForApps: Bool { if case .other = errors { true } else { false } }
}

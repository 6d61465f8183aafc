import Database
import Testing

@testable import Accounts

/// The codes in URLs of services that share one key, and subscriptions that several services change.
@Suite struct ServiceAddressTests {
    /// A second service with the same key and the same database.
    private struct OtherService: AccountDatabase {
        let base: any AccountDatabase
        let instanceID = String(repeating: "0", count: 32)
        var location: String { base.location }
        var key: ServiceKey { base.key }
        var isRemote: Bool { base.isRemote }

        func read<Result>(_ body: (any LibraryDatabase) throws -> Result) throws(AccountError) -> Result {
            try base.read(body)
        }

        func write<Result>(
            changesCredentials: Bool, _ body: (any LibraryDatabase) throws -> Result
        ) throws(AccountError) -> Result { try base.write(changesCredentials: changesCredentials, body) }

        func refuseProgramsBefore(_ feature: AccountFeature, _ database: any LibraryDatabase) throws {
            try base.refuseProgramsBefore(feature, database)
        }

        func version() throws(AccountError) -> AccountVersion { try base.version() }
        func verify() throws(AccountError) { try base.verify() }
    }

    private let place: ServicePlace
    private let store: AccountStore

    init() throws {
        place = try ServicePlace()
        store = try place.store()
    }

    @Test("Addresses of icons and pictures differ between services that share one key")
    func sharedKey() throws {
        let other = try AccountStore(OtherService(base: store.database), options: ServicePlace.options)
        #expect(other.key.has(fingerprint: store.key.fingerprint))
        for library in [nil, 3] as [HostedLibrary.ID?] {
            #expect(store.iconName(of: 1, in: library) != other.iconName(of: 1, in: library))
            #expect(!other.isIconName(store.iconName(of: 1, in: library), of: 1, in: library))
            let url = "https://example.org/p.png"
            #expect(!other.isPictureSignature(store.pictureSignature(of: url, in: library), of: url, in: library))
            #expect(store.browserOwner("anna", in: library) != other.browserOwner("anna", in: library))
        }
        #expect(store.browserOwner("anna", in: 3) != store.browserOwner("anna", in: 4))
        #expect(store.browserOwner("anna", in: 3) != store.browserOwner("ben", in: 3))
    }

    @Test("The subscriptions at hubs of a library are those whose ids begin with its number")
    func hubsOfLibrary() throws {
        let ids = try ([1, 12, 1] as [HostedLibrary.ID]).map {
            try store.addHubSubscription(feed: $0, url: "u", hub: "h", topic: "t", in: $0).id
        }
        #expect(try store.hubSubscriptions(of: 1).map(\.id).sorted() == [ids[0], ids[2]].sorted())
        #expect(try store.hubSubscriptions(of: 12).map(\.id) == [ids[1]])
        #expect(try store.hubSubscriptions(of: 2).isEmpty && store.hubSubscriptions().count == 3)
    }

    @Test("A change of a subscription at a hub keeps what another process has changed since it was read")
    func hubChanges() throws {
        let read = try store.addHubSubscription(feed: 1, url: "u", hub: "h", topic: "t")
        try store.changeHubSubscription(read.id) { $0.state = .leaving }
        let after = try store.changeHubSubscription(read.id) { $0.failures += 1 }
        #expect(after?.state == .leaving && after?.failures == 1)
        #expect(try store.hubSubscription(read.id) == after)
        try store.removeHubSubscription(read.id)
        #expect(try store.changeHubSubscription(read.id) { $0.failures += 1 } == nil)
    }
}

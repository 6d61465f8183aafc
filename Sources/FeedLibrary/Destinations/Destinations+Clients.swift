internal import Alerting
internal import Articles
internal import FeedFetching
internal import Formats
internal import Messages
internal import System

/// Operations on destinations for clients of a service. Clients can send articles to folders of this machine, but only
/// the user of the machine can add, test or remove folders.
extension Destinations {
    /// The kinds of destinations that clients can add.
    package static let clientKinds = DestinationAddress.Kind.allCases.filter(\.isService).map(\.rawValue)

    /// Adds a service.
    ///
    /// - Parameters:
    ///   - address: `KIND:ADDRESS`.
    ///   - secret: the fields of the secret. A single token has the name `secret`.
    /// - Throws: `UserFacingError`. After an error, nothing is added.
    package func add(
        forClient name: String, _ address: String, secret: [String: String], keeper: SecretKeeper
    ) throws {
        try check(name)
        let parsed: DestinationAddress
        do { parsed = try DestinationAddress(address) } catch { throw error.userFacing(settings.language) }
        guard parsed.kind.isService else { throw userError(.channelOfThisMachine, [parsed.kind.rawValue]) }
        var destination = Destination(name: name, address: address)
        let items = destination.confirmables(policy: try settings.fetcher().policy)
        if settings.confirmations.confirmations.missing(items) != nil {
            throw userError(.addressNotPublic, [MaskedURL.mask(address)])
        }
        guard let origin = destination.origin else { throw userError(.badDestination, [address]) }
        let fields = parsed.kind.secretFields
        if fields.isEmpty {
            guard let token = secret["secret"], !token.isEmpty else {
                throw userError(.destinationNeedsSecret, [parsed.kind.rawValue])
            }
            destination.secret = try keeper.keep(token, for: origin, settings.language)
        } else {
            let values = try fields.map { field in
                // An Instapaper account may have no password.
                let isOptional = parsed.kind == .instapaper && field == "password"
                guard let value = secret[field] ?? (isOptional ? "" : nil), isOptional || !value.isEmpty else {
                    throw userError(.destinationNeedsField, [parsed.kind.rawValue, field])
                }
                return (name: field, value: value)
            }
            destination.secret = try keeper.keep(fields: values, for: origin, settings.language)
        }
        do {
            guard
                try store.addDestination(
                    name: name, address: address, secret: destination.secret, now: clock.now())
            else { throw userError(.destinationExists, [name]) }
        } catch {
            keeper.forget(destination.secret)
            throw error
        }
    }

    /// Removes a service and its stored secret.
    package func remove(forClient name: String, keeper: SecretKeeper) throws {
        let destination = try named(name)
        try checkKind(of: destination)
        try remove(name)
        keeper.forget(destination.secret)
    }

    /// Checks the address and the secret of a service.
    ///
    /// - Returns: the reason why the service cannot be used; nil if it can.
    package func test(forClient name: String) throws -> String? {
        try checkKind(of: named(name))
        return try test(name)?.reason
    }

    private func checkKind(of destination: Destination) throws {
        guard Self.clientKinds.contains(destination.kind) else {
            throw userError(.channelOfThisMachine, [destination.kind])
        }
    }
}

extension DestinationStatus {
    /// Whether clients can test and remove the destination; false for a folder of this machine.
    package var isService: Bool { Destinations.clientKinds.contains(destination.kind) }

    /// A copy for clients. It contains neither the path of a folder nor secrets. Of unconfirmed items, it has only the
    /// kind.
    package var forClients: DestinationStatus {
        var status = self
        status.unconfirmed = unconfirmed.map {
            Confirmable($0.kind, $0.kind.rawValue, for: destination.confirmationTarget)
        }
        if !isService { status.destination.address = destination.kind }
        status.destination.secret = destination.secret.map(SecretReference.kind)
        return status
    }
}

package import SQLite
internal import SearchRanking

extension AddressWords {
    /// Registers the SQL function `address_has(url, packed)`.
    package static func register(on connection: Connection) throws {
        try connection.registerTextFunction(functionName) { address, packed in
            var wanted = packed.indices.map { packed[$0] }
            let match = match(packedAs: wanted.popLast())
            return isFound(wanted.split(separator: separator).map(Array.init), match, in: address)
        }
    }
}

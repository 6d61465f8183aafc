/// What a host knows about an address: the head of its last response, and when the address is fetched next.
package struct SharedFetchEntry: Sendable, Equatable {
    /// The first 64 bits of the digest.
    package var id: Int64
    /// SHA-256 of the address.
    package var digest: [UInt8]
    package var host: String
    /// The run that is fetching the address, until `claimUntil`.
    package var claim: String?
    package var claimUntil: Int64 = 0
    /// The time of the last fetch; 0 if none has ended yet.
    package var checked: Int64 = 0
    package var nextFetch: Int64 = 0
    /// The number of failed fetches since the last successful one.
    package var failures = 0

    // The last response with status 200, and the validators of a later one with status 304.
    package var etag: String?
    package var lastModified: String?
    package var contentHash: String?
    package var finalURL: String?
    package var movedTo: String?
    package var status = 0
    package var contentType: String?
    package var contentLocation: String?
    /// The `Link` headers, one on each line.
    package var links = ""
    package var maxAge: Int64?

    /// The time before which the server asked not to be contacted.
    package var retryUntil: Int64?
    /// The kind of the last failure; nil after a successful fetch.
    package var failure: String?
    /// The HTTP status of a failure of the kind `httpStatus`.
    package var failureStatus = 0
    package var failureText: String?
    /// How long the last fetch took.
    package var milliseconds: Int64 = 0
    /// The time of the last hub message, negated after the fetch that it caused; 0 if there was no message.
    package var hinted: Int64 = 0
    /// Whether the body is stored.
    package var hasBody = false

    /// The value of `host` for entries of icons. It is not a valid host name.
    package static let iconHost = "icon"

    package init(id: Int64, digest: [UInt8], host: String) {
        self.id = id
        self.digest = digest
        self.host = host
    }
}

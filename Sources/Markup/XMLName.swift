/// The name of an element or attribute in one document.
///
/// A scanner creates one instance for each pair of qualified name and namespace, so names can be compared by identity
/// or index a table by `token`.
public final class XMLName: Sendable, Equatable {
    /// The number of this name within its scanner; numbers are consecutive from 0.
    public let token: Int
    /// The part before the colon, as written; empty if the name has no colon.
    public let prefix: String
    /// The part after the colon, as written.
    public let local: String
    /// The URI of the namespace in scope; empty if the name has no namespace or the prefix was never declared.
    public let namespace: String

    /// The name as written, including the prefix.
    public var qualified: String { prefix.isEmpty ? local : prefix + ":" + local }

    init(token: Int, prefix: String, local: String, namespace: String) {
        self.token = token
        self.prefix = prefix
        self.local = local
        self.namespace = namespace
    }

    public static func == (left: XMLName, right: XMLName) -> Bool { left === right }
}

/// The next tag or text of a document.
public enum XMLEvent: Sendable {
    /// A start tag, whose attributes must be read from the scanner before the next event. An empty element produces a
    /// start and an end.
    case start(XMLName)
    /// An end tag, written or implied. Every start has an end, and elements are properly nested.
    case end(XMLName)
    /// Character data or a CDATA section, which must be read from the scanner before the next event. A text may be
    /// reported as several events.
    case text
}

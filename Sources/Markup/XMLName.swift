/// The name of an element or attribute as one document uses it.
///
/// A scanner creates one instance for each pair of qualified name and namespace, so names can be compared by identity
/// or index a table by `token`.
public final class XMLName: Sendable, Equatable {
    /// The number of this name within its scanner; numbers are consecutive from 0.
    public let token: Int
    /// Part before the colon as written; empty if there is none.
    public let prefix: String
    /// Part after the colon as written.
    public let local: String
    /// Namespace URI in scope; empty if there is none or the prefix was never declared.
    public let namespace: String

    /// Name as written, including the prefix.
    public var qualified: String { prefix.isEmpty ? local : prefix + ":" + local }

    init(token: Int, prefix: String, local: String, namespace: String) {
        self.token = token
        self.prefix = prefix
        self.local = local
        self.namespace = namespace
    }

    public static func == (left: XMLName, right: XMLName) -> Bool { left === right }
}

/// The next piece of a document.
public enum XMLEvent: Sendable {
    /// A start tag; its attributes are read from the scanner before the next event. An empty element is a start
    /// followed by an end.
    case start(XMLName)
    /// An end tag, written or implied. Every start has one, in proper nesting.
    case end(XMLName)
    /// Character data or a CDATA section, which must be read from the scanner before the next event. One text may be
    /// reported as several events.
    case text
}

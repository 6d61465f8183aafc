/// The name of an element or attribute as one document uses it.
///
/// A scanner makes each distinct pair of qualified name and namespace once, so a consumer may compare by identity or
/// keep a table indexed by `token`.
public final class XMLName: Sendable, Equatable {
    /// Dense number of this name within its scanner, from 0.
    public let token: Int
    /// Part before the colon as written, empty without one.
    public let prefix: String
    /// Part after the colon as written.
    public let local: String
    /// Namespace URI in force where the name stands; empty where there is none or the prefix was never declared.
    public let namespace: String

    /// Name as written, prefix included.
    public var qualified: String { prefix.isEmpty ? local : prefix + ":" + local }

    init(token: Int, prefix: String, local: String, namespace: String) {
        self.token = token
        self.prefix = prefix
        self.local = local
        self.namespace = namespace
    }

    public static func == (left: XMLName, right: XMLName) -> Bool { left === right }
}

/// What a scanner met next.
public enum XMLEvent: Sendable {
    /// A start tag; its attributes are read from the scanner before the next event. An empty element is a start
    /// followed by an end.
    case start(XMLName)
    /// An end tag, written or implied. Every start has one, in proper nesting.
    case end(XMLName)
    /// Character data or a CDATA section, read from the scanner before the next event. Neighbouring pieces may come apart.
    case text
}

/// A page of the index is malformed, because the file or the server has lost or changed bytes.
public struct MalformedIndexError: Error, Equatable, CustomStringConvertible {
    public let description = "a page of the full-text index is malformed"

    public init() {}
}

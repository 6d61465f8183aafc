/// Google Reader's API, as used by current reader apps (docs/clients.md).
///
/// There is no specification; it follows <https://github.com/mihaip/google-reader-api> and the requests of apps.
enum GoogleReader {
    static let operations =
        AccountOperations.all + SubscriptionOperations.all + TagOperations.all + StreamOperations.all
        + StateOperations.all

    /// The path in the form that the operations expect: without a leading `api/greader.php`, and without the empty
    /// segments that apps add if the server's address ends in a slash. Other paths are unchanged.
    static func path(_ path: [String]) -> [String] {
        var rest = path[...]
        func dropEmpty() { while rest.first == "" { rest.removeFirst() } }
        dropEmpty()
        if rest.first == "api", rest.dropFirst().first == "greader.php" {
            rest.removeFirst(2)
            dropEmpty()
        }
        guard rest.first == "reader" || rest.first == "accounts" else { return path }
        var found: [String] = []
        while let segment = rest.popFirst() {
            if segment.isEmpty { continue }
            found.append(segment)
            // The remaining path is the name of a stream, in which an address may contain an empty segment.
            if found == ["reader", "atom"] || found == ["reader", "api", "0", "stream", "contents"] {
                dropEmpty()
                return found + rest
            }
        }
        return found
    }
}

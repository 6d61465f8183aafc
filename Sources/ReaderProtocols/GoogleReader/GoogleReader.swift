/// Google Reader's API, as reader apps of today use it (docs/clients.md).
///
/// There is no specification; the operations follow <https://github.com/mihaip/google-reader-api>, and what apps send.
public enum GoogleReader {
    public static let operations =
        AccountOperations.all + SubscriptionOperations.all + TagOperations.all + StreamOperations.all
        + StateOperations.all

    /// A path as the operations have it: without `api/greader.php` before it, and without the empty segments that apps make
    /// where a server's address ends in a slash. Other paths stay as they are.
    public static func path(_ path: [String]) -> [String] {
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
            // What follows is the name of a stream: an address may have an empty segment.
            if found == ["reader", "atom"] || found == ["reader", "api", "0", "stream", "contents"] {
                dropEmpty()
                return found + rest
            }
        }
        return found
    }
}

/// Interns the names of one document and tracks the namespace of each prefix.
struct XMLNameTable {
    private struct Entry {
        var prefixID: Int
        var prefix: String
        var local: String
        /// The names created from this spelling, one for each namespace URI. Nearly all spellings have just one.
        var resolved: [(uriID: Int, name: XMLName)] = []
        /// An id that is equal for spellings that differ only in ASCII case. It is used to match end tags.
        var foldedID: Int
    }

    private var spellings: [ArraySlice<UInt8>: Int] = [:]
    private var folded: [[UInt8]: Int] = [:]
    private var entries: [Entry] = []
    private var prefixIDs: [String: Int] = ["": 0]
    private var uriIDs: [String: Int] = ["": 0]
    private var uris: [String] = [""]
    /// The URI in scope for each prefix id.
    private var current: [Int] = [0]
    private var tokenCount = 0

    /// A direct-mapped cache that is consulted before `spellings`. It is effective because names are repeated often and
    /// usually differ in length or in their first letters.
    private var recent: [Int] = Array(repeating: -1, count: 256)
    /// All spellings in one buffer, and the range of each spelling.
    private var letters: [UInt8] = []
    private var places: [(start: Int, count: Int)] = []

    /// The number of the spelling `document[range]`; numbers are consecutive from 0.
    mutating func intern(_ document: [UInt8], _ range: Range<Int>) -> Int {
        let slot = Self.slot(document, range)
        let cached = recent[slot]
        if cached >= 0, isEqual(cached, document, range) { return cached }
        let bytes = document[range]
        let id = spellings[bytes] ?? add(bytes)
        recent[slot] = id
        return id
    }

    private func isEqual(_ id: Int, _ document: [UInt8], _ range: Range<Int>) -> Bool {
        let place = places[id]
        guard place.count == range.count else { return false }
        for offset in 0..<place.count where letters[place.start &+ offset] != document[range.lowerBound &+ offset] {
            return false
        }
        return true
    }

    /// The number shared by all spellings of a name that differ only in ASCII case.
    func foldedID(_ id: Int) -> Int { entries[id].foldedID }

    /// The number of folded ids created so far.
    var foldedCount: Int { folded.count }

    /// The name of spelling `id` with the namespaces in scope; attributes without a prefix have no namespace.
    mutating func resolve(_ id: Int, isAttribute: Bool) -> XMLName {
        let prefixID = entries[id].prefixID
        let uriID = isAttribute && prefixID == 0 ? 0 : current[prefixID]
        for known in entries[id].resolved where known.uriID == uriID { return known.name }
        let entry = entries[id]
        let name = XMLName(token: tokenCount, prefix: entry.prefix, local: entry.local, namespace: uris[uriID])
        tokenCount += 1
        // The cache is bounded, since a document may bind a prefix to any number of URIs.
        if entry.resolved.count >= 8 { entries[id].resolved.removeAll() }
        entries[id].resolved.append((uriID, name))
        return name
    }

    /// Binds a prefix to a URI. Returns the arguments to pass to `unbind` at the end of the element.
    mutating func bind(prefix: String, uri: String) -> (prefixID: Int, previous: Int) {
        let prefixID = idOfPrefix(prefix)
        let previous = current[prefixID]
        if let known = uriIDs[uri] {
            current[prefixID] = known
        } else {
            current[prefixID] = uris.count
            uriIDs[uri] = uris.count
            uris.append(uri)
        }
        return (prefixID, previous)
    }

    mutating func unbind(_ binding: (prefixID: Int, previous: Int)) { current[binding.prefixID] = binding.previous }

    private mutating func idOfPrefix(_ prefix: String) -> Int {
        if let known = prefixIDs[prefix] { return known }
        let id = current.count
        prefixIDs[prefix] = id
        current.append(prefix == "xml" ? idOfXMLNamespace() : 0)
        return id
    }

    private mutating func idOfXMLNamespace() -> Int {
        let uri = "http://www.w3.org/XML/1998/namespace"
        if let known = uriIDs[uri] { return known }
        uriIDs[uri] = uris.count
        uris.append(uri)
        return uris.count - 1
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) -> Int {
        var prefix = ""
        var local = bytes
        if let colon = bytes.firstIndex(of: 0x3A), colon > bytes.startIndex, colon + 1 < bytes.endIndex {
            prefix = String(decoding: bytes[..<colon], as: UTF8.self)
            local = bytes[(colon + 1)...]
        }
        let lower = bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        let foldedID = folded[lower] ?? folded.count
        folded[lower] = foldedID
        let id = entries.count
        entries.append(
            Entry(
                prefixID: idOfPrefix(prefix), prefix: prefix, local: String(decoding: local, as: UTF8.self),
                foldedID: foldedID))
        spellings[bytes] = id
        places.append((letters.count, bytes.count))
        letters += bytes
        return id
    }

    private static func slot(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        let first = Int(bytes[range.lowerBound])
        let last = Int(bytes[range.upperBound - 1])
        let middle = Int(bytes[range.lowerBound + range.count / 2])
        return (first &* 31 &+ last &* 7 &+ middle &* 3 &+ range.count) & 255
    }
}

extension InvertedBatch {
    /// Calls `body` with each term, in byte order, and its document frequency.
    public func forEachTerm(_ body: (Span<UInt8>, Int) -> Void) {
        var bytes: [UInt8] = []
        for number in sortedTerms() {
            let term = unsafe terms[Int(number)]
            bytes.removeAll(keepingCapacity: true)
            unsafe withBytes(of: term) { unsafe bytes.append(contentsOf: $0) }
            body(bytes.span, Int(term.documents))
        }
    }
}

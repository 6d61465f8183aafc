/// The picture that was written last. A copy of it in `noscript` is left out. If only the copy has an address, the
/// picture itself is left out instead.
struct HTMLPictureTwins {
    /// The number of open `noscript` elements.
    var noscripts = 0
    /// The range of the tag of the last picture in the output.
    var range = 0..<0
    /// The address of the last picture, as written to the output.
    var address: [UInt8] = []
    var isLazy = false
    var isInNoscript = false
}

/// Properties of a picture, collected while its tag is written.
struct HTMLPicture {
    /// The ranges of the input that replace the values of `src` and `srcset`.
    var source: Range<Int>?
    var sourceSet: Range<Int>?
    /// The address that was written; for a `srcset`, the first address.
    var address: [UInt8] = []
    /// Whether `src` is a placeholder or absent.
    var isPlaceholder = false

    var isLazy: Bool { source != nil || sourceSet != nil }
}

extension HTMLSanitizingWriter {
    private static let names = (
        source: HTMLNameTable.hash("src".utf8), sourceSet: HTMLNameTable.hash("srcset".utf8),
        class: HTMLNameTable.hash("class".utf8)
    )
    private static let lazySources = LazyPicture.sources.map { HTMLNameTable.hash($0.utf8) }
    private static let lazySets = LazyPicture.sourceSets.map { HTMLNameTable.hash($0.utf8) }

    /// Finds the address of a picture that a script would load, in the start tag read last.
    func lazyPicture(_ html: [UInt8], of tag: HTMLTag) -> HTMLPicture {
        var picture = HTMLPicture()
        guard tag == .img || tag == .source else { return picture }
        let attributes = tokenizer.attributes.prefix(HTMLAttributeLists.maxRead)
        func range(_ hash: UInt64) -> Range<Int>? { attributes.first { $0.hash == hash }?.value }
        func text(_ range: Range<Int>) -> String { String(decoding: html[range.prefix(2_000)], as: UTF8.self) }
        let source = range(Self.names.source)
        let hasPlaceholder = source.map { LazyPicture.isPlaceholder(html[$0]) } ?? true
        let isLazy = range(Self.names.class).map { LazyPicture.isLazy(class: text($0)) } ?? false
        let hasSet = range(Self.names.sourceSet).map { !LazyPicture.isPlaceholder(html[$0]) } ?? false
        picture.isPlaceholder = hasPlaceholder && !hasSet
        func isAddress(_ range: Range<Int>) -> Bool {
            let start = text(range).drop(while: \.isWhitespace).lowercased()
            return !start.isEmpty && !start.hasPrefix("data:") && !start.hasPrefix("{") && !start.hasPrefix("[")
        }
        if !hasSet { picture.sourceSet = Self.lazySets.lazy.compactMap(range).first(where: isAddress) }
        if tag == .img, hasPlaceholder || isLazy {
            picture.source = Self.lazySources.lazy.compactMap(range).first(where: isAddress)
        }
        return picture
    }

    /// Leaves out a picture that was written twice, or a picture whose address occurs only in `noscript`.
    ///
    /// - Parameter start: the offset of the picture's tag in the output.
    mutating func settle(_ picture: HTMLPicture, from start: Int) {
        var start = start
        let last = twins
        let isInNoscript = twins.noscripts > 0
        if isInNoscript != last.isInNoscript, !last.range.isEmpty {
            let follows = isNothing(last.range.upperBound..<start)
            let isTwin =
                !picture.address.isEmpty && picture.address == last.address
                || follows && (isInNoscript ? last.isLazy : picture.isLazy || picture.isPlaceholder)
            if isTwin, !(isInNoscript && last.address.isEmpty) {
                output.removeSubrange(start...)
                // A second copy of the same picture is left out as well.
                return
            }
            if follows, isInNoscript, last.address.isEmpty {
                output.removeSubrange(last.range)
                start -= last.range.count
            }
        }
        twins.range = start..<output.count
        twins.address = picture.isPlaceholder && !picture.isLazy ? [] : picture.address
        twins.isLazy = picture.isLazy
        twins.isInNoscript = isInNoscript
    }

    /// Whether a short part of the output contains nothing but white space and `span` elements, which `noscript`
    /// elements are converted to.
    private func isNothing(_ range: Range<Int>) -> Bool {
        guard range.count <= 256 else { return false }
        let text = String(decoding: output[range], as: UTF8.self)
        return text.replacing("<span>", with: "").replacing("</span>", with: "").allSatisfy(\.isWhitespace)
    }
}

/// Skips elements that are never shown, such as drawings and templates, including their content.
///
/// If such an element has no end tag, browsers drop everything after its start tag. In an article, a start tag without
/// an end tag is usually a name that the author forgot to escape, as in “the <template> element”, so only the tag is
/// dropped. An element has no end if the input ends before its end tag, or if an end tag closes an element around it.
/// <https://html.spec.whatwg.org/#parsing-main-intemplate>
struct HTMLDroppedElements {
    private struct Element {
        var tag: HTMLTag
        /// The offset after the start tag of the element.
        var start: Int
    }

    /// The offsets after start tags that have no end tag. They are stored so that even a document consisting only of
    /// start tags is read in linear time.
    private var unclosed: Set<Int> = []
    /// The elements that are open at the current offset: dropped elements and blocks.
    private var open: [Element] = []
    /// The number of times that each element occurs in `open`.
    private var openCounts = [Int](repeating: 0, count: HTMLTag.allCases.count)

    /// Skips the element whose start tag the tokenizer read last. If the element has no end, skips only the start tag.
    mutating func skip(_ html: Span<UInt8>, _ tokenizer: inout HTMLTokenizer) {
        let start = tokenizer.next
        if tokenizer.isSelfClosing || unclosed.contains(start) { return }
        defer {
            open.removeAll(keepingCapacity: true)
            for index in openCounts.indices { openCounts[index] = 0 }
        }
        push(tokenizer.tag, start)
        var index = start
        while index < html.count {
            guard html[index] == 0x3C else {
                index += 1
                continue
            }
            switch tokenizer.read(html, at: index) {
            case .text:
                index += 1
                continue
            case .section: tokenizer.rewind(to: tokenizer.sectionEnd + 3)
            case .nothing, .strayText: break
            case .startTag:
                let tag = tokenizer.tag
                if tag.traits.contains(.rawText) {
                    _ = tokenizer.readRawText(html, of: tag)
                } else if Self.isFollowed(tag), !tokenizer.isSelfClosing {
                    push(tag, tokenizer.next)
                }
            case .endTag:
                let tag = tokenizer.tag
                guard Self.isFollowed(tag) else { break }
                guard openCounts[Int(tag.rawValue)] > 0 else {
                    return leaveUnclosed(start, &tokenizer)
                }
                close(tag)
                if open.isEmpty { return }
            }
            index = tokenizer.next
        }
        leaveUnclosed(start, &tokenizer)
    }

    /// Whether open elements with this tag are tracked. Inline elements are not: their end tags are missing so often
    /// that an end tag proves nothing.
    private static func isFollowed(_ tag: HTMLTag) -> Bool {
        let traits = tag.traits
        return !traits.contains(.void) && !traits.contains(.rawText)
            && (traits.contains(.dropped) || traits.contains(.block))
    }

    private mutating func push(_ tag: HTMLTag, _ start: Int) {
        open.append(Element(tag: tag, start: start))
        openCounts[Int(tag.rawValue)] += 1
    }

    /// Closes the innermost element with this tag, and all elements inside it.
    private mutating func close(_ tag: HTMLTag) {
        while let last = open.popLast() {
            openCounts[Int(last.tag.rawValue)] -= 1
            if last.tag == tag { return }
            if last.tag.traits.contains(.dropped) { unclosed.insert(last.start) }
        }
    }

    private mutating func leaveUnclosed(_ start: Int, _ tokenizer: inout HTMLTokenizer) {
        for element in open where element.tag.traits.contains(.dropped) { unclosed.insert(element.start) }
        tokenizer.rewind(to: start)
    }
}

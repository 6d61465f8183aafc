internal import Markup

/// Finds the elements of a page that contain the main text.
struct ContentScorer {
    private let tree: HTMLTree
    private let outline: PageOutline
    private var scores: [Double]
    private var isCandidate: [Bool]
    /// The text of the article according to the page's linked data.
    private let body: String?

    /// The minimum length of a paragraph in characters. Shorter texts are usually labels or dates.
    private static let minParagraph = 25
    /// The number of ancestors to which a paragraph adds points.
    private static let levels = 5

    init(_ tree: HTMLTree, _ outline: PageOutline, body: String?) {
        self.tree = tree
        self.outline = outline
        self.body = body
        scores = Array(repeating: 0, count: tree.elements.count)
        isCandidate = Array(repeating: false, count: tree.elements.count)
        for index in tree.elements.indices where !outline.isDropped[index] { scoreParagraph(index) }
    }

    /// The elements of the main text, in document order; nil if the page has none.
    func content() -> [Int]? {
        if let marked = marked() { return [marked] }
        var best: Int?
        for index in tree.elements.indices where isCandidate[index] {
            if best.map({ final(index) > final($0) }) ?? true { best = index }
        }
        guard var top = best, final(top) > 0 else { return nil }
        top = wider(rising(shared(top)))
        return withSiblings(top)
    }

    private func final(_ element: Int) -> Double { scores[element] * (1 - outline.linkShare(element)) }

    // MARK: - Points

    private mutating func scoreParagraph(_ element: Int) {
        let own = outline.ownText[element]
        guard own.length >= Self.minParagraph, outline.ownLinked[element] * 2 < own.length else { return }
        let points = 1 + Double(own.commas) + min(Double(own.length) / 100, 10)
        let name = tree.name(element)
        // A container whose text is separated by line breaks instead of paragraphs is itself a candidate.
        let isContainer = ["div", "td", "section", "article", "main", "body", "center", "form"].contains(name)
        var level = 0
        var next = isContainer ? element : Int(tree.elements[element].parent)
        while next >= 0, level < Self.levels {
            if !isCandidate[next] {
                isCandidate[next] = true
                scores[next] += base(next)
            }
            scores[next] += points / (level == 0 ? 1 : level == 1 ? 2 : Double(level) * 3)
            next = Int(tree.elements[next].parent)
            level += 1
        }
    }

    private func base(_ element: Int) -> Double {
        var points =
            switch tree.name(element) {
            case "article": 15.0
            case "main": 8.0
            case "div", "section": 5.0
            case "pre", "td", "blockquote": 3.0
            case "address", "ol", "ul", "dl", "dd", "dt", "li", "form": -3.0
            case "h1", "h2", "h3", "h4", "h5", "h6", "th": -5.0
            default: 0.0
            }
        let hints = outline.hints[element]
        if hints.contains(.content) { points += 25 }
        if hints.contains(.beside) { points -= 25 }
        return points
    }

    // MARK: - Marks in the page

    /// The element that is marked as the main text, by schema.org or by a publishing system's class, if it has over 25
    /// % of the page's text; otherwise the element that contains the text in the linked data.
    private func marked() -> Int? {
        let all = tree.elements.indices.reduce(0) { tree.elements[$1].parent < 0 ? $0 + outline.text[$1].length : $0 }
        var found: [Int] = []
        for index in tree.elements.indices where !outline.isDropped[index] {
            if let last = found.last, index < Int(tree.elements[last].end) { continue }
            let isMarked =
                outline.hints[index].contains(.body)
                || tree.attribute("itemprop", of: index)?.lowercased() == "articlebody"
            if isMarked, outline.text[index].length > 200, outline.linkShare(index) < 0.5 { found.append(index) }
        }
        // Use a mark only if it is unique: several marked elements are a list of articles or parts of one article.
        if found.count == 1, outline.text[found[0]].length * 4 > all { return found[0] }
        guard let body, body.count > 200 else { return nil }
        return smallest(containing: body)
    }

    /// The smallest element that contains the beginning and the end of a text.
    private func smallest(containing body: String) -> Int? {
        let words = body.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let (head, tail) = (String(words.prefix(40)), String(words.suffix(40)))
        var best: Int?
        var element = tree.elements.indices.first { tree.name($0) == "body" } ?? 0
        var steps = 0
        // Descend from the page to the largest child while it contains both the beginning and the end.
        while steps < 64, element < tree.elements.count {
            steps += 1
            let text = tree.text(of: element, limit: 1 << 20)
            guard text.contains(head), text.contains(tail) else { break }
            best = element
            let end = Int(tree.elements[element].end)
            var child = element + 1
            var largest: Int?
            while child < end {
                if !outline.isDropped[child], outline.text[child].length > largest.map({ outline.text[$0].length }) ?? 0
                {
                    largest = child
                }
                child = Int(tree.elements[child].end)
            }
            guard let largest else { break }
            element = largest
        }
        guard let best, !["body", "html"].contains(tree.name(best)) else { return nil }
        return best
    }

    // MARK: - More than one element

    /// The nearest ancestor that contains three or more elements with at least 75 % of the best score. Such elements
    /// are usually sections of the same text.
    private func shared(_ top: Int) -> Int {
        let threshold = final(top) * 0.75
        var good = [Int32](repeating: 0, count: tree.elements.count)
        for index in tree.elements.indices where isCandidate[index] && final(index) >= threshold {
            // Count each element in up to 8 of its ancestors.
            var next = Int(tree.elements[index].parent)
            var steps = 0
            while next >= 0, steps < 8 {
                good[next] += 1
                next = Int(tree.elements[next].parent)
                steps += 1
            }
        }
        var next = Int(tree.elements[top].parent)
        while next >= 0, !["body", "html"].contains(tree.name(next)) {
            if good[next] >= 3, outline.linkShare(next) < 0.3 { return next }
            next = Int(tree.elements[next].parent)
        }
        return top
    }

    /// The first ancestor that scores higher than the element below it. The search stops at an ancestor that scores
    /// less than a third of the best.
    private func rising(_ top: Int) -> Int {
        var last = final(top)
        let threshold = last / 3
        var next = Int(tree.elements[top].parent)
        while next >= 0, !["body", "html"].contains(tree.name(next)), isCandidate[next] {
            let score = final(next)
            if score < threshold { break }
            if score > last { return next }
            last = score
            next = Int(tree.elements[next].parent)
        }
        return top
    }

    /// The outermost ancestor that still contains mainly the text. Goes up while the parent has either a score of over
    /// 75 %, few links and over a third more text, or hardly any additional text.
    private func wider(_ top: Int) -> Int {
        var top = top
        var parent = Int(tree.elements[top].parent)
        while parent >= 0, !["body", "html"].contains(tree.name(parent)) {
            let more = outline.text[parent].length - outline.text[top].length
            let isSpread = final(parent) > final(top) * 0.75 && more > outline.text[top].length / 3
            let isOnlyChild = more < 20
            guard isSpread && outline.linkShare(parent) < 0.25 || isOnlyChild else { break }
            top = parent
            parent = Int(tree.elements[top].parent)
        }
        return top
    }

    /// Adds siblings with at least 20 % of the best score, and adjacent paragraphs.
    private func withSiblings(_ top: Int) -> [Int] {
        let parent = Int(tree.elements[top].parent)
        guard parent >= 0, ["article", "main"].contains(tree.name(top)) == false else { return [top] }
        let threshold = max(10, final(top) * 0.2)
        var content: [Int] = []
        var child = parent + 1
        let end = Int(tree.elements[parent].end)
        while child < end {
            defer { child = Int(tree.elements[child].end) }
            if child == top {
                content.append(child)
                continue
            }
            if outline.isDropped[child] { continue }
            let text = outline.text[child]
            let isScored = isCandidate[child] && final(child) >= threshold && outline.linkShare(child) < 0.3
            let isParagraph =
                ["p", "blockquote", "pre", "figure", "ul", "ol", "h2", "h3", "h4"].contains(tree.name(child))
                && (text.length > 80 && outline.linkShare(child) < 0.25
                    || text.length > 0 && outline.linkShare(child) == 0 && tree.name(child) != "h2")
            if isScored || isParagraph { content.append(child) }
        }
        return content
    }
}

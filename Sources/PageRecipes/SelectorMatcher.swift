internal import Markup

/// Finds the elements that a selector matches, in document order.
///
/// Makes one pass over the elements. For each chain, bits record which of its steps match the element, its ancestors
/// and its preceding siblings. Each step is tested once per element, so the cost is at most elements times steps.
struct SelectorMatcher {
    private let tree: HTMLTree
    private let chains: [Chain]

    private struct Chain {
        var compounds: [Selector.Compound]
        /// For each compound, the number of its element name in this page: -2 for any name, -1 if no element has the
        /// name.
        var names: [Int32]
    }

    init(_ selector: Selector, in tree: HTMLTree) {
        self.tree = tree
        chains = selector.chains.map { compounds in
            Chain(compounds: compounds, names: compounds.map { $0.name.map { tree.number(ofName: $0) ?? -1 } ?? -2 })
        }
    }

    /// The steps of a chain that match at the current element. If bit i is set, the first i + 1 steps match.
    private struct State {
        /// Steps that match at the element itself.
        var own: UInt64 = 0
        /// Steps that match at an ancestor or at the element itself.
        var above: UInt64 = 0
        /// Steps that match at a preceding sibling or at the element itself.
        var elder: UInt64 = 0
    }

    /// The matching elements inside `root`, or on the whole page if `root` is nil. The ancestors in the selector must
    /// also be inside `root`, or be `root` itself.
    ///
    /// - Parameter limit: the search stops after this many elements.
    func matches(inside root: Int? = nil, limit: Int = .max) -> [Int] {
        let first = root.map { $0 + 1 } ?? 0
        let end = root.map { Int(tree.elements[$0].end) } ?? tree.elements.count
        guard first < end else { return [] }
        var found: Set<Int> = []
        for chain in chains { walk(chain, root: root, first..<end, &found) }
        return Array(found.sorted().prefix(limit))
    }

    private func walk(_ chain: Chain, root: Int?, _ range: Range<Int>, _ found: inout Set<Int>) {
        let goal = UInt64(1) << UInt64(chain.compounds.count - 1)
        // For each level of the tree: the state of the parent, and the state of the last sibling.
        var parents: [State] = [State()]
        var siblings: [State] = [State()]
        let base: Int32
        if let root {
            parents = [state(chain, root, parent: State(), elder: State(), isRoot: true)]
            base = tree.elements[root].depth + 1
        } else {
            base = 0
        }
        for index in range {
            let level = Int(tree.elements[index].depth - base)
            while parents.count <= level {
                parents.append(siblings[siblings.count - 1])
                siblings.append(State())
            }
            while parents.count > level + 1 {
                parents.removeLast()
                siblings.removeLast()
            }
            let own = state(chain, index, parent: parents[level], elder: siblings[level], isRoot: false)
            siblings[level] = own
            if own.own & goal != 0 { found.insert(index) }
        }
    }

    private func state(_ chain: Chain, _ index: Int, parent: State, elder: State, isRoot: Bool) -> State {
        var own: UInt64 = 0
        for (step, compound) in chain.compounds.enumerated() {
            if step > 0 {
                let before = UInt64(1) << UInt64(step - 1)
                let holds =
                    switch compound.combinator {
                    case .descendant: parent.above & before != 0
                    case .child: parent.own & before != 0
                    case .next: elder.own & before != 0
                    case .later: elder.elder & before != 0
                    }
                guard holds else { continue }
            }
            let name = chain.names[step]
            guard name == -2 || name == tree.elements[index].name else { continue }
            if compound.tests.allSatisfy({ test($0, index) }) { own |= UInt64(1) << UInt64(step) }
        }
        return State(own: own, above: parent.above | own, elder: elder.elder | own)
    }

    // MARK: - Tests

    func test(_ test: Selector.Test, _ index: Int) -> Bool {
        let element = tree.elements[index]
        switch test {
        case .attribute(let attribute): return self.attribute(attribute, index)
        case .nthChild(let step, let offset):
            let rest = Int(element.index) - offset
            return step == 0 ? rest == 0 : rest % step == 0 && rest / step >= 0
        case .lastChild: return element.isLast
        case .empty: return element.isEmpty
        case .not(let tests, let name):
            let isNamed = name.map { tree.name(index) == $0 } ?? true
            return !(isNamed && tests.allSatisfy { self.test($0, index) })
        }
    }

    private func attribute(_ test: Selector.AttributeTest, _ index: Int) -> Bool {
        guard var value = tree.attribute(test.name, of: index) else { return false }
        var wanted = test.value
        if test.ignoresCase {
            value = value.lowercased()
            wanted = wanted.lowercased()
        }
        switch test.operation {
        case .present: return true
        case .equals: return value == wanted
        case .includes:
            return !wanted.isEmpty && value.split(whereSeparator: \.isWhitespace).contains { $0 == wanted }
        case .dash: return value == wanted || value.hasPrefix(wanted + "-")
        case .begins: return !wanted.isEmpty && value.hasPrefix(wanted)
        case .ends: return !wanted.isEmpty && value.hasSuffix(wanted)
        case .contains: return !wanted.isEmpty && value.contains(wanted)
        }
    }
}

@testable import Articles

/// The state that a library with members must have, computed without tables.
struct MemberModel {
    /// Person 0 is the owner; all others are members.
    typealias Person = Int64

    struct Entry {
        var feed: Int64
        /// Articles with the same text are copies of each other; nil for an article without copies.
        var text: Int?
        var isHidden = false
        var isInBin = false
    }

    struct State: Equatable {
        var read: Set<ArticleID> = []
        var starred: Set<ArticleID> = []
        var opened: [ArticleID: Int64] = [:]
    }

    /// A change that an undo reverses.
    struct Change {
        var article: ArticleID
        var isStar: Bool
        var old: Bool
    }

    /// An action that can be undone: changes of state, or articles that were moved to the bin.
    enum Action {
        case state([Change])
        case removal([ArticleID])
    }

    let people: [Person]
    var articles: [ArticleID: Entry] = [:]
    var states: [Person: State] = [:]
    var actions: [Person: [Action]] = [:]
    /// Articles that rules or limits have marked as read for the owner, who has not seen them.
    var muted: Set<ArticleID> = []
    /// Articles whose state the owner has changed.
    var touched: Set<ArticleID> = []

    init(people: [Person]) {
        self.people = people
        for person in people { states[person] = State() }
    }

    var stored: [ArticleID] { articles.filter { !$0.value.isInBin }.keys.sorted() }

    /// Whether a person sees an article as read. For members, hidden articles are read.
    func isRead(_ n: ArticleID, by person: Person) -> Bool {
        states[person]?.read.contains(n) == true || person != 0 && articles[n]?.isHidden == true
    }

    func unread(_ person: Person) -> [ArticleID] { stored.filter { !isRead($0, by: person) } }

    private func copies(of n: ArticleID) -> [ArticleID] {
        guard let text = articles[n]?.text else { return [] }
        return stored.filter { $0 != n && articles[$0]?.text == text }
    }

    /// Stores a new article, which is read for everybody who has read a copy.
    mutating func insert(_ n: ArticleID, feed: Int64, text: Int?, isMuted: Bool = false, isHidden: Bool = false) {
        articles[n] = Entry(feed: feed, text: text, isHidden: isHidden)
        for person in people where copies(of: n).contains(where: { isRead($0, by: person) }) {
            states[person]?.read.insert(n)
        }
        if isMuted || isHidden {
            states[0]?.read.insert(n)
            muted.insert(n)
        }
    }

    private mutating func set(_ n: ArticleID, isStar: Bool, _ value: Bool, of person: Person, _ log: inout [Change]) {
        let path: WritableKeyPath<State, Set<ArticleID>> = isStar ? \.starred : \.read
        guard let old = states[person]?[keyPath: path].contains(n), old != value else { return }
        log.append(Change(article: n, isStar: isStar, old: old))
        if value { states[person]?[keyPath: path].insert(n) } else { states[person]?[keyPath: path].remove(n) }
    }

    /// - Returns: the number of changed articles, not counting those that changed as the copy of an earlier one.
    mutating func setRead(_ read: Bool, _ wanted: [ArticleID], by person: Person) -> Int {
        var log: [Change] = []
        let changed = wanted.filter {
            isStored($0) && !(person != 0 && articles[$0]?.isHidden == true) && isRead($0, by: person) != read
        }
        for n in changed { set(n, isStar: false, read, of: person, &log) }
        var (count, taken): (Int, Set<ArticleID>) = (0, [])
        for n in changed {
            if person == 0 { touched.insert(n) }
            let copies = copies(of: n)
            for copy in copies { set(copy, isStar: false, read, of: person, &log) }
            if taken.insert(n).inserted {
                count += 1
                taken.formUnion(copies)
            }
        }
        if !log.isEmpty { actions[person, default: []].append(.state(log)) }
        return count
    }

    mutating func setStarred(_ starred: Bool, _ wanted: [ArticleID], by person: Person) -> Int {
        var log: [Change] = []
        for n in wanted where isStored(n) {
            if person == 0 { touched.insert(n) }
            set(n, isStar: true, starred, of: person, &log)
        }
        if !log.isEmpty { actions[person, default: []].append(.state(log)) }
        return log.count
    }

    /// Marks all articles of some feeds as read up to an article. For members, this includes articles in the bin of the
    /// feeds that had unread articles.
    mutating func markAllRead(feeds: Set<Int64>, upTo newest: ArticleID, by person: Person) -> Int {
        let wanted = unread(person).filter { $0 <= newest && articles[$0].map { feeds.contains($0.feed) } == true }
        let before = actions[person]?.count ?? 0
        let count = setRead(true, wanted, by: person)
        guard person != 0, actions[person]?.count ?? 0 > before, case .state(var log)? = actions[person]?.popLast()
        else { return count }
        let marked = Set(wanted.compactMap { articles[$0]?.feed })
        for (n, entry) in articles where (entry.isInBin || entry.isHidden) && marked.contains(entry.feed) && n <= newest
        {
            set(n, isStar: false, true, of: person, &log)
        }
        actions[person]?.append(.state(log))
        return count
    }

    mutating func open(_ n: ArticleID, at time: Int64, by person: Person) {
        guard isStored(n), states[person]?.opened[n] ?? .min < time else { return }
        states[person]?.opened[n] = time
    }

    mutating func hide(_ n: ArticleID, _ isHidden: Bool) {
        articles[n]?.isHidden = isHidden
        if isHidden, states[0]?.read.insert(n).inserted == true { muted.insert(n) }
    }

    /// Removes articles, as an action of the owner if it is logged.
    mutating func remove(_ wanted: [ArticleID], isLogged: Bool) -> Int {
        let removed = wanted.filter(isStored)
        for n in removed { articles[n]?.isInBin = true }
        if isLogged, !removed.isEmpty { actions[0, default: []].append(.removal(removed)) }
        return removed.count
    }

    mutating func purge() {
        let gone = articles.filter(\.value.isInBin).map(\.key)
        for n in gone {
            articles[n] = nil
            for person in people {
                states[person]?.read.remove(n)
                states[person]?.starred.remove(n)
                states[person]?.opened[n] = nil
            }
        }
        actions[0]?.removeAll { if case .removal = $0 { true } else { false } }
    }

    /// - Returns: whether there was an action.
    mutating func undo(by person: Person) -> Bool {
        guard let action = actions[person]?.popLast() else { return false }
        switch action {
        case .removal(let removed): for n in removed { articles[n]?.isInBin = false }
        case .state(let log):
            // The owner's state of articles in the bin is not changed.
            for change in log where person == 0 ? isStored(change.article) : articles[change.article] != nil {
                let path: WritableKeyPath<State, Set<ArticleID>> = change.isStar ? \.starred : \.read
                if change.old {
                    states[person]?[keyPath: path].insert(change.article)
                } else {
                    states[person]?[keyPath: path].remove(change.article)
                }
            }
        }
        return true
    }

    func isStored(_ n: ArticleID) -> Bool { articles[n]?.isInBin == false }
}

import Articles
import LibraryStorage
import QueryLanguage
import StorageTestSupport
import Testing

/// Writes that may change only some fields of stored articles.
@Suite struct LimitedUpdateTests {
    @discardableResult
    private func insert(
        _ drafts: [ArticleDraft], _ fields: UpdatedFields, batchSize: Int = 100, into store: any TestedStore,
        onStored: (([StoredRow]) -> Void)? = nil
    ) throws -> BatchInsertResult {
        var rest = drafts[...]
        var request = BatchInsertRequest(resultType: .ids, batchSize: batchSize) { row in
            guard let next = rest.popFirst() else { return false }
            row = next
            return true
        }
        request.updatedFields = fields
        request.onStored = onStored
        return try store.insert(request, now: testTime)
    }

    private func whole(_ id: String, _ word: String, read: Bool? = nil, isSnapshot: Bool = false) -> ArticleDraft {
        var draft = draft(id, "title \(word)", "text \(word)")
        draft.html = Array("<p>text \(word)</p>".utf8)
        draft.url = "https://example.org/\(word)"
        draft.author = "Author \(word)"
        draft.extra = #"{"summary":"\#(word)"}"#
        draft.published = testTime - Int64(word.utf8.count) * 1_000
        draft.tags = ["tag-\(word)"]
        draft.read = read
        draft.starred = read
        draft.ownTags = read == true ? ["own-\(word)"] : nil
        draft.isSnapshot = isSnapshot
        return draft
    }

    @Test("Each group of fields changes alone, in the article and in the index", arguments: StorageEngine.all)
    func groups(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        for (name, fields) in UpdatedFields.names {
            let old = whole(name, "otter")
            try store.insert([old])
            let id = try #require(try store.id(feed: old.feed, guid: name))
            let before = try #require(try store.article(id))
            let result = try insert([whole(name, "badger", read: true)], fields, into: store)
            #expect(result.updatedIDs == [id] && result.inserted == 0 && result.unchanged == 0, "\(name)")
            let after = try #require(try store.article(id))
            func holds(_ group: UpdatedFields, _ isNew: Bool) { #expect(fields.contains(group) == isNew, "\(name)") }
            holds(.title, after.title == "title badger")
            holds(.text, after.body == "text badger")
            holds(.text, after.html == "<p>text badger</p>")
            holds(.text, after.url == "https://example.org/badger" && after.author == "Author badger")
            holds(.text, after.extra?.contains("badger") == true)
            holds(.dates, after.published != before.published)
            holds(.tags, after.tags == ["tag-badger"])
            holds(.state, after.read && after.starred && after.ownTags == ["own-badger"])
            let found = try [("title", UpdatedFields.title), ("body", .text), ("author", .text)].map { field, group in
                (
                    try store.hits("\(field):badger").contains(name), try store.hits("\(field):otter").contains(name),
                    group
                )
            }
            for (isNew, isOld, group) in found {
                #expect(isNew == fields.contains(group) && isOld != isNew, "\(name)")
            }
            // The same again changes nothing.
            let again = try insert([whole(name, "badger", read: true)], fields, into: store)
            #expect(again.unchanged == 1 && again.updated == 0, "\(name)")
        }
        #expect(try store.check().problems == [])
    }

    @Test("With no fields, new articles are stored and stored ones stay", arguments: StorageEngine.all)
    func insertOnly(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert([whole("a", "otter")])
        let before = try store.article(1)
        let result = try insert([whole("a", "badger", read: true), whole("b", "heron")], [], into: store)
        #expect(result.insertedIDs == [2] && result.unchangedIDs == [1] && result.updated == 0)
        #expect(try store.article(1) == before)
    }

    @Test(
        "After updates of some fields, whole articles are recognised: equal ones, changed ones and old snapshots",
        arguments: StorageEngine.all)
    func wholeArticles(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        let old = whole("a", "otter", isSnapshot: true)
        try store.insert([old])
        try insert([whole("a", "badger")], .title, into: store)
        // The feed still lists the content from before the update.
        #expect(try store.insert([old]).unchanged == 1)
        #expect(try store.article(1)?.title == "title badger")
        try insert([whole("a", "badger")], [.text, .dates, .tags], into: store)
        #expect(try store.insert([whole("a", "badger")]).unchanged == 1)
        #expect(try store.insert([whole("a", "heron")]).updated == 1)
        let article = try #require(try store.article(1))
        #expect(article.title == "title heron" && article.body == "text heron" && article.tags == ["tag-heron"])
        #expect(try store.check().problems == [])
    }

    @Test("Alerts compare the merged article, and new articles of the same batch", arguments: StorageEngine.all)
    func alerts(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        store.alertSettings.includesFirstImports = true
        let queries = ["title:badger body:otter", "body:badger", "heron"]
        for query in queries { try store.saveAlerting(query) }
        try store.addRule("heron", .read, now: testTime)
        try store.insert([whole("a", "otter")])
        try insert([whole("b", "heron"), whole("a", "badger")], .title, into: store)
        try store.sortAlerts()
        for (query, expected) in zip(queries, [[1], [], [2]] as [[ArticleID]]) {
            let search = try #require(store.savedSearches(named: query).first?.id)
            #expect(try store.alertedArticles(of: search, limit: 100) == expected, "\(query)")
        }
        #expect(try store.article(2)?.read == true)
    }

    @Test("A write that asks for its status alone returns no counts", arguments: StorageEngine.all)
    func statusOnly(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        var rest = [whole("a", "otter")]
        let result = try store.insert(
            BatchInsertRequest(resultType: .statusOnly) { row in
                guard let next = rest.popLast() else { return false }
                row = next
                return true
            }, now: testTime)
        #expect(result == BatchInsertResult())
        #expect(try store.newestID() == 1)
    }

    /// The articles that have a word, near-duplicates included.
    private func unfolded(_ query: String, _ store: any TestedStore) throws -> Set<String> {
        var request = SearchRequest(query: try QueryParser.parse(query), now: testTime)
        request.fold = false
        request.limit = 100
        return Set(try store.search(request).hits.map(\.guid))
    }

    /// What is expected of an article.
    private struct Expected: Equatable {
        var title: String
        var text: String
        var published: Int64?
        var tags: Set<String>
        var read: Bool
        var own: Set<String>

        init(_ draft: ArticleDraft) {
            title = draft.title
            text = String(decoding: draft.body, as: UTF8.self)
            published = draft.published
            tags = Set(draft.tags)
            read = draft.read ?? false
            own = Set(draft.ownTags ?? [])
        }

        init(_ article: Article) {
            title = article.title
            text = article.body
            published = article.published
            tags = Set(article.tags)
            read = article.read
            own = Set(article.ownTags)
        }

        mutating func apply(_ draft: ArticleDraft, _ fields: UpdatedFields) {
            let new = Expected(draft)
            if fields.contains(.title) { title = new.title }
            if fields.contains(.text) { text = new.text }
            if fields.contains(.dates) { published = new.published }
            if fields.contains(.tags) { tags = new.tags }
            guard fields.contains(.state) else { return }
            if let state = draft.read { read = state }
            own.formUnion(new.own)
        }
    }

    @Test(
        "Random writes with random fields and batch sizes give what a model gives, and the ids of their rows",
        arguments: StorageEngine.all)
    func random(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        var chance = Chance(seed: 62)
        var model: [String: Expected] = [:]
        for _ in 0..<30 {
            let fields = UpdatedFields(rawValue: chance.next(below: 32))
            let drafts = (0..<chance.next(below: 9) + 1).map { _ in
                var draft = draft(
                    "g\(chance.next(below: 12))", "title w\(chance.next(below: 3))",
                    "全文 text v\(chance.next(below: 3)) " + String(repeating: "long ", count: chance.next(below: 2) * 60)
                )
                if chance.next(below: 2) == 0 { draft.html = Array("<p>".utf8) + draft.body }
                draft.published = testTime - Int64(chance.next(below: 3)) * 86_400
                draft.tags = ["t\(chance.next(below: 2))", "t2"]
                if chance.next(below: 2) == 0 { draft.read = chance.next(below: 2) == 0 }
                if chance.next(below: 2) == 0 { draft.ownTags = ["o\(chance.next(below: 2))"] }
                return draft
            }
            var rows: [StoredRow] = []
            let result = try insert(
                drafts, fields, batchSize: [1, 3, 100][chance.next(below: 3)], into: store, onStored: { rows += $0 })
            var changed: [Int] = []
            for (row, draft) in drafts.enumerated() {
                let before = model[draft.guid]
                if before == nil {
                    model[draft.guid] = Expected(draft)
                } else {
                    model[draft.guid]?.apply(draft, fields)
                }
                if model[draft.guid] != before { changed.append(row) }
            }
            // HTML is not in the model, and a whole update is compared by its hash.
            if fields.isDisjoint(with: .text) { #expect(rows.map(\.row) == changed, "\(fields)") }
            #expect(Set(changed).isSubset(of: rows.map(\.row)))
            #expect(rows.filter(\.isNew).map(\.id) == result.insertedIDs.sorted())
            #expect(rows.filter { !$0.isNew }.map(\.id).sorted() == result.updatedIDs.sorted())
            for row in rows { #expect(try store.guid(of: row.id) == drafts[row.row].guid) }
            #expect(result.seen == drafts.count)
        }
        for (guid, expected) in model {
            let id = try #require(try store.id(feed: draft(guid, "", "").feed, guid: guid))
            #expect(Expected(try #require(try store.article(id))) == expected, "\(guid)")
        }
        for word in ["w0", "w1", "w2"] {
            let expected = model.filter { $0.value.title.hasSuffix(word) }.keys
            #expect(try unfolded("title:\(word)", store) == Set(expected), "\(word)")
        }
        for word in ["v0", "v1", "v2"] {
            let expected = model.filter { $0.value.text.contains(word) }.keys
            #expect(try unfolded("body:\(word)", store) == Set(expected), "\(word)")
        }
        #expect(try store.check().problems == [])
    }

    /// A small generator of pseudo-random numbers, so that a failure can be repeated.
    private struct Chance {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }
}

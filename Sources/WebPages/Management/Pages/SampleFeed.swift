internal import Articles
internal import FeedLibrary
internal import Formats
internal import Messages
internal import System

/// A built-in feed with a few articles about using the reader, which works offline and is never fetched.
enum SampleFeed {
    static let url = "urn:feedsearch:sample"

    /// - Returns: the feed's number.
    static func add(to library: Library) throws -> Int64 {
        let language = library.settings.language
        var feed = FeedDraft(url: url)
        feed.title = Message.sampleTitle.text(language)
        feed.subscribe = true
        let now = library.clock.now()
        let (id, _) = try library.store.upsert(feed, now: now)
        var changes = FeedChanges()
        changes.isPaused = true
        try library.store.edit(id, changes)
        for (number, text) in texts.enumerated() {
            var draft = ArticleDraft()
            draft.feed = url
            draft.guid = "\(url):\(number)"
            draft.title = text.title.text(language)
            draft.html = Array(text.html.text(language).utf8)
            draft.language = language == .english ? "en" : "zh-Hans"
            draft.published = now - Int64(number) * 3_600
            draft.received = now
            _ = try library.articles.add(draft)
        }
        return id
    }

    private static let texts: [(title: LocalizedText, html: LocalizedText)] = [
        (
            LocalizedText("Reading with keys", "用键盘阅读"),
            LocalizedText(
                "<p><kbd>j</kbd> and <kbd>k</kbd> move, <kbd>o</kbd> opens, <kbd>m</kbd> marks, <kbd>s</kbd> stars. <kbd>?</kbd> shows all keys.</p><p>You can also do everything with a mouse or by touch.</p>",
                "<p><kbd>j</kbd>、<kbd>k</kbd> 上下移动，<kbd>o</kbd> 打开，<kbd>m</kbd> 标记，<kbd>s</kbd> 加星标。<kbd>?</kbd> 显示全部快捷键。</p><p>用鼠标或手指也可以完成所有操作。</p>"
            )
        ),
        (
            LocalizedText("Searching in every article", "搜索全部文章"),
            LocalizedText(
                "<p>Type words into the field at the top. <code>\"a phrase\"</code> finds exact phrases, <code>-word</code> excludes a word, <code>title:owl</code> searches titles, <code>date:7d</code> finds articles from the last week, and <code>is:unread</code> finds unread articles.</p><p>Chinese text can be searched by word or by character: try <code>全文</code>.</p>",
                "<p>在顶部输入词语。<code>\"短语\"</code> 整体匹配，<code>-词</code> 排除，<code>title:猫</code> 只看标题，<code>date:7d</code> 最近一周，<code>is:unread</code> 未读。</p><p>支持中文全文检索，两个字的词也能找到。</p>"
            )
        ),
        (
            LocalizedText("Saved searches notify you of new matches", "保存的搜索会提醒你"),
            LocalizedText(
                "<p>Save a search, and it appears next to your subscriptions. It can send new matches to a webhook, to ntfy or by mail, at once or as a digest.</p>",
                "<p>保存搜索后，它会出现在订阅列表旁。它可以把找到的文章发送到 webhook、ntfy 或邮箱，立即发送或汇总发送。</p>")
        ),
        (
            LocalizedText("Moving in from another reader", "从其他阅读器迁入"),
            LocalizedText(
                "<p>Export OPML from your reader, then drop the file onto this window. Archives from other readers work too, and include read and starred articles.</p>",
                "<p>从原阅读器导出 OPML，然后把文件拖到本窗口。其他阅读器的存档会连同已读与星标一起导入。</p>")
        ),
        (
            LocalizedText("Removing this sample", "移除示例"),
            LocalizedText(
                "<p>Open the settings of this feed and remove it together with its articles. Recent actions can be undone.</p>",
                "<p>打开本订阅源的设置，选择连同文章一起移除。最近的操作都可以撤销。</p>")
        ),
    ]
}

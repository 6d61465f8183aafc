internal import Articles
internal import Messages

extension ReaderState {
    mutating func take(_ key: Key) -> [ReaderRequest] {
        if case .synchronizedOutput = key { return [] }
        remark = nil
        if key == .control("z") { return [.suspend] }
        if key == .control("l") { return [.redraw] }
        if prompt != nil { return answer(key) }
        if let top = helpTop { return scrollHelp(key, top) }
        guard let action = KeyTable.action(of: key) else {
            if case .paste = key { return [] }
            if key != .unknown { remark = Remark(text: text(.browseUnknownKey, [key.name])) }
            return []
        }
        return perform(action)
    }

    private mutating func scrollHelp(_ key: Key, _ top: Int) -> [ReaderRequest] {
        let last = KeyHelp(self).last(height: height)
        switch KeyTable.action(of: key) {
        case .down: helpTop = min(last, top + 1)
        case .up: helpTop = max(0, top - 1)
        case .pageDown: helpTop = min(last, top + height)
        case .pageUp: helpTop = max(0, top - height)
        case .first: helpTop = 0
        case .last: helpTop = last
        case .quit: return [.quit(signal: nil)]
        default: helpTop = nil
        }
        return []
    }

    // MARK: - Prompts

    private mutating func answer(_ key: Key) -> [ReaderRequest] {
        guard var prompt else { return [] }
        if prompt.isQuestion { return answerQuestion(key, prompt) }
        switch key {
        case .escape, .control("c"), .control("g"): return cancel(prompt)
        case .enter: return finish(prompt)
        case .up, .down, .pageUp, .pageDown:
            guard case .search = prompt.purpose else { return [] }
            let step = key == .up || key == .down ? 1 : height
            list.move(by: key == .up || key == .pageUp ? -step : step, height: height)
            return []
        default:
            let before = prompt.editor.text
            guard prompt.editor.take(key) else { return [] }
            self.prompt = prompt
            guard case .search(let source, let scope) = prompt.purpose, prompt.editor.text != before else { return [] }
            return search(prompt.editor.text, from: source, in: scope)
        }
    }

    /// Searches for the text entered so far.
    private mutating func search(
        _ text: String, from before: ListSource, in scope: ListSource.Place
    ) -> [ReaderRequest] {
        var source = before
        source.query = text.trimmed
        (source.place, source.isTyping) = (scope, true)
        if source.query.isEmpty { source = home }
        return source == wanted ? [] : show(source)
    }

    private mutating func cancel(_ prompt: Prompt) -> [ReaderRequest] {
        self.prompt = nil
        guard case .search(let before, _) = prompt.purpose, before != wanted else { return [] }
        return show(before)
    }

    private mutating func finish(_ prompt: Prompt) -> [ReaderRequest] {
        self.prompt = nil
        let text = prompt.editor.text.trimmed
        switch prompt.purpose {
        case .search:
            focus = .list
            return []
        case .tags(let id):
            let words = text.split(separator: " ").map(String.init)
            let remove = words.filter { $0.hasPrefix("-") && $0.count > 1 }.map { String($0.dropFirst()) }
            let add = words.filter { !$0.hasPrefix("-") }.map { $0.hasPrefix("+") ? String($0.dropFirst()) : $0 }
                .filter { !$0.isEmpty }
            if add.isEmpty, remove.isEmpty { return [] }
            return [.change(.tags(add: add, remove: remove, id))]
        case .link: return openLink(Int(text) ?? 0)
        case .send(let id, let names):
            let chosen = Int(text).flatMap { names.indices.contains($0 - 1) ? names[$0 - 1] : nil }
            return text.isEmpty ? [] : [.send(id, to: chosen ?? text)]
        case .save(let query): return text.isEmpty ? [] : [.save(name: text, query: query, replaces: false)]
        case .replaceSearch, .markAllRead: return []
        }
    }

    private mutating func answerQuestion(_ key: Key, _ prompt: Prompt) -> [ReaderRequest] {
        self.prompt = nil
        guard [.character("y"), .character("Y"), .character("是")].contains(key) else { return [] }
        switch prompt.purpose {
        case .replaceSearch(let name, let query): return [.save(name: name, query: query, replaces: true)]
        case .markAllRead(let source, let newest): return [.markAllRead(source, newest: newest)]
        default: return []
        }
    }
}

extension String {
    /// The text without leading and trailing spaces.
    var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}

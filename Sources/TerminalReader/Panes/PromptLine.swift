internal import Formats
internal import Messages
internal import TerminalPages

/// The last line of the screen during a prompt.
struct PromptLine {
    let state: ReaderState
    let prompt: Prompt

    /// The text of the line, and the column of the cursor.
    var line: (line: StyledLine, cursor: Int?) {
        let label = label
        if prompt.isQuestion { return (StyledLine(label + " [y/N]", .bold).truncated(to: state.columns), nil) }
        var line = StyledLine(label, .bold)
        let start = line.width
        // If the line is too long, show the part that ends at the cursor.
        let room = max(4, state.columns - start - 1)
        let before = prompt.editor.columnsBeforeCursor
        let text = TerminalSafe.line(prompt.editor.text)
        let hidden = max(0, before - room)
        line.append(hidden == 0 ? text : String(text.dropColumns(hidden)))
        // If there is an error in the text entered so far, show it after the text.
        if let remark = state.remark { line.append("  " + remark.text, remark.isError ? .bad : .dim) }
        return (line.truncated(to: state.columns), start + before - hidden)
    }

    private var label: String {
        switch prompt.purpose {
        case .search(_, let scope):
            scope == .all ? "/" : state.text(.browseSearchIn, [SourceName(state).text(scope)]) + " /"
        case .tags: state.text(.browseTags) + " "
        case .link: "#"
        case .send(_, let names):
            state.text(.sendTo) + " ("
                + names.enumerated().map { "\($0 + 1) " + TerminalSafe.line($1) }.joined(separator: ", ") + "): "
        case .save: state.text(.browseSaveAs) + " "
        case .replaceSearch(let name, _): state.text(.browseReplaceSearch, [name])
        case .markAllRead(let source, _): state.text(.browseAskMarkRead, [SourceName(state).text(source)])
        }
    }
}

extension String {
    /// The text without its first characters, up to a width in columns.
    fileprivate func dropColumns(_ columns: Int) -> Substring {
        var dropped = 0
        var index = startIndex
        while index < endIndex, dropped < columns {
            dropped += DisplayWidth.of(self[index])
            formIndex(after: &index)
        }
        return self[index...]
    }
}

internal import Messages
internal import ReaderArchives

extension ReaderArchive.Format {
    /// The name of the program or service that wrote the archive.
    package var title: String {
        switch self {
        case .newsboatURLs, .newsboatCache: "newsboat"
        case .googleReaderJSON: "Google Reader JSON"
        case .freshRSSJSON: "FreshRSS"
        case .minifluxEntriesJSON, .minifluxFeedsJSON: "Miniflux"
        case .netNewsWire: "NetNewsWire"
        case .liferea: "Liferea"
        case .pocketCSV, .pocketHTML: "Pocket"
        case .instapaperCSV: "Instapaper"
        case .wallabagJSON: "wallabag"
        }
    }
}

extension ArchiveReport.Reason {
    func text(_ language: Language) -> String {
        guard language == .simplifiedChinese else { return description }
        return switch self {
        case .query: "对其他订阅源的搜索，不是订阅源"
        case .program: "其内容由程序生成，不是订阅源"
        case .notAWebAddress(let text): "不是 http 或 https 网址：\(text)"
        case .noAddress: "没有网址"
        case .noIdentity: "既没有网址也没有标识"
        case .tooLarge: "太大"
        case .notAnObject: "不是 JSON 对象"
        case .quoteNotClosed: "引号没有结束"
        case .cutShort: "文件到此中断"
        case .givenUp: "此前损坏的记录太多"
        }
    }
}

extension ArchiveReport.Place {
    func text(_ language: Language) -> String {
        guard language == .simplifiedChinese else { return description }
        return switch self {
        case .line(let number): "第 \(number) 行"
        case .record(let number): "第 \(number) 条"
        case .row(let table, let number): "\(table) 第 \(number) 行"
        }
    }
}

extension ReaderArchiveError {
    func text(_ language: Language) -> String {
        let text: LocalizedText =
            switch self {
            case .file(let error): LocalizedText(error.reason(.english), error.reason(.simplifiedChinese))
            case .database(let error):
                LocalizedText("SQLite cannot read it: \(error)", "SQLite 无法读取：\(error)")
            case .damaged(let table, let words):
                LocalizedText("table \(table) is damaged: \(words)", "表 \(table) 已损坏：\(words)")
            case .unfinished:
                LocalizedText(
                    "it contains an unfinished write; open and close the program that it belongs to, then import again",
                    "其中有未完成的写入：请先启动并退出原来的程序，再重新导入")
            case .notATable(let name):
                LocalizedText("\(name) is not a plain table", "\(name) 不是普通的表")
            case .missing(let names):
                LocalizedText(
                    "it has no \(names.joined(separator: ", "))", "其中没有 \(names.joined(separator: "、"))")
            case .otherForm, .needsFile: LocalizedText("it has a different format", "格式不符")
            }
        return text.text(language)
    }
}

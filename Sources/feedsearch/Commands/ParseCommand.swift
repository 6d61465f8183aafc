import FeedLibrary
import FeedParsing
import Messages
import System
import TerminalPages

/// `parse FILE…`: shows the contents of feed documents. `--json` and `--jsonl` print them as JSON lines.
enum ParseCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let isStrict = invocation.settings.has(.strict)
        if invocation.settings.has(.jsonl) { return try lines(invocation, isStrict: isStrict) }
        let paths = invocation.arguments.operands.isEmpty ? ["-"] : invocation.arguments.operands
        if !invocation.settings.has(.json) { return try list(paths, invocation, isStrict: isStrict) }
        var code = ExitCode.done
        for path in paths {
            let context = FeedParser.Context(base: invocation.settings.value(.base))
            let bytes = try invocation.read(path)
            let feed = FeedParser.writeNeutralJSON(bytes, context: context) { invocation.output.write($0) }
            invocation.output.write("\n")
            if isStrict, !check(feed, bytes, path, invocation) { code = .failed }
        }
        return code
    }

    /// Prints each document as text. Repairs are reported on standard error, and a document that is not a feed is an
    /// error.
    private static func list(_ paths: [String], _ invocation: Invocation, isStrict: Bool) throws -> ExitCode {
        var code = ExitCode.done
        for (index, path) in paths.enumerated() {
            let bytes = try invocation.read(path)
            if index > 0 { invocation.output.write("\n") }
            let listing = FeedListing(invocation: invocation, path: paths.count > 1 ? path : nil)
            let feed = listing.write(bytes, context: FeedParser.Context(base: invocation.settings.value(.base)))
            invocation.output.flush()
            if feed.format == .unknown || isStrict {
                if !check(feed, bytes, path, invocation) { code = .failed }
            } else {
                for remark in feed.warnings {
                    let text = ParserRemark.text(remark, invocation.language)
                    invocation.messages.warning(feed.isMalformed ? .malformedFeed : .feedRemark, [path, text])
                }
            }
        }
        return code
    }

    /// Reads a path or a JSON object from each line. Prints each feed, or an error if its file cannot be read.
    private static func lines(_ invocation: Invocation, isStrict: Bool) throws -> ExitCode {
        if FileDescriptor.standardInput.isTerminal { throw invocation.userError(.linesFromTerminal, ["parse"]) }
        var input = LineReader(.standardInput)
        var code = ExitCode.done
        while let line = try input.next() {
            guard let request = DocumentRequest(line) else { continue }
            let (feed, bytes) = parse(request, invocation)
            invocation.output.write("\n")
            invocation.output.flush()
            if isStrict, !check(feed, bytes, request.path, invocation) { code = .failed }
        }
        return code
    }

    /// Parses a feed. Returns the feed and its JSON without a final line break.
    private static func parse(_ request: DocumentRequest, _ invocation: Invocation) -> (ParsedFeed, [UInt8]) {
        do {
            let bytes = try FileSystem.read(request.path, limit: SubscriptionLists.maxDocumentBytes)
            let context = FeedParser.Context(
                base: request.base, contentType: request.contentType, contentLanguage: request.contentLanguage)
            return (FeedParser.writeNeutralJSON(bytes, context: context) { invocation.output.write($0) }, bytes)
        } catch {
            var feed = ParsedFeed()
            feed.error = UserFacingError(shown: error, language: invocation.language).text
            invocation.output.write(Array(feed.neutralJSON().utf8))
            return (feed, [])
        }
    }

    /// Reports the errors of a document. Returns true if the document has no errors.
    private static func check(
        _ feed: ParsedFeed, _ bytes: [UInt8], _ path: String, _ invocation: Invocation
    ) -> Bool {
        if feed.format == .unknown {
            let why = ParserRemark.text(feed.error ?? "", invocation.language)
            invocation.messages.warning(.notAFeed, [path, why])
            return false
        }
        if feed.format == .json {
            // Check the document against the specification, since the parser tolerates more.
            let violations = JSONFeedValidator.validate(bytes)
            for violation in violations {
                let place = violation.path.isEmpty ? "" : violation.path + ": "
                let line = String(violation.line)
                invocation.messages.warning(.notValidJSONFeed, [path, line, place + violation.rule])
            }
            if !violations.isEmpty { return false }
        }
        if feed.isMalformed {
            let what = ParserRemark.text(feed.warnings.first ?? "", invocation.language)
            invocation.messages.warning(.malformedFeed, [path, what])
            return false
        }
        return true
    }
}

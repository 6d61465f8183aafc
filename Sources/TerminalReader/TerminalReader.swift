package import FeedLibrary
internal import Formats
internal import Messages
package import System
internal import TerminalPages

/// The full-screen reader.
///
/// The thread that calls `run` draws and reads keys. Other threads use the database and the network; their results
/// arrive as events.
package final class TerminalReader {
    /// The capabilities of the terminal, and the first query.
    package struct Options: Sendable {
        package var query = ""
        package var usesColor = true

        package init() {}
    }

    private let options: Options
    private let clock: SystemClock
    private let inbox: Inbox
    private let session: TerminalSession
    private let engine: ReaderEngine
    private var state: ReaderState
    private var keys = KeyParser()
    private var writer: FrameWriter
    /// The current contents of the terminal; nil if unknown.
    private var shown: (screen: CellBuffer, cursor: ScreenPlace?)?
    private var ending: Ending?

    /// The reason why the reader ended: a signal, or nil if the user pressed a key to quit.
    package struct Ending: Sendable {
        package var signal: Int32?
    }

    /// The deadline for the terminal's answer to `question`; nil after the answer has arrived.
    private var answerDue: ContinuousClock.Instant?
    /// The maximum wait for an answer over a slow line. A terminal that does not support the query sends no answer.
    private static let answerTime = Duration.seconds(1)
    /// Asks whether the terminal supports synchronized output. Sent once.
    private static let question = "\u{1B}[?2026$p"

    /// Switches to the alternate screen and sets `modes`.
    private static let opening = "\u{1B}[?1049h" + modes
    /// Enables bracketed paste, turns off wrapping so that the last column can be written, and hides the cursor.
    private static let modes = "\u{1B}[?2004h\u{1B}[?7l\u{1B}[?25l"
    private static let closing =
        "\u{1B}[?2026l\u{1B}]8;;\u{1B}\\\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

    /// Prepares the reader without changing the terminal. Must be called before other threads are started, since it
    /// selects the thread that receives signals.
    ///
    /// - Parameter open: opens the database; called on several threads.
    /// - Throws: `SystemError` if there is no terminal; errors thrown by `open`.
    package init(
        _ options: Options, path: String, settings: LibrarySettings, clock: SystemClock,
        open: @escaping @Sendable (Library.Access) throws -> Library
    ) throws {
        self.options = options
        self.clock = clock
        let inbox = try Inbox()
        self.inbox = inbox
        TerminalSession.watchSignals { signal in
            switch signal {
            case .resized: inbox.send(.resumed(isContinued: false))
            case .continued: inbox.send(.resumed(isContinued: true))
            case .suspend: inbox.send(.key(.control("z")))
            case .end(let number): inbox.send(.end(signal: number))
            }
        }
        session = try TerminalSession(
            input: .standardInput, output: .standardOutput, opening: Self.opening, closing: Self.closing)
        let pool = LibraryPool(path: path, readers: 3, settings: settings, clock: clock)
        engine = ReaderEngine(pool: pool, inbox: inbox, open: open)
        writer = FrameWriter(usesColor: options.usesColor)
        state = ReaderState(
            language: settings.language, columns: Terminal.columns(.standardOutput),
            rows: Terminal.rows(.standardOutput), query: options.query)
    }

    /// Runs until the user quits or a signal arrives, then restores the terminal.
    package func run() -> Ending {
        session.enter()
        defer { session.leave() }
        answerDue = ContinuousClock.now + Self.answerTime
        try? session.write(Array(Self.question.utf8))
        carryOut(state.start())
        while ending == nil {
            draw()
            wait()
        }
        takeLateAnswer()
        session.leave()
        engine.finish()
        return ending ?? Ending()
    }

    // MARK: - Events

    private func wait() {
        let ready = FileDescriptor.waitForInput(
            .standardInput, inbox.bell, milliseconds: keys.isWaiting ? keys.waitMilliseconds : nil)
        if ready.first {
            var bytes: [UInt8] = []
            // The terminal was closed.
            guard (try? FileDescriptor.standardInput.read(into: &bytes, count: 4_096)) == true else {
                ending = Ending()
                return
            }
            for key in keys.keys(from: bytes) { handle(.key(key)) }
        } else if keys.isWaiting, !ready.second {
            for key in keys.flush() { handle(.key(key)) }
        }
        if ready.second { for event in inbox.take() { handle(event) } }
    }

    /// Waits for the terminal's answer before another program reads from the terminal and mistakes the answer for key
    /// presses.
    private func takeLateAnswer() {
        while let due = answerDue {
            let left = ContinuousClock.now.duration(to: due)
            guard left > .zero else { break }
            let milliseconds = Int32(left / .milliseconds(1)) + 1
            var bytes: [UInt8] = []
            guard FileDescriptor.standardInput.waitForInput(milliseconds: milliseconds) else { continue }
            guard (try? FileDescriptor.standardInput.read(into: &bytes, count: 4_096)) == true else { break }
            if keys.keys(from: bytes).contains(where: \.isAnswer) { break }
        }
        answerDue = nil
    }

    private func handle(_ event: ReaderEvent) {
        switch event {
        case .key(.synchronizedOutput(let isThere)):
            writer.isSynchronized = isThere
            answerDue = nil
        case .resumed(let isContinued):
            // Another program may have changed the terminal's modes.
            if isContinued {
                session.takeKeys()
                try? session.write(Array(Self.modes.utf8))
                shown = nil
            }
            resize()
        default: carryOut(state.handle(event))
        }
    }

    private func resize() {
        let (columns, rows) = (Terminal.columns(.standardOutput), Terminal.rows(.standardOutput))
        if (columns, rows) != (state.columns, state.rows) { shown = nil }
        carryOut(state.handle(.resized(columns: columns, rows: rows)))
    }

    private func carryOut(_ requests: [ReaderRequest]) {
        for request in requests {
            switch request {
            case .redraw: shown = nil
            case .suspend:
                takeLateAnswer()
                session.suspend()
                shown = nil
                resize()
            case .quit(let signal): ending = Ending(signal: signal)
            case .open(let url): openPage(url)
            case .copy(let url): copy(url)
            default: engine.carryOut(request)
            }
        }
    }

    private func openPage(_ url: String) {
        let language = state.language
        guard Browser.isWebAddress(url) else {
            let text = Message.browseNoWebAddress.text(language)
            return carryOut(state.handle(.said(text, isError: true)))
        }
        let isOfTerminal = Browser.isOfTerminal
        if isOfTerminal {
            takeLateAnswer()
            session.leave()
        }
        defer {
            if isOfTerminal {
                session.enter()
                shown = nil
            }
        }
        do throws(SystemError) {
            let process = try Browser.start(url, isSilent: !isOfTerminal)
            if isOfTerminal {
                _ = try? process.wait()
            } else {
                _ = BackgroundThread.start { _ = try? process.wait() }
            }
            let text = Message.browseOpened.text(language, [MaskedURL.mask(url)])
            carryOut(state.handle(.said(text, isError: false)))
        } catch {
            let text = Message.cannotOpenBrowser.text(language, [Browser.program(), error.reason(language)])
            carryOut(state.handle(.said(text, isError: true)))
        }
    }

    /// The maximum length in bytes of an address that is copied. Terminals ignore longer sequences; xterm's limit is the
    /// lowest known.
    private static let maxCopiedBytes = 32 << 10

    /// Sends an address to the terminal's clipboard (OSC 52), which also works over SSH. Terminals do not answer, so
    /// success is unknown.
    private func copy(_ url: String) {
        guard Browser.isWebAddress(url), url.utf8.count <= Self.maxCopiedBytes else {
            return carryOut(state.handle(.said(Message.browseNoWebAddress.text(state.language), isError: true)))
        }
        try? session.write(Array("\u{1B}]52;c;\(Base64.encode(Array(url.utf8)))\u{1B}\\".utf8))
        let text = Message.browseCopied.text(state.language, [MaskedURL.mask(url)])
        carryOut(state.handle(.said(text, isError: false)))
    }

    // MARK: - Drawing

    /// Updates the terminal with one write.
    private func draw() {
        let (screen, cursor) = ScreenPainter(state: state, clock: clock).paint()
        let bytes = writer.bytes(
            from: shown?.screen, to: screen, oldCursor: shown?.cursor, cursor: cursor)
        shown = (screen, cursor)
        if bytes.isEmpty { return }
        do throws(SystemError) {
            try session.write(bytes)
        } catch {
            ending = Ending()
        }
    }
}

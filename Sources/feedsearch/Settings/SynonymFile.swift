import Articles
import FeedLibrary
import Messages
import System
import TerminalPages

extension Invocation {
    /// The user's synonyms, from the file `synonyms` in the default configuration folder; empty if the file does not
    /// exist.
    ///
    /// An invalid line causes a warning; the other lines are used.
    func synonyms() throws -> Synonyms {
        let path = DefaultPaths(Environment.value).synonyms
        guard FileSystem.kind(path) == .file else { return Synonyms() }
        let text: String
        do {
            text = String(decoding: try FileSystem.read(path, limit: ConfigFile.maxBytes), as: UTF8.self)
        } catch {
            throw UserFacingError(error, language: language)
        }
        let synonyms = Synonyms(text: text)
        for warning in synonyms.warnings.prefix(3) {
            let message: Message = warning.problem == .tooFew ? .synonymsTooFew : .synonymsTooMany
            messages.warning(message, [path, String(warning.line)])
        }
        return synonyms
    }
}

import FeedLibrary
import Messages
import TerminalPages

extension MessageWriter {
    /// Warns of an invalid line of the configuration file.
    func warning(_ warning: ConfigFile.Warning, path: String) {
        let place = [path, String(warning.line), warning.key]
        switch warning.problem {
        case .noEquals: self.warning(.configNoEquals, place)
        case .unknownKey(let near?): self.warning(.configUnknownKeyNear, place + [near])
        case .unknownKey(nil): self.warning(.configUnknownKey, place)
        case .badValue(let value): self.warning(.configBadValue, place + [value])
        }
    }
}

internal import Formats
public import Messages
public import OPML

extension OPMLWarning.Reason {
    /// The reason for refusing a part of an OPML file.
    public func text(_ language: Language) -> String {
        switch self {
        case .notOPML: Message.notOPML.text(language)
        case .unusableAddress(""): Message.emptyAddress.text(language)
        case .unusableAddress(let address): Message.unusableAddress.text(language, [MaskedURL.mask(address)])
        case .tooDeep: Message.foldersTooDeep.text(language)
        case .tooManyFeeds: Message.tooManyFeeds.text(language)
        case .unreadable: Message.unreadablePart.text(language)
        }
    }
}

extension ArchiveReader.Refusal.Reason {
    /// The reason for not reading a file of an archive.
    public func text(_ language: Language) -> String {
        switch self {
        case .unsafePath: Message.unsafePath.text(language)
        case .notAFile: Message.specialFile.text(language)
        case .tooLarge: Message.partTooLarge.text(language)
        case .unreadable: Message.unreadablePart.text(language)
        }
    }
}

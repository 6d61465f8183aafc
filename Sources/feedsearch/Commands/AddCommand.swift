import ArticleStorage

/// `add URL…`: subscribes to feeds by their addresses.
enum AddCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        guard !words.isEmpty else {
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        let addresses = try words.map { word in
            guard let address = FeedAddress.normalize(word) else {
                throw invocation.complaint(.notAnAddress, [MaskedURL.mask(word)])
            }
            return address
        }
        let store = try invocation.openForWriting()
        for address in addresses {
            var draft = FeedDraft(url: address)
            draft.subscribe = true
            draft.ownTitle = invocation.settings.value(.title)
            draft.folders =
                invocation.settings.value(.folder).map { [FolderPath.parse($0)].filter { !$0.isEmpty } } ?? []
            let isNew = try store.upsert(draft, now: WallClock.now()).isNew
            invocation.messages.note(isNew ? .addedFeed : .presentFeed, [MaskedURL.mask(address)])
        }
        return .done
    }
}

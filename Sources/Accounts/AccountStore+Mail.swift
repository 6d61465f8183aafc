internal import Database
internal import Formats

/// The mail addresses to which an account may send alerts. On a host, the recipient or the administrator must confirm
/// each address, because all accounts use one mail server.
///
/// They are stored as preferences of the account.
extension AccountStore {
    /// A mail address of an account.
    public struct MailAddress: Sendable, Equatable {
        public var address: String
        public var isConfirmed: Bool
        /// The time of the confirmation or, without one, of the last question, in seconds since 1970.
        public var time: Int64
        /// Whether the last question could not be sent.
        var isFailed = false
        /// Whether the account removed the address before it was confirmed. The entry stays for a day, because its
        /// questions count towards the limits.
        var isRemoved = false
        /// The number of questions up to the last one, each less than a day after the one before it.
        var attempts = 1

        /// The number of questions that count towards the limits of a day.
        func questions(after time: Int64) -> Int { isConfirmed || self.time <= time ? 0 : attempts }
    }

    /// A question to the recipient of an address.
    package struct MailQuestion: Sendable, Equatable {
        package var account: String
        package var address: String
        /// The last path segment of the page on which the recipient answers.
        package var code: String
    }

    /// The maximum number of addresses of an account.
    package static let maxMailAddresses = 20
    /// The maximum number of questions of an account in a day. Questions that could not be sent count too.
    package static let maxMailQuestionsADay = 5
    /// The maximum number of questions to the same recipient in a day, from all accounts.
    package static let maxMailAskersADay = 3
    /// How long a question can be answered, in seconds; after that, the recipient may be asked again.
    package static let mailQuestionSeconds: Int64 = 7 * 86_400
    /// How long after a question that could not be sent the recipient may be asked again, in seconds.
    private static let failedQuestionSeconds: Int64 = 3_600
    private static let daySeconds: Int64 = 86_400

    /// The lower-case form of an address, in which addresses are stored and compared.
    package static func mailAddress(_ text: String) -> String { text.lowercased() }

    /// The addresses of an account, sorted.
    ///
    /// - Throws: `noSuchAccount`.
    public func mailAddresses(of account: String) throws(AccountError) -> [MailAddress] {
        try read { try Self.mailAddresses(of: Self.requireAccount(account, $0), $0).filter { !$0.isRemoved } }
    }

    /// Whether alerts of a hosted library may be sent to an address.
    package func isMailConfirmed(_ address: String, in library: HostedLibrary.ID) throws(AccountError) -> Bool {
        let address = Self.mailAddress(address)
        return try read { database in
            guard let owner = try Self.owner(of: library, database) else { return false }
            return try Self.mailAddresses(of: owner.id, database).contains { $0.address == address && $0.isConfirmed }
        }
    }

    /// Confirms an address for an account.
    ///
    /// - Throws: `noSuchAccount`.
    public func confirmMail(_ address: String, of account: String) throws(AccountError) {
        let address = Self.mailAddress(address)
        try database.write(changesCredentials: false) { database in
            try setMail(address, of: Self.requireAccount(account, database), Self.confirmed, now, database)
            try audit(.mailConfirmed, account, object: address, database)
        }
    }

    /// Removes an address of an account, confirmed or not.
    ///
    /// - Returns: false if the account has no such address.
    /// - Throws: `noSuchAccount`.
    @discardableResult
    public func removeMail(_ address: String, of account: String) throws(AccountError) -> Bool {
        let address = Self.mailAddress(address)
        return try database.write(changesCredentials: false) { database in
            let id = try Self.requireAccount(account, database)
            let known = try Self.mailAddresses(of: id, database).first { $0.address == address }
            guard let known, !known.isRemoved else { return false }
            let questions = known.questions(after: now - Self.daySeconds)
            if questions > 0 {
                try setMail(address, of: id, Self.removed, known.time, attempts: questions, database)
            } else {
                try deleteMail(address, of: id, database)
            }
            try audit(.mailRemoved, account, object: address, database)
            return true
        }
    }

    /// Records that the recipient of an address is being asked now.
    ///
    /// - Returns: nil if the recipient must not be asked, because the address is confirmed, the recipient was asked
    ///   recently, or a limit is reached.
    package func askMail(_ address: String, in library: HostedLibrary.ID) throws(AccountError) -> MailQuestion? {
        let address = Self.mailAddress(address)
        // In most calls, the recipient was already asked, so check first without the write lock.
        guard try read({ try ownerToAsk(address, in: library, $0) }) != nil else { return nil }
        return try database.write(changesCredentials: false) { database in
            guard let owner = try ownerToAsk(address, in: library, database) else { return nil }
            let known = try Self.mailAddresses(of: owner.id, database)
            for entry in known where entry.isRemoved && entry.questions(after: now - Self.daySeconds) == 0 {
                try deleteMail(entry.address, of: owner.id, database)
            }
            let recent = known.first { $0.address == address }
            let attempts = (recent?.questions(after: now - Self.daySeconds) ?? 0) + 1
            try setMail(address, of: owner.id, Self.asked, now, attempts: attempts, database)
            return MailQuestion(
                account: owner.name, address: address, code: mailCode(owner.id, address, now, library))
        }
    }

    /// The owner of a library if the recipient of an address may be asked now; otherwise nil.
    private func ownerToAsk(
        _ address: String, in library: HostedLibrary.ID, _ database: any LibraryDatabase
    ) throws -> (id: Int64, name: String)? {
        guard let owner = try Self.owner(of: library, database) else { return nil }
        let known = try Self.mailAddresses(of: owner.id, database)
        if let entry = known.first(where: { $0.address == address && !$0.isRemoved }) {
            let pause = entry.isFailed ? Self.failedQuestionSeconds : Self.mailQuestionSeconds
            guard !entry.isConfirmed, entry.time <= now - pause else { return nil }
        } else if known.lazy.filter({ !$0.isRemoved }).count >= Self.maxMailAddresses {
            return nil
        }
        let recent = known.reduce(0) { $0 + $1.questions(after: now - Self.daySeconds) }
        guard recent < Self.maxMailQuestionsADay else { return nil }
        let askers = try database.rows(
            "SELECT p.value FROM \(rows: .preference) p WHERE p.name = \(Self.mailPrefix + address)"
        ) { $0.text(0) }
        .compactMap { Self.entry(address, $0) }.reduce(0) { $0 + $1.questions(after: now - Self.daySeconds) }
        return askers < Self.maxMailAskersADay ? owner : nil
    }

    /// Records that a question could not be sent. The recipient may be asked again after an hour, within the limits.
    package func mailQuestionFailed(_ question: MailQuestion) throws(AccountError) {
        try database.write(changesCredentials: false) { database in
            guard let id = try Self.accountID(question.account, database) else { return }
            let known = try Self.mailAddresses(of: id, database).first { $0.address == question.address }
            guard known?.isConfirmed != true, known?.isRemoved != true else { return }
            try setMail(question.address, of: id, Self.failed, now, attempts: known?.attempts ?? 1, database)
        }
    }

    /// The question with a code; nil if it is unknown, was answered, or is too old.
    package func mailQuestion(_ code: String) throws(AccountError) -> MailQuestion? {
        try read { try mailQuestion(code, $0)?.question }
    }

    /// Confirms the address of a question.
    ///
    /// - Returns: nil if the question is unknown, was answered, or is too old.
    package func confirmMail(_ code: String) throws(AccountError) -> MailQuestion? {
        try database.write(changesCredentials: false) { database in
            guard let (question, account) = try mailQuestion(code, database) else { return nil }
            try setMail(question.address, of: account, Self.confirmed, now, database)
            return question
        }
    }

    // MARK: -

    private static let mailPrefix = "mail "
    private static let confirmed = "confirmed"
    private static let asked = "asked"
    private static let failed = "failed"
    private static let removed = "removed"

    private func mailQuestion(
        _ code: String, _ database: any LibraryDatabase
    ) throws -> (question: MailQuestion, account: Int64)? {
        guard let library = LibraryNumber.of(code), let owner = try Self.owner(of: library, database) else {
            return nil
        }
        for entry in try Self.mailAddresses(of: owner.id, database)
        where !entry.isConfirmed && !entry.isFailed && !entry.isRemoved && entry.time > now - Self.mailQuestionSeconds {
            let expected = mailCode(owner.id, entry.address, entry.time, library)
            if Sodium.isEqual(Array(code.utf8), Array(expected.utf8)) {
                return (MailQuestion(account: owner.name, address: entry.address, code: code), owner.id)
            }
        }
        return nil
    }

    private func mailCode(_ account: Int64, _ address: String, _ time: Int64, _ library: HostedLibrary.ID) -> String {
        let message = Array("\(instanceID) \(account) \(time) \(address)".utf8)
        return LibraryNumber.adding(
            library, to: Hexadecimal.encode(Array(key.authenticator(of: message, for: "mail address").prefix(16))))
    }

    private static func owner(
        of library: HostedLibrary.ID, _ database: any LibraryDatabase
    ) throws -> (id: Int64, name: String)? {
        try database.first(
            """
            SELECT a.id, a.name FROM \(rows: .membership) m JOIN \(rows: .account) a ON a.id = m.account
            WHERE m.hosted = \(library) AND m.role = \(HostedLibrary.ownerRole)
            """
        ) { ($0.integer(0), $0.text(1)) }
    }

    private static func mailAddresses(of account: Int64, _ database: any LibraryDatabase) throws -> [MailAddress] {
        try database.rows(
            """
            SELECT p.name, p.value FROM \(rows: .preference) p
            WHERE p.account = \(account) AND substr(p.name, 1, 5) = \(mailPrefix)
            """
        ) { (name: $0.text(0), value: $0.text(1)) }
        .compactMap { entry(String($0.name.dropFirst(mailPrefix.count)), $0.value) }
        .sorted { $0.address < $1.address }
    }

    private static func entry(_ address: String, _ value: String) -> MailAddress? {
        let parts = value.split(separator: " ")
        guard parts.count == 2 || parts.count == 3, let time = Int64(parts[1]) else { return nil }
        let attempts = parts.count == 3 ? Int(parts[2]) ?? 1 : 1
        return MailAddress(
            address: address, isConfirmed: parts[0] == confirmed, time: time, isFailed: parts[0] == failed,
            isRemoved: parts[0] == removed, attempts: min(max(1, attempts), 1_000))
    }

    private func deleteMail(_ address: String, of account: Int64, _ database: any LibraryDatabase) throws {
        let name = Self.mailPrefix + address
        try database.run(.delete(from: .preference, where: "account = \(account) AND name = \(name)"))
    }

    private func setMail(
        _ address: String, of account: Int64, _ state: String, _ time: Int64, attempts: Int = 1,
        _ database: any LibraryDatabase
    ) throws {
        try database.run(
            .insert(
                into: .preference,
                [
                    "account": .integer(account), "name": .text(Self.mailPrefix + address),
                    "value": .text("\(state) \(time)" + (attempts > 1 ? " \(attempts)" : "")),
                ],
                onConflict: .updates(["value"])))
    }
}

import Foundation
import Testing

@testable import Accounts

/// The mail addresses of accounts of a host.
@Suite struct MailAddressTests {
    private let place: ServicePlace
    private let store: AccountStore

    init() throws {
        place = try ServicePlace()
        store = try place.store()
    }

    private func add(_ name: String) throws -> HostedLibrary.ID {
        try store.addAccount(name, password: "long enough \(name)") { $0 + "/feedsearch.db" }.id
    }

    @Test("A recipient is asked once, and the code in the mail confirms the address for that account only")
    func confirming() throws {
        let (anna, ben) = (try add("anna"), try add("ben"))
        let question = try #require(try store.askMail("Me@Example.org", in: anna))
        #expect(question.account == "anna" && question.address == "me@example.org")
        #expect(LibraryNumber.of(question.code) == anna && question.code.count > 32)
        #expect(try store.askMail("me@example.org", in: anna) == nil)
        #expect(try !store.isMailConfirmed("me@example.org", in: anna))
        for code in ["", "x", "\(ben)" + question.code.drop { $0 != "-" }, question.code + "0", "\(anna)-"] {
            #expect(try store.mailQuestion(code) == nil && store.confirmMail(code) == nil)
        }
        #expect(try store.mailQuestion(question.code) == question)
        #expect(try store.confirmMail(question.code) == question)
        #expect(try store.isMailConfirmed("ME@example.org", in: anna))
        #expect(try !store.isMailConfirmed("me@example.org", in: ben))
        #expect(try store.confirmMail(question.code) == nil && store.askMail("me@example.org", in: anna) == nil)
        #expect(try store.mailAddresses(of: "anna").map(\.isConfirmed) == [true])
        try store.confirmMail("you@example.org", of: "ben")
        #expect(try store.isMailConfirmed("you@example.org", in: ben))
        #expect(
            try store.removeMail("you@example.org", of: "ben") && !store.isMailConfirmed("you@example.org", in: ben))
        try store.removeAccount("anna")
        #expect(try !store.isMailConfirmed("me@example.org", in: anna))
    }

    @Test("A question is too old after a week; one that could not be sent is asked again after an hour")
    func times() throws {
        let anna = try add("anna")
        let question = try #require(try store.askMail("me@example.org", in: anna))
        try store.mailQuestionFailed(question)
        #expect(try store.askMail("me@example.org", in: anna) == nil)
        place.time.advance(3_601)
        let again = try #require(try store.askMail("me@example.org", in: anna))
        #expect(again.code != question.code)
        #expect(try store.mailQuestion(question.code) == nil)
        place.time.advance(AccountStore.mailQuestionSeconds + 1)
        #expect(try store.confirmMail(again.code) == nil)
        #expect(try store.askMail("me@example.org", in: anna) != nil)
    }

    @Test("Questions that could not be sent count towards the limits of a day")
    func failures() throws {
        let (anna, ben) = (try add("anna"), try add("ben"))
        var asked = 0
        for _ in 0..<20 {
            if let question = try store.askMail("me@example.org", in: anna) {
                asked += 1
                try store.mailQuestionFailed(question)
                #expect(try store.mailQuestion(question.code) == nil)
            }
            place.time.advance(3_601)
        }
        #expect(asked == AccountStore.maxMailAskersADay)
        #expect(try store.askMail("me@example.org", in: ben) == nil)
        place.time.advance(86_401)
        #expect(try store.askMail("me@example.org", in: anna) != nil)
    }

    @Test("An account that removes an unconfirmed address and adds it again gets no more questions a day")
    func removal() throws {
        let (anna, ben) = (try add("anna"), try add("ben"))
        var (asked, codes) = (0, [String]())
        for _ in 0..<10 {
            if let question = try store.askMail("me@example.org", in: anna) {
                asked += 1
                codes.append(question.code)
            }
            try store.removeMail("me@example.org", of: "anna")
            #expect(try store.mailAddresses(of: "anna") == [] && !store.removeMail("me@example.org", of: "anna"))
            place.time.advance(60)
        }
        #expect(asked == AccountStore.maxMailAskersADay)
        #expect(try codes.allSatisfy { try store.mailQuestion($0) == nil && store.confirmMail($0) == nil })
        #expect(try store.askMail("me@example.org", in: ben) == nil)
        for number in 0..<10 {
            if try store.askMail("\(number)@example.org", in: anna) != nil { asked += 1 }
            try store.removeMail("\(number)@example.org", of: "anna")
        }
        #expect(asked == AccountStore.maxMailQuestionsADay)
        place.time.advance(86_401)
        #expect(try store.askMail("me@example.org", in: anna) != nil)
        #expect(try store.mailAddresses(of: "anna").map(\.address) == ["me@example.org"])
        // The administrator can confirm a removed address, and the account can remove it then.
        try store.removeMail("me@example.org", of: "anna")
        try store.confirmMail("me@example.org", of: "anna")
        #expect(try store.isMailConfirmed("me@example.org", in: anna) && store.removeMail("me@example.org", of: "anna"))
    }

    @Test("An account asks few recipients a day, and a recipient is asked by few accounts a day")
    func limits() throws {
        let anna = try add("anna")
        let asked = try (0..<20).filter { try store.askMail("\($0)@example.org", in: anna) != nil }.count
        #expect(asked == AccountStore.maxMailQuestionsADay)
        let askers = try (0..<10).filter {
            try store.askMail("victim@example.org", in: add("account\($0)")) != nil
        }.count
        #expect(askers == AccountStore.maxMailAskersADay)
        var total = asked
        for _ in 0..<10 {
            place.time.advance(86_401)
            total += try (20..<60).filter { try store.askMail("\($0)@example.org", in: anna) != nil }.count
        }
        #expect(try store.mailAddresses(of: "anna").count <= AccountStore.maxMailAddresses && total > asked)
    }
}

import Testing

@testable import Formats

@Suite struct EncryptedContentTests {
    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64.decode(text.utf8, .url) as [UInt8]?) }

    @Test("The example of RFC 8188, section 3.1, has the content of the RFC") func record() throws {
        let sealed = EncryptedContent.seal(
            Array("I am the walrus".utf8), material: try bytes("yqdlZ-tYemfogSmv7Ws5PQ"),
            salt: try bytes("I1BsxtFttlv3u_Oo94xnmw"), keyID: [])
        #expect(
            sealed.map { Base64.encode($0, .url) }
                == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")
    }

    @Test("The example of RFC 8291, section 5, has the content of the RFC") func push() throws {
        let sender = try #require(P256Key(try bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
        #expect(
            Base64.encode(sender.publicKey, .url)
                == "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")
        let receiver = try bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        let sealed = EncryptedContent.push(
            Array("When I grow up, I want to be a watermelon".utf8), to: receiver,
            authentication: try bytes("BTBZMqHH6r4Tts7J_aSIgg"), from: sender,
            salt: try bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            sealed.map { Base64.encode($0, .url) }
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
                + "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    }

    @Test("Two keys agree on one secret; bytes that are no key or no point are refused") func keys() throws {
        let (one, other) = (try #require(P256Key()), try #require(P256Key()))
        #expect(one.bytes != other.bytes && one.agree(with: other.publicKey) == other.agree(with: one.publicKey))
        #expect(P256Key(one.bytes)?.publicKey == one.publicKey)
        #expect(P256Key([]) == nil && P256Key([UInt8](repeating: 0, count: 32)) == nil)
        #expect(P256Key([UInt8](repeating: 255, count: 32)) == nil)
        #expect(one.agree(with: [4] + [UInt8](repeating: 1, count: 64)) == nil && one.agree(with: [4]) == nil)
        #expect(one.signature(ofHash: SHA256.hash([1]))?.count == 64 && one.signature(ofHash: [1]) == nil)
    }

    @Test("A text that exceeds one record is refused") func length() throws {
        func seal(_ count: Int) -> Int? {
            EncryptedContent.seal(
                [UInt8](repeating: 1, count: count), material: [1], salt: [UInt8](repeating: 2, count: 16), keyID: [])?
                .count
        }
        #expect(seal(EncryptedContent.maxTextBytes) == 21 + 4_096)
        #expect(seal(EncryptedContent.maxTextBytes + 1) == nil)
    }
}

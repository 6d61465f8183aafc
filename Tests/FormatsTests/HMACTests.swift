import Testing

@testable import Formats

@Suite struct HMACTests {
    @Test(
        "Codes are those of RFC 2202 and RFC 4231, case 2",
        arguments: [
            (HMAC.Hash.sha1, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
            (.sha256, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
            (
                .sha384,
                "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649"
            ),
            (
                .sha512,
                "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
            ),
        ])
    func codes(hash: HMAC.Hash, code: String) {
        let message = Array("what do ya want for nothing?".utf8)
        #expect(HMAC.authenticate(message, key: Array("Jefe".utf8), hash).map(Hexadecimal.encode) == code)
    }

    @Test("Hexadecimal digits are read in either case, in pairs, and nothing else is")
    func hexadecimal() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(Hexadecimal.decode(Hexadecimal.encode(bytes)) == bytes)
        #expect(Hexadecimal.decode("fF0a") == [255, 10] && Hexadecimal.decode("") == [])
        for wrong in ["f", "0x", "g0", " f0", "f０"] { #expect(Hexadecimal.decode(wrong) == nil, "\(wrong)") }
    }
}

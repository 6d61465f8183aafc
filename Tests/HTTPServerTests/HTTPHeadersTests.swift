import HTTPServer
import Testing

@Suite struct HTTPHeadersTests {
    @Test("Names are compared without case, and order is kept")
    func names() {
        var headers: HTTPHeaders = ["A": "1", "b": "2", "a": "3"]
        #expect(headers["a"] == "1")
        #expect(headers.values("A") == ["1", "3"])
        headers["A"] = "4"
        #expect(headers.fields.map(\.value) == ["2", "4"])
        headers["B"] = nil
        #expect(!headers.contains("b"))
    }

    @Test("A value cannot end its field")
    func injection() {
        let headers: HTTPHeaders = ["Location": "/a\r\nSet-Cookie: x=1\0"]
        #expect(headers["Location"] == "/a  Set-Cookie: x=1 ")
    }

    @Test("Members of lists are read without parameters")
    func tokens() {
        let headers: HTTPHeaders = ["Accept-Encoding": "gzip;q=0.5 , BR", "accept-encoding": ",zstd"]
        #expect(headers.tokens("Accept-Encoding") == ["gzip", "br", "zstd"])
    }
}

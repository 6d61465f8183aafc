import Foundation

/// The titles of an XML document, read with Python's strict parser.
enum XMLCheck {
    static func titles(_ document: Data) throws -> [String] {
        let process = Process()
        let input = Pipe()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            "import sys, json, xml.etree.ElementTree as e; "
                + "print(json.dumps([t.text for t in e.parse(sys.stdin.buffer).iter('{http://www.w3.org/2005/Atom}title')]))",
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: document)
        try input.fileHandleForWriting.close()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode([String].self, from: bytes)
    }
}

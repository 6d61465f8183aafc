import Testing

@testable import WebPages

@Suite struct OpenFoldersTests {
    @Test("The folders that were set first are dropped when there are too many")
    func dropped() {
        var folders = OpenFolders("+kept\n-first\n")
        folders.set("kept", isOpen: true)
        for number in 0..<1_999 { folders.set("f\(number)", isOpen: false) }
        #expect(folders["kept"] == true && folders["f0"] == false && folders["first"] == nil)
        let read = OpenFolders(folders.text)
        #expect(read.text == folders.text && read["first"] == nil && read["f1998"] == false)
    }
}

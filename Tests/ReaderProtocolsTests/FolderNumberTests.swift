import Testing

@testable import ReaderProtocols

@Suite struct FolderNumberTests {
    @Test("A folder's number is always the same, fits 32 bits with a sign, and is no other folder's")
    func numbers() {
        let paths = (0..<2_000).map { ["News", "Folder \($0)"] } + [["News"], ["News/Folder 1"], ["新闻", "科技"]]
        let numbers = FolderNumber.all(paths.reversed())
        #expect(Set(numbers.map(\.number)).count == paths.count)
        #expect(numbers.allSatisfy { FolderNumber.range.contains($0.number) })
        #expect(FolderNumber.range.upperBound - 1 == Int64(Int32.max))
        #expect(FolderNumber.of(["新闻", "科技"]) == FolderNumber.of(["新闻", "科技"]))
        #expect(FolderNumber.of(["a", "b"]) != FolderNumber.of(["ab"]))
        // Fixed for all versions: apps keep it.
        #expect(FolderNumber.of(["News"]) == 1_769_287_459)
    }
}

internal import TextAnalysis
struct WordSegmenter { func words(in run: String) -> [Range<Int>] { [0..<run.utf8.count] } }
enum StopWords { static func weights(of units: [QueryUnits.Unit]) -> [Double] { units.map { _ in 1 } } }

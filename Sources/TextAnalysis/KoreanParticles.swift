/// Korean particles at the end of a word. For example, 검색을, 검색이 and 검색은 are 검색 with a particle.
///
/// The only variant returned is the bare noun. Since every form with a particle contains it, searching for the bare
/// noun finds them all.
enum KoreanParticles {
    static func variants(of run: [Unicode.Scalar]) -> [String] {
        guard run.count >= 3, run.allSatisfy({ isSyllable($0) }) else { return [] }
        let text = run.text
        guard let particle = all.first(where: { text.hasSuffix($0.text) }) else { return [] }
        let rest = run.dropLast(particle.text.unicodeScalars.count)
        // A noun of one syllable would be part of too many other words.
        guard rest.count >= 2, let last = rest.last, particle.follows(last) else { return [] }
        if !nouns.contains(where: { rest.text.hasSuffix($0) }), endings.contains(where: { text.hasSuffix($0) }) {
            return []
        }
        return [rest.text]
    }

    private struct Particle {
        enum Place {
            case any, afterConsonant, afterVowel, afterVowelOrRieul
        }
        var text: String
        var place: Place

        /// Whether this form of the particle can follow the syllable.
        func follows(_ syllable: Unicode.Scalar) -> Bool {
            let final = (syllable.value - 0xAC00) % 28
            return switch place {
            case .any: true
            case .afterConsonant: final != 0
            case .afterVowel: final == 0
            case .afterVowelOrRieul: final == 0 || final == 8
            }
        }
    }

    private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool { 0xAC00...0xD7A3 ~= scalar.value }

    /// All particles, longest first. 도 and 만 are left out, because too many nouns end with them.
    private static let all: [Particle] = {
        func particles(_ text: String, _ place: Particle.Place) -> [Particle] {
            text.split(separator: " ").map { Particle(text: String($0), place: place) }
        }
        let found =
            particles("을 은 이 과 으로 으로서 으로써 으로는 이나 이란 이라는", .afterConsonant)
            + particles("를 는 가 와 라는", .afterVowel) + particles("로 로서 로써 로는", .afterVowelOrRieul)
            + particles("의 에 에서 에게 에는 에도 에서는 에서도 에게서 까지 부터 처럼 께서 한테", .any)
        return found.sorted { $0.text.unicodeScalars.count > $1.text.unicodeScalars.count }
    }()

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    /// Nouns whose last syllable looks like a particle.
    private static let endings = words(
        """
        주의 회의 강의 정의 동의 합의 논의 협의 문의 건의 편의 결의 심의 명의 예의 호의 악의 유의 질의 제의 창의 한의 \
        결과 효과 성과 통과 초과 경과 학과 교과 내과 외과 치과 안과 사과 부과 투과 여과 \
        고양이 어린이 호랑이 원숭이 지팡이 젊은이 늙은이 거북이 달팽이 올챙이 구렁이 곰팡이 쌍둥이 꼬맹이 목걸이 귀걸이 옷걸이 놀이 볶이 손잡이 재떨이 미닫이 \
        책꽂이 나들이 하루살이 해돋이 맞이 풀이 높이 깊이 길이 넓이 많이 같이 없이 떡갈이 뻐꾸기 개구쟁이 멋쟁이 \
        정치가 투자가 휴가 추가 허가 화가 유가 고가 저가 시가 호가 요가 건축가 무용가 자본가 작곡가 \
        도로 경로 통로 회로 항로 활주로 교차로 수로 진로 선로 을지로 퇴계로 미로 화로 서로 바로 새로 스스로 그대로 함부로 별로 실제로 새마을
        """)

    /// Nouns that can be followed by a particle that looks like the ending of a noun. For example, 국회의 is 국회
    /// with the particle 의, but 국무회의 is one noun.
    private static let nouns = words("국회 사회 협회 위원회 교회 의회 대회 학회 기회 연구회 총회 정부 회사 대통령")
}

/// Function words of two or three letters. They have no stems, so that they do not match inflections of other words.
/// For example, German `war` (was) must not match `Waren` (goods), nor French `son` (his) match `sons` (sounds).
///
/// Dutch has no list for the index: the stem of `maan` (moon) is `man`, which is another word. A query for an
/// inflection such as `dagen` also searches for the short word (`Analyzer.shortBase`).
///
/// Most words are from Snowball's lists of stop words (<https://snowballstem.org/algorithms/>, BSD licence, see
/// NOTICE).
struct ShortFunctionWords {
    /// The folded words, each packed into a number with its first byte highest. Nil for a language without a list,
    /// whose words of up to three letters have no stems.
    private let words: Set<UInt64>?

    init(_ language: StemLanguage) {
        guard let text = Self.text(language) else {
            words = nil
            return
        }
        words = Set(text.split(separator: " ").map { Self.key(FoldingTable.folded(Array($0.utf8))) })
    }

    /// Whether a folded word of two or three letters has a stem.
    func hasStem(_ word: [UInt8]) -> Bool {
        guard let words, word.count <= 8 else { return false }
        return !words.contains(Self.key(word))
    }

    /// Whether a folded word is in the list.
    func contains(_ word: [UInt8]) -> Bool {
        guard let words, word.count <= 8 else { return false }
        return words.contains(Self.key(word))
    }

    /// Whether a word is a short function word of any language, or of Dutch.
    static func isInAnyLanguage(_ word: [UInt8]) -> Bool {
        dutch.contains(word) || all.contains { $0.contains(word) }
    }

    private static let all = StemLanguage.allCases.map { ShortFunctionWords($0) }

    /// Dutch function words of two or three letters.
    private static let dutch = Set(
        """
        aan af al als ben bij da dan dat de dit die doe dus een en er ge had heb hem hen het hij hoe hun ik in is ja je \
        kan kon me men met mij nee nog nu of om ons op te toe tot uit uw van ver vol wat we wel wie wij wil zal ze zei \
        zij zo zou
        """.split(separator: " ").map { Array($0.utf8) })

    /// The endings of Dutch plurals and adjectives.
    static let dutchEndings = Set(["en", "s", "e"].map { Array($0.utf8) })

    private static func key(_ word: [UInt8]) -> UInt64 { word.reduce(0) { $0 << 8 | UInt64($1) } }

    private static func text(_ language: StemLanguage) -> String? {
        switch language {
        case .danish:
            """
            ad af alt at bør da de dem den der det dig din dog du en end er et for fra få får ham han har her \
            hos hun ind jeg jer jo kan kom man med men mig min mit mod ned nok nu når og om op os på sig sin \
            sit som så thi til ud var vel vi vil vor
            """
        case .finnish:
            """
            ei eli en et he hän ja jo jos kai kun me ne nuo nyt ole oli on sai se sen tai te tuo vai yli
            """
        case .french:
            """
            ai aie ait as au aux car ce ces de des du en es est et eu eue eus eut eux eût fus fut fût ici \
            il je la le les lui là ma me mes moi mon ne ni non nos on ont or ou oui par pas qu que qui sa se \
            ses si son sur ta te tes toi ton tu un une vos ça été
            """
        case .german:
            """
            als am an ans auf aus bei bin bis da das daß dem den der des die dir du ein er es für gar hab hat \
            hin ich ihm ihn ihr im in ins ist ja mal man mir mit nie nun nur ob sie so um ums und uns vom \
            von vor war was wem wen wer wie wir wo zu zum zur
            """
        case .hungarian:
            """
            aki ami az azt be bár de egy el elő ez ezt fel ha hát ill is itt jó jól ki le meg mi mit már más \
            még míg ne nem ott rá se sem sok van át én és így úgy új ők
            """
        case .italian:
            """
            ad agl ai al all che chi ci ciò coi col con cui da dai dal dei del di dov ed era eri ero fa fai fu \
            fui già giù gli ha hai ho il in io la le lei li lo lui ma mi mia mie mio ne nei nel noi non od per \
            più poi può qua qui sa se sei si sia so sta sto su sua sue sui sul suo ti tra tu tua tue tuo un una \
            uno va vi voi
            """
        case .norwegian:
            """
            at av ble bli båe bør da de deg dei dem den der det di din du då eg ein eit en enn er et ett for \
            fra få får før ha han har her hjå ho hoe hun hva inn ja jeg kan kom kun kva kvi man me med meg men \
            mi min mot må ned no noe nok nå når og om opp oss på seg si sia sin so som så til um upp ut var ved \
            vel vi vil vår
            """
        case .portuguese:
            """
            ao aos as até aí com cá da dar das de do dos ela ele em era eu foi for fui hei há hão ir já lhe lá \
            mas me meu na nas nem no nos num não nós os ou por pra que se sem seu sou sua são só te tem teu tu \
            tua tém um uma vai vem ver vos às
            """
        case .russian:
            """
            без бы был вам вас во вот все всю всё вы где да два для до его ее ей ему еще ещё её же за из или им \
            их как кем кто ли мне мой моя мы на над нас не нее ней нет нею ни ним них но ну об он она они от по \
            под при про раз сам сей со так там тем тех то той том тот три тут ты уж уже чем что эти это эту
            """
        case .spanish:
            """
            al con da dar de del el en era es esa ese eso fue fui ha han has hay he ir la las le les lo los me \
            mi mis muy más mí mía mío ni no nos os por que qué se sea ser sin son soy su sus sí te ti tu tus tú \
            un una uno va van ver vez ya yo él
            """
        case .swedish:
            """
            att av bli de dem den det dig din du där då ej en er era ert ett få får för gör ha han har hon hur \
            här jag ju kan kom man med men mig min mot ni nu när och om oss på sig sin ska som så upp ut vad \
            var vem vi vid vår än är åt
            """
        case .turkish:
            """
            ama az biz bu da de en hem hep her hiç ile ise kez ki kim mi mu mü mı ne siz tüm var ve ya yok çok \
            şey şu
            """
        default: nil
        }
    }
}

/// The meaning of a word or symbol in a date.
enum DateWord: Sendable, Equatable {
    case month(Int)
    case weekday
    /// A word that may be a month or a weekday: "mar." is March in English and Tuesday in French.
    case monthOrWeekday(Int)
    /// A word for the half of the day.
    ///
    /// - Parameter leads: whether the word precedes the hour, as in 下午3:04.
    case meridiem(isAfternoon: Bool, leads: Bool)
    case unit(DatePart)
    /// A word after which the next number is a month, such as "tháng" in "tháng 5".
    case monthFollows
    /// A time zone, in minutes east of UTC.
    case zone(Int)
    /// An era, with the year from which its years are counted.
    case era(Int)
    case noise
}

enum DatePart: Sendable {
    case year, month, day, hour, minute, second
}

/// The words that occur in dates, by their folded form (`DateTokenizer.fold`): lower case, no accents.
///
/// The words are CLDR's wide and abbreviated names of months and days (<https://cldr.unicode.org/>), and abbreviations
/// that occur in feeds. The table is built once, when a date first contains a word.
enum DateWords {
    static func meaning(of word: String) -> DateWord? { table[word] }

    private static let table: [String: DateWord] = {
        var table: [String: DateWord] = [:]
        for language in months {
            for (number, names) in language.split(separator: "|").enumerated() {
                // If languages differ, the first language in the table wins: "listopada" is November (Polish), not
                // October (Croatian).
                for name in names.split(separator: " ") {
                    let key = DateTokenizer.fold(name)
                    if table[key] == nil { table[key] = .month(number + 1) }
                }
            }
        }
        for name in weekdays.split(separator: " ") {
            let key = DateTokenizer.fold(name)
            if case .month(let number) = table[key] {
                table[key] = .monthOrWeekday(number)
            } else {
                table[key] = .weekday
            }
        }
        for (name, hundredths) in zones {
            table[name] = .zone(hundredths / 100 * 60 + hundredths % 100)
        }
        for name in noise.split(separator: " ") { table[DateTokenizer.fold(name)] = .noise }
        for (names, meaning) in markers {
            for name in names.split(separator: " ") { table[DateTokenizer.fold(name)] = meaning }
        }
        return table
    }()

    private static let markers: [(String, DateWord)] = [
        ("am ΠΜ", .meridiem(isAfternoon: false, leads: false)),
        ("pm ΜΜ", .meridiem(isAfternoon: true, leads: false)),
        ("오전", .meridiem(isAfternoon: false, leads: true)),
        ("오후", .meridiem(isAfternoon: true, leads: true)),
        ("년", .unit(.year)), ("월", .unit(.month)), ("일", .unit(.day)),
        ("시 h uhr", .unit(.hour)), ("분 min", .unit(.minute)), ("초 s", .unit(.second)),
        ("tháng thg", .monthFollows),
    ]

    /// The offsets of zones: hours and minutes east of UTC as one number, for example -330 for -03:30. An ambiguous
    /// abbreviation has its most common meaning in mail (RFC 822 §5, from EST to PDT). The single letters of RFC 822
    /// are unreliable (RFC 2822 §4.3) and are treated as UTC.
    private static let zones: [String: Int] = [
        "gmt": 0, "utc": 0, "ut": 0, "z": 0, "wet": 0, "zulu": 0,
        "est": -500, "edt": -400, "et": -500, "cst": -600, "cdt": -500, "ct": -600, "mst": -700, "mdt": -600,
        "mt": -700, "pst": -800, "pdt": -700, "pt": -800, "ast": -400, "adt": -300, "at": -400, "nst": -330,
        "ndt": -230, "akst": -900, "akdt": -800, "hst": -1_000, "hast": -1_000, "hadt": -900,
        "brt": -300, "brst": -200, "art": -300, "clt": -400, "clst": -300, "cot": -500, "pet": -500, "vet": -400,
        "bst": 100, "west": 100, "cet": 100, "cest": 200, "met": 100, "mez": 100, "mest": 200, "mesz": 200,
        "wat": 100, "cat": 200, "eet": 200, "eest": 300, "sast": 200, "eat": 300, "msk": 300, "msd": 400, "trt": 300,
        "irst": 330, "gst": 400, "pkt": 500, "ist": 530, "npt": 545, "ict": 700, "wib": 700, "wita": 800, "wit": 900,
        "hkt": 800, "sgt": 800, "myt": 800, "pht": 800, "awst": 800, "bjt": 800, "jst": 900, "kst": 900,
        "acst": 930, "acdt": 1_030, "aest": 1_000, "aedt": 1_100, "nzst": 1_200, "nzdt": 1_300,
    ]

    private static let noise =
        "t st nd rd th er ère º ª de del di des of on the le el il den der am. à a las alle kl kell klo om um в г г. год "
        + "года р ч ngày ngay năm nam lúc ρ etc και и y e lúc gün ที่ น เวลา พ ศ"

    private static let weekdays =
        "mon monday tue tues tuesday wed weds wednesday thu thur thurs thursday fri friday sat saturday sun sunday "
        + "montag mo dienstag di die mittwoch mi mit donnerstag do don freitag fr fre samstag sonnabend sa sam sonntag so "
        + "son lundi lun mardi mar mercredi mer jeudi jeu vendredi ven samedi dimanche dim "
        + "lunes martes miércoles mié mie jueves jue viernes vie sábado sáb domingo dom "
        + "lunedì martedì mercoledì giovedì gio venerdì sabato sab domenica "
        + "segunda terça quarta quinta sexta feira seg ter qua qui sex "
        + "maandag ma dinsdag woensdag wo donderdag vrijdag vr vrij zaterdag za zat zondag zo zon "
        + "måndag mån tisdag tis onsdag ons torsdag tor tors fredag fredag lördag lör søndag søn söndag sön mandag man "
        + "tirsdag tir lørdag lør maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai ma ti ke to pe la su "
        + "poniedziałek pon wtorek wt środa śr czwartek czw czwart piątek pt. pią sobota sob niedziela niedz nd ndz "
        + "pondělí po úterý út středa st čtvrtek čt pátek pá neděle ne "
        + "hétfő kedd szerda csütörtök péntek szombat vasárnap hét szo vas csüt "
        + "понедельник пн пнд вторник вт втр среда ср срд четверг чт чтв пятница пт птн суббота сб сбт воскресенье вс вск "
        + "понеділок вівторок середа четвер п'ятниця субота неділя нд "
        + "Δευτέρα Δευ Δε Τρίτη Τρί Τρι Τρ Τετάρτη Τετ Τε Πέμπτη Πέμ Πεμ Πε Παρασκευή Παρ Πα Σάββατο Σάβ Σαβ Σα Κυριακή "
        + "Κυρ Κυ luni marți mart miercuri mie joi vineri vin sâmbătă sâm duminică dum "
        + "pazartesi pzt salı sal çarşamba çar perşembe per cuma cum cumartesi cmt pazar paz "
        + "senin selasa rabu kamis jumat sabtu minggu sen sel rab kam jum min "
        + "월요일 화요일 수요일 목요일 금요일 토요일 일요일 "
        + "الأحد الاحد الاثنين الإثنين الثلاثاء الأربعاء الاربعاء الخميس الجمعة السبت "
        + "จันทร์ อังคาร พุธ พฤหัสบดี ศุกร์ เสาร์ อาทิตย์ วันจันทร์ วันอังคาร วันพุธ วันพฤหัสบดี วันศุกร์ วันเสาร์ วันอาทิตย์ "
        + "thứ hai ba tư năm sáu bảy chủ nhật"

    private static let months: [String] = [
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept"
            + "|october oct|november nov|december dec",
        "januar jänner jän|februar feber|märz mär mrz|april|mai|juni|juli|august|september|oktober okt|november"
            + "|dezember dez",
        "janvier janv|février févr fév|mars|avril avr|mai|juin|juillet juil|août aou|septembre|octobre|novembre"
            + "|décembre déc",
        "enero ene|febrero|marzo|abril abr|mayo|junio|julio|agosto ago|septiembre setiembre|octubre|noviembre"
            + "|diciembre dic",
        "gennaio gen|febbraio febb|marzo|aprile|maggio mag|giugno giu|luglio lug|agosto|settembre set sett"
            + "|ottobre ott|novembre|dicembre",
        "janeiro|fevereiro fev|março|abril|maio|junho|julho|agosto|setembro|outubro out|novembro|dezembro",
        "januari|februari|maart mrt maa|april|mei|juni|juli|augustus|september|oktober|november|december",
        "января январь янв|февраля февраль фев февр|марта март мар|апреля апрель апр|мая май|июня июнь июн"
            + "|июля июль июл|августа август авг|сентября сентябрь сен сент|октября октябрь окт|ноября ноябрь ноя нояб"
            + "|декабря декабрь дек",
        "січня січ|лютого лют|березня бер|квітня кві квіт|травня тра трав|червня чер черв|липня лип|серпня сер серп"
            + "|вересня вер|жовтня жов жовт|листопада лис лист|грудня гру груд",
        "január|február febr|március márc már|április ápr|május máj|június jún|július júl|augusztus|szeptember szept"
            + "|október|november|december",
        "Ιανουαρίου Ιανουάριος Ιαν|Φεβρουαρίου Φεβρουάριος Φεβ Φεβρ|Μαρτίου Μάρτιος Μαρ Μάρ Μαρτ"
            + "|Απριλίου Απρίλιος Απρ|Μαΐου Μάιος Μαι Μαϊ|Ιουνίου Ιούνιος Ιουν Ιούν Ιον|Ιουλίου Ιούλιος Ιουλ Ιούλ Ιολ"
            + "|Αυγούστου Αύγουστος Αυγ|Σεπτεμβρίου Σεπτέμβριος Σεπ Σεπτ|Οκτωβρίου Οκτώβριος Οκτ"
            + "|Νοεμβρίου Νοέμβριος Νοε Νοεμ|Δεκεμβρίου Δεκέμβριος Δεκ",
        "stycznia styczeń sty|lutego luty lut|marca marzec|kwietnia kwiecień kwi|maja maj|czerwca czerwiec cze"
            + "|lipca lipiec lip|sierpnia sierpień sie|września wrzesień wrz|października październik paź"
            + "|listopada listopad lis|grudnia grudzień gru",
        "ledna leden led|února únor úno|března březen bře|dubna duben dub|května květen kvě|června červen čvn"
            + "|července červenec čvc|srpna srpen srp|září zář|října říjen říj|listopadu|prosince prosinec pro",
        "januára|februára|marec|apríla|mája|júna|júla|augusta|septembra|októbra|novembra|decembra",
        "januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december",
        "januar|februar|marts|april|mai|juni|juli|august|september|oktober|november|desember des",
        "tammikuuta tammikuu tammi|helmikuuta helmikuu helmi|maaliskuuta maaliskuu maalis|huhtikuuta huhtikuu huhti"
            + "|toukokuuta toukokuu touko|kesäkuuta kesäkuu kesä|heinäkuuta heinäkuu heinä|elokuuta elokuu elo"
            + "|syyskuuta syyskuu syys|lokakuuta lokakuu loka|marraskuuta marraskuu marras|joulukuuta joulukuu joulu",
        "ianuarie ian|februarie|martie|aprilie|mai|iunie iun|iulie iul|august|septembrie|octombrie|noiembrie noi"
            + "|decembrie",
        "ocak oca|şubat şub|mart|nisan nis|mayıs|haziran haz|temmuz tem|ağustos ağu|eylül eyl|ekim eki|kasım kas"
            + "|aralık ara",
        "januari|februari|maret|april|mei|juni|juli|agustus agt|september|oktober|november|desember",
        "يناير|فبراير|مارس|أبريل ابريل|مايو|يونيو|يوليو|أغسطس اغسطس|سبتمبر|أكتوبر اكتوبر|نوفمبر|ديسمبر",
        "januari|februari|mac|april|mei|jun|julai|ogos|september|oktober|november|disember",
        "siječnja sij|veljače velj|ožujka ožu|travnja|svibnja svi|lipnja|srpnja|kolovoza kol|rujna ruj|listopada"
            + "|studenoga studenog stu|prosinca",
        "januarja|februarja|marca|aprila|maja|junija|julija|avgusta avg|septembra|oktobra|novembra|decembra",
        "януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември",
        "јануар јануара|фебруар фебруара|март марта|април априла|мај маја|јун јуна|јул јула|август августа"
            + "|септембар септембра|октобар октобра|новембар новембра|децембар децембра",
        "jaanuar|veebruar|märts|aprill|mai|juuni|juuli|august|september|oktoober|november|detsember",
        "janvāris janvārī|februāris februārī|marts martā|aprīlis aprīlī|maijs maijā|jūnijs jūnijā|jūlijs jūlijā"
            + "|augusts augustā|septembris septembrī|oktobris oktobrī|novembris novembrī|decembris decembrī",
        "sausio|vasario|kovo|balandžio|gegužės|birželio|liepos|rugpjūčio|rugsėjo|spalio|lapkričio|gruodžio",
        "janúar|febrúar|mars|apríl|maí|júní|júlí|ágúst|september|október|nóvember|desember",
        "gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre",
        "ינואר בינואר|פברואר בפברואר|מרץ במרץ|אפריל באפריל|מאי במאי|יוני ביוני|יולי ביולי|אוגוסט באוגוסט"
            + "|ספטמבר בספטמבר|אוקטובר באוקטובר|נובמבר בנובמבר|דצמבר בדצמבר",
        "ژانویه|فوریه|مارس|آوریل|مه|ژوئن|ژوئیه|اوت|سپتامبر|اکتبر|نوامبر|دسامبر",
        "जनवरी|फ़रवरी फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर सितम्बर|अक्टूबर अक्तूबर|नवंबर नवम्बर|दिसंबर दिसम्बर",
        "มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม",
    ]
}

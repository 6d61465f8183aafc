/// Words that a search in their language finds (`+`) or must not find (`-`) by each other.
enum LanguagePairs {
    struct Pair: Sendable, CustomStringConvertible {
        var language: String
        var query: String
        var text: String
        var isFound: Bool

        var description: String { "\(language): \(query) \(isFound ? "finds" : "does not find") \(text)" }
    }

    static let all: [Pair] = table.split(separator: "\n").flatMap { line -> [Pair] in
        let parts = line.split(separator: " ").map(String.init)
        return stride(from: 1, to: parts.count, by: 3).map { index in
            Pair(
                language: parts[0], query: parts[index], text: parts[index + 2], isFound: parts[index + 1] == "+")
        }
    }

    /// A language, then query, sign, text, again and again.
    private static let table = """
        de Haus + Häuser Buch + Bücher Straße + Strasse Häuser + Hauses Mutter + Mütter Zeitung + Zeitungen
        de schöne + schönes Freund + Freundes Kinder + Kindern Übung + Übungen Fuss + Füße Bücher + buch
        de Buch - Bach Haus - Maus Staat - Stadt Rat - Ratte Wagen - Waagen kennen - können
        de Tage + Tag Tag + Tage Wege + Weg war - Waren Waren - war
        sv bilar + bil bil + bilar men - menar menar - men
        ru дома + дом дом + дома лес + леса
        fr sons - son son - sons mers + mer mer + mers
        da biler + bil bil + biler
        es mares + mar mar + mares
        fr étudiant + étudiantes cheval + cheval école + écoles ecole + écoles nationale + nationales chanter + chantait
        fr grand + grandes développement + développements français + française heureux + heureuse actif + actives
        fr école - écoute poisson - poison livre - lièvre maison - raison pêche - poche
        es canción + canciones nación + naciones niño + niños rápido + rápidamente hablar + hablando libro + libros
        es ciudad + ciudades cancion + canciones español + españoles ratón + ratones
        es casa - caza perro - pero hombre - hambre ciudad - cuidado gato - pato
        it libro + libri città + citta parlare + parlando ragazzo + ragazzi nazione + nazioni amico + amica
        it università + universita bello + belle italiano + italiani
        it casa - cassa pena - penna gatto - gambo nonno - nono mare - male
        pt livro + livros menino + meninas falar + falando cidade + cidades nação + nações coração + corações
        pt rápido + rápidos mulher + mulheres acao + ação
        pt casa - causa cidade - idade livro - lavra pão - pau caro - carro
        nl boek + boeken huis + huis fiets + fietsen werken + werkt kinderen + kinderen's auto + auto's
        nl groot + grote lopen + loopt politiek + politieke mensen + mens
        nl boek - hoek huis - muis land - hand maan - man
        ru книга + книги книга + книгами ёлка + елки город + городов красивый + красивая работать + работает
        ru человек + человека новости + новостей Ещё + еще
        ru книга - князь город - гора работа - забота дом - том мука - музыка
        sv hund + hundar bok + boken flicka + flickor bil + bilarna stora + stor tidning + tidningar
        sv svensk + svenska arbeta + arbetar kvinna + kvinnorna
        sv bok - bak hund - hand katt - kant vatten - vitten
        no hund + hunder bok + boken jente + jenter biler + bilene store + stor avis + avisene
        no norsk + norske arbeid + arbeidet kvinne + kvinnen
        no bok - bak hund - hånd katt - kant
        da hund + hunde pige + piger biler + bilerne stor + store avis + aviser dansk + danske
        da arbejde + arbejder kvinde + kvinder
        da hund - hånd bog - bag kat - kant
        fi talo + talot talo + talossa kirja + kirjan auto + autoissa kaupunki + kaupungin
        fi ihminen + ihmiset poika + poikaa vanha + vanhat
        fi talo - tulo kirja - kissa auto - aura tuuli - tuoli
        hu könyv + könyvek könyv + könyvben ablak + ablakok asztal + asztalok város + városban magyar + magyarok
        hu gyerek + gyerekek virág + virágok
        hu könyv - kanyar kert - kórt város - varrás asztal - ablak
        ro carte + cărți student + studenți frumos + frumoasă oraș + orașe oraş + orașul casă + case lucrează + lucra
        ro copil + copilul român + românii
        ro carte - cartof oraș - orez casă - coasă
        tr kitap + kitaplar kitap + kitapları araba + arabalar kadın + kadınlar KADIN + kadınlar öğrenci + öğrenciler
        tr çocuk + çocuklar güzel + güzeller İstanbul + istanbul
        tr kitap - katip araba - arama kadın - kalın evler - eller
        ar كتاب + والكتاب كتاب + فالكتاب والكتاب + الكتاب مدرسة + والمدرسة جامعة + وبالجامعة جامعة + وللجامعة دولة + والدولة
        ar دين - والدين كتاب - والكتب بيت - والبنت
        ar المدرسة + مدرسة مدرسه + مدرسة كتاب + الكتاب مكتبة + المكتبة على + علي مُعَلِّم + معلم معلم + المعلمون أحمد + احمد
        ar بيت + البيت کتاب + كتاب سيارة + السيارات
        ar كتاب - كلاب مدرسة - مدينة بيت - بنت سيارة - سفارة
        el βιβλίο + βιβλία Αθήνα + ΑΘΗΝΑ άνθρωπος + άνθρωποι δρόμος + δρόμοι γυναίκα + γυναίκες μεγάλος + μεγάλη
        el σπίτι + σπίτια ελληνικός + ελληνικά
        el βιβλίο - βιολί δρόμος - νόμος σπίτι - σπόρος μήλο - μύλος
        hi हिंदी + हिन्दी लड़का + लड़के किताब + किताबें भाषा + भाषाओं क़लम + कलम लड़की + लड़कियों बच्चा + बच्चे चाँद + चांद
        hi पंजाब + पञ्जाब अंबर + अम्बर
        hi किताब - हिसाब भाषा - आशा कलम - कमल दिन - दीन
        he ספר + הספר בית + בבית ילדים + הילדים ירושלים + מירושלים מחשב + למחשב שָׁלוֹם + שלום ממשלה + והממשלה
        he מכונית + המכונית עיתון + כשהעיתון
        he ספר - סוס בית - זית ילדים - גדולים עיתון - שלטון
        ko 검색 + 검색을 검색을 + 검색이 검색은 + 검색 학교에서 + 학교 사람들이 + 사람들 정부는 + 정부가 서울에 + 서울의
        ko 컴퓨터로 + 컴퓨터 책상을 + 책상
        ko 검색 - 검사 나이 - 나라 고양이 - 고양 사과 - 사람 종이 - 종로 아이 - 아버지
        ja 検索する + 検索した 検索した + 検索して 読む + 読んだ 読んで + 読みます サーバー + サーバ サーバ + サーバー
        ja バイオリン + ヴァイオリン ヴァイオリン + バイオリン 食べる + 食べた 行く + 行って 書いた + 書く データベース + ﾃﾞｰﾀﾍﾞｰｽ
        ja 美しい + 美しかった 美しかった + 美しい 高く + 高い 楽しい + 楽しかった 新しければ + 新しい おいしかった + おいしい
        ja 美しい - 厳しい 高い - 最高 検索する - 検査する 読む - 飲む サーバー - サービス ビール - ビル 書く - 聞く 食べる - 食堂
        zh-Hant 機場 + 机场 軟體 + 软体 資料庫 + 资料库 臺灣 + 台湾 圖書館 + 图书馆 網路 + 网路 龍 + 龙 發展 + 发展
        zh-Hant 計畫 - 计算 資料 - 资源 臺灣 - 台中 圖書 - 图画
        zh-Hans 软件 + 軟件 台湾 + 臺灣 头发 + 頭髮 后来 + 後來 里面 + 裡面 ＡＢＣ + abc 计算机 + 計算機 干净 + 乾淨
        zh-Hans 软件 - 軟體 计划 - 計算 银行 - 銀河 后来 - 后天
        """
}

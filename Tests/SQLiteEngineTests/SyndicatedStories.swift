/// Stories written for the tests of near-duplicates, and what happens to them on their way to another site.
struct Story {
    var title: String
    var text: String
    var header: String
    var footer: String
    var site: String
    /// A word of the text, and what another editor puts in its place.
    var word: (String, String)

    static let all: [Story] = [
        Story(
            title: "Harbour library lends out boats",
            text: """
                The library at the old harbour has begun to lend out rowing boats. Anyone with a library card may take one for an \
                afternoon, as long as the weather allows it and somebody on board can swim. The librarians say that the idea came \
                from a reader who returned a book about canals and asked what else could be borrowed. Each boat carries a small \
                wooden box with poems, a map of the inlets and a notebook in which guests describe what they saw. In the first \
                month the notebooks filled with herons, lost hats and one proposal of marriage. The town pays for paint and oars, \
                and a club of retired sailors looks after the hulls.
                """,
            header: "By our correspondent at the coast. Reading time: four minutes.",
            footer: "This article first appeared in the weekend edition. Subscribe to our letter for more.",
            site: "Coastal Courier", word: ("afternoon", "evening")),
        Story(
            title: "How a bakery taught its oven to wait",
            text: """
                When the night shift could not be filled, a small bakery decided to let the dough rise in the cold instead. The \
                loaves are shaped in the evening, sleep in a cellar until dawn and go into the oven when the first baker arrives. \
                It took a year of failed crusts before the flour, the salt and the cellar agreed with each other. Customers noticed \
                the change before anyone told them: the crumb is darker and keeps for days. The owner says that the machine they \
                nearly bought would have cost more than the whole shop, and that longWait turned out to be the cheaper technology. \
                Two neighbouring bakeries have asked for the recipe, and both received it, together with a jar of the starter.
                """,
            header: "Food and craft",
            footer: "Photographs by the author. All rights reserved. Follow us for the next part of the series.",
            site: "The Crumb", word: ("dawn", "sunrise")),
        Story(
            title: "Why the mountain railway stops for bees",
            text: """
                Passengers on the mountain railway are used to goats on the track, but since spring the train also halts for bees. \
                A swarm had settled in the signal box at the upper station, and nobody wanted to drive it out. The beekeeper of the \
                valley now rides along each morning, checks the frames while the driver drinks coffee, and takes a few jars back \
                down. Tickets are sold with a spoonful of honey. According to the company the delay is shorter than the one that \
                leaves on the rails cause in autumn, and the complaints have all come from people who wanted more honey. Engineers \
                have moved the switches to a new cabin, so that the old one belongs to the swarm for good.
                """,
            header: "From the mountains: a report on slow travel and its friends in the valley.",
            footer: "Do you have a story like this one? Write to the editors.",
            site: "Slow Travel Review", word: ("coffee", "tea")),
        Story(
            title: "旧车站里的修表摊",
            text: """
                老火车站停用以后，候车厅里只剩下一个修表的摊子。摊主姓沈，在这里坐了三十多年，从机械表修到电子表，又从电子表修回机械表。他说，\
                来修表的人往往并不急着看时间，而是想让一件旧东西重新走起来。墙上挂着十几只无人认领的座钟，每到整点便一起响，路过的孩子总要停下来数一数。\
                去年，镇里打算把车站改成书店，设计师专门为他留下了靠窗的位置。如今读者一边翻书，一边听见齿轮转动的声音，觉得很安静。沈师傅却说，\
                安静的不是钟，是等待的人。
                """,
            header: "本报记者从江边小镇发来的报道：", footer: "更多精彩内容，欢迎关注我们的公众号。转载请注明出处。",
            site: "江边日报", word: ("书店", "茶馆")),
        Story(
            title: "渔村的夜校从潮水退去时开课",
            text: """
                每逢退潮，海边的渔村就敲响铜铃，夜校开始上课。老师是返乡的大学生，学生是刚收网的渔民，课本里有海图、合同和简单的外语。起初只有五六个人，\
                后来连邻村的船老大也划着小船赶来。课桌是旧船板拼成的，黑板则挂在晾网的木架上。渔民们最喜欢的一课是看云识天气，因为他们知道的比老师还多，\
                于是那一晚轮到他们来讲。村里的老人说，从前潮水只带来鱼，现在还带来了读书的声音。等到涨潮，大家收起灯，各自回到船上去。
                """,
            header: "乡村教育观察", footer: "（本文为作者授权发布，不代表本站立场。）编辑：小禾",
            site: "远帆网", word: ("外语", "算术")),
        Story(
            title: "山里的图书车又修好了",
            text: """
                停了两个月的图书车终于修好，又沿着盘山公路开进了山里。司机老周把车厢里的书重新排了一遍，最下面一层放图画书，因为孩子们个子矮；\
                最上面一层放农书，因为大人们站得高。每到一个村口，他先按三声喇叭，再泡一壶茶，等人们慢慢走过来。有人还书，有人借书，也有人只是来问问山外的消息。\
                修车的钱是各村一起凑的，零件则是县里的机械厂送的。老周说，这辆车跑得不快，但它从来没有把一本书弄丢过，除了一本菜谱，后来在一家饭馆的厨房里找到了。
                """,
            header: "来源：山风周刊　作者：本刊特约撰稿人", footer: "责任编辑：云舒　相关阅读：一座桥的四季",
            site: "山风周刊", word: ("喇叭", "铃铛")),
        Story(
            title: "商店街の時計が遅れる理由",
            text: """
                駅前の商店街にある大きな時計は、毎日すこしずつ遅れる。町の人はそれを直そうとしない。時計屋の主人によれば、歯車の一枚が古い桜の木でできていて、\
                湿った日には膨らみ、乾いた日には縮むのだという。修理の話は何度も出たが、そのたびに誰かが反対した。遅れた時計のおかげで電車に乗り遅れ、\
                そこで一生の友に出会った人がいるからだ。いまでは待ち合わせの約束をするとき、人びとは「時計の時間で」と言い添える。観光客には不思議に聞こえるが、\
                慣れてしまえば不便はない。来年の春には新しい歯車を作るための桜の木を植える予定だという。
                """,
            header: "【地域のニュース】当サイトの記者が取材しました。", footer: "この記事は提携メディアから配信されています。ご意見は編集部まで。",
            site: "まちの新聞", word: ("観光客", "旅行者")),
        Story(
            title: "島の郵便配達は帆船で行く",
            text: """
                小さな島々を結ぶ郵便は、いまも帆船で運ばれている。燃料の値段が上がったとき、配達員の女性が祖父の船を引っぱり出したのが始まりだった。\
                風の弱い日は櫂を使い、風の強い日は港で手紙を読んで過ごす。もちろん自分宛ての手紙だけである。島の人びとは白い帆が見えると桟橋に集まり、\
                干した魚や蜜柑を手渡す。荷物が届くまでに日数はかかるが、苦情はほとんどない。急ぎの用件は電話で済むから、手紙はゆっくりでいいのだと皆が言う。\
                今年は若い弟子が二人加わり、冬のあいだに帆を縫い直す仕事を習っている。
                """,
            header: "海と暮らしの特集 第三回をお届けします", footer: "写真：編集部。無断転載を禁じます。次回もお楽しみに。",
            site: "海風通信", word: ("蜜柑", "野菜")),
        Story(
            title: "Das Dorf, das seine Brücke verlieh",
            text: """
                Weil die Nachbargemeinde nach dem Hochwasser keine Brücke mehr hatte, verlieh ein kleines Dorf die eigene. Zimmerleute \
                zerlegten den hölzernen Steg an einem Wochenende, nummerierten die Balken und fuhren sie mit Traktoren flussaufwärts. \
                Ein Jahr lang gingen nun die Kinder der Nachbarn über das geliehene Holz zur Schule, während das Dorf selbst die Furt \
                benutzte. Als die neue Brücke stand, kam die alte zurück, frisch gestrichen und mit einem Geländer, das sie vorher nicht \
                gehabt hatte. Seitdem feiern beide Orte am Ufer ein gemeinsames Fest. Die Bürgermeisterin sagt, man habe nie einen Vertrag \
                gebraucht, nur einen Handschlag und genügend Seile.
                """,
            header: "Aus der Region. Ein Bericht unserer Redaktion.",
            footer: "Der Beitrag erschien zuerst im Gemeindeblatt. Leserbriefe sind willkommen.",
            site: "Talbote", word: ("Schule", "Kirche")),
        Story(
            title: "Le phare qui écoute les baleines",
            text: """
                Au bout de la presqu'île, le vieux phare n'éclaire plus les bateaux : il écoute les baleines. Une biologiste y a installé \
                des microphones sous la falaise et transforme chaque chant en une courbe dessinée sur de longs rouleaux de papier. Les \
                pêcheurs viennent consulter ces dessins avant de choisir leur route, car là où les baleines chantent, il vaut mieux ne pas \
                jeter les filets. Le soir, les habitants montent parfois l'escalier pour entendre la mer respirer dans les haut-parleurs. \
                La commune voulait vendre la tour ; elle paie désormais l'électricité et les bobines. Un musicien du port prépare une pièce \
                pour accordéon d'après les plus belles courbes de l'hiver.
                """,
            header: "Nature et rivages, par notre envoyée spéciale.",
            footer: "Article publié avec l'aimable autorisation de l'auteur. Abonnez-vous à la lettre.",
            site: "La Marée", word: ("escalier", "sentier")),
    ]

    enum Change: CaseIterable { case header, footer, word, site, everything }

    /// The story as another site has it.
    func copy(_ change: Change) -> (title: String, text: String) {
        let changed = text.replacing(word.0, with: word.1)
        switch change {
        case .header: return (title, header + "\n\n" + text)
        case .footer: return (title, text + "\n\n" + footer)
        case .word: return (title, changed)
        case .site: return (title + " - " + site, text)
        case .everything: return (title + " | " + site, header + "\n" + changed + "\n" + footer)
        }
    }
}

/// Articles that resemble each other and are not copies.
enum Lookalikes {
    static let all: [(title: String, text: String)] =
        changelogs + comics + boilerplate + weather + digests + numbers + releases + chapters + short

    private static let changes = """
        This release fixes a number of problems that users have reported since the last one. The importer no longer stops at empty \
        folders, the list keeps its place after a refresh, and the search field takes the focus when a window opens. Thanks to \
        everyone who tested the candidates and sent translations. Packages for all systems are on the download page; please back up \
        your data before you install.
        """
    private static let changelogs =
        ["1.2.3", "1.2.4", "1.3", "2.0 beta 1", "2.0 beta 2"].map {
            (title: "Version \($0)", text: changes)
        } + ["5.1", "5.2"].map { (title: "Orchard \($0) released", text: "Orchard \($0) is out. " + changes) }

    private static let comics = ["Cats", "Dogs", "Monday", "The Umbrella", "Rain"].flatMap { name in
        [
            (
                title: name,
                text: """
                Today's strip is here. Thank you for reading! If you like the comic, please consider supporting it: there are \
                prints, shirts and calendars in the shop, and members see each strip a day early and vote on the next story. \
                Follow along by mail or by feed, and tell your friends about it.
                """
            ),
            (
                title: "The Long Comic - \(name)",
                text: """
                A new page is up. Read it on the site, leave a comment, and come back on Thursday for the next one. The artist \
                thanks all patrons of this month, whose names are in the sidebar, and everybody who came to the fair to say hello \
                and to buy a book or a drawing.
                """
            ),
        ]
    }

    private static let boilerplate =
        [
            "Council votes on the new tram line", "Five ways to repair a chair", "市长宣布新的公园计划",
            "An interview with the diver",
        ].flatMap { title in
            [
                (
                    title: title,
                    text:
                        "Please enable JavaScript and cookies to continue. This site needs them to check your browser."
                ),
                (
                    title: title + "?",
                    text: """
                    We value your privacy. We and our partners store and read information on a device, such as cookies, and process \
                    personal data, such as identifiers, for advertising and content that is made for you, for its measurement, and to \
                    learn about audiences. With your permission we may use precise location data. You may click to consent, or choose \
                    another setting; your choice applies to this site alone, and you can change it whenever you come back.
                    """
                ),
            ]
        }
        + (0..<3).map { _ in
            (
                title: "Just a moment...",
                text: "Checking your browser before you continue. This takes a few seconds, please wait."
            )
        }

    private static let weather = ["Rome", "Oslo", "Lima"].flatMap { city in
        [("light rain", 12), ("sunshine", 19)].map { sky, degrees in
            (
                title: "The weather in \(city) for tomorrow",
                text: """
                Tomorrow brings \(sky) to \(city), with \(degrees) degrees at noon and a gentle wind from the west. The night stays \
                clear at first; later clouds come in. Wear layers if you leave the house early in the morning. The outlook for the \
                rest of the week is much the same, with a chance of \(degrees + 21) percent for showers towards the weekend. This \
                forecast is made anew each evening from the models of the regional service and checked by a meteorologist.
                """
            )
        }
    }

    private static let digests = (0..<4).map { day in
        let topics = ["bridges and tides", "a choir of robots", "old maps of the moon", "bread, salt and law"]
        return (
            title: "Daily digest",
            text: """
            Good morning! Here is what our readers liked yesterday: \(topics[day]), \(topics[(day + 1) % 4]) and much more. Story \
            \(day * 7 + 3) leads with \(day * 131 + 17) votes. Reply to this letter to tell us what you think, or forward it to a \
            friend. You receive it because you signed up at our site; the link at the end takes you off the list at once.
            """
        )
    }

    private static let numbers = [(3, 1_200), (5, 1_850), (9, 2_410)].map { rate, count in
        (
            title: "Central bank decides on its rate",
            text: """
            The central bank has set its rate at \(rate) percent, it said on Thursday after a meeting of two days. Analysts had \
            expected the step. The index of the exchange closed \(count) points away from its opening, as traders weighed the \
            decision against the figures from industry. The president of the bank said that prices would be watched closely, and \
            that further steps depend on what the next months bring for wages, rents and energy across the country.
            """
        )
    }

    private static let releases = [("一", 12), ("二", 15), ("三", 18)].map { number, count in
        (
            title: "科技周刊第\(number)期",
            text: """
            欢迎阅读本期科技周刊。本期一共收录\(count)条消息，内容包括新的软件、有趣的文章、值得一看的工具，以及读者的来信。欢迎投稿，也欢迎转发给身边的朋友。\
            周刊每周五发布，所有往期内容都可以在网站上找到。如果你喜欢这份周刊，请把它推荐给更多的人，谢谢大家一直以来的支持和陪伴，我们下周再见。
            """
        )
    }

    private static let chapters = ["I", "II", "III"].map { number in
        (title: "The House by the River, Chapter \(number)", text: comics[1].text)
    }

    private static let short = ["Comments", "Read more", "图片", ""].flatMap { text in
        ["Open thread", "Open thread", "News"].map { (title: $0, text: text) }
    }
}

/// Passwords that attackers try first.
enum CommonPasswords {
    /// Whether a lower-case password is easy to guess: one of `words` with at most a few digits or symbols appended, a
    /// sequence of keys or letters, or a repetition of one to three characters.
    static func contains(_ password: String) -> Bool {
        if isRepeated(Array(password)) || isRow(Array(password.unicodeScalars)) { return true }
        var rest = password[...]
        // Remove appended digits and symbols, as in `Password2024!`.
        for _ in 0...maxSuffix {
            if words.contains(String(rest)) { return true }
            guard let last = rest.last, last.isWholeNumber || last.isPunctuation || last.isSymbol else { return false }
            rest.removeLast()
        }
        return false
    }

    private static let maxSuffix = 5

    /// Whether the password repeats one group of characters, for example `aaaaaaaa` or `abcabcabc`.
    private static func isRepeated(_ characters: [Character]) -> Bool {
        (1...3).contains { length in
            characters.count > length && characters.indices.allSatisfy { characters[$0] == characters[$0 % length] }
        }
    }

    /// Whether the characters form an ascending or descending sequence, for example `12345678` or `hgfedcba`. 0 also
    /// counts as the successor of 9.
    private static func isRow(_ scalars: [Unicode.Scalar]) -> Bool {
        func isNext(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
            first.value + 1 == second.value || first == "9" && second == "0"
        }
        let pairs = zip(scalars, scalars.dropFirst())
        return pairs.allSatisfy { isNext($0, $1) } || pairs.allSatisfy { isNext($1, $0) }
    }

    private static let words = Set(
        """
        101010 112233 121212 123123 123321 1234qwer 131313 147258369 159357 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 5201314
        696969 741852963 789456123 987654321 a123456 a1234567 a12345678 a1b2c3d4 aa123456 abc123 abcd1234 abcdef abcdefg
        abcdefgh abcdefghi access admin administrator amanda amazon andrea andrew angel anthony anything arsenal
        asdf1234 asdfgh asdfghjk asdfghjkl ashley autumn azerty azertyui azertyuiop bailey banana barcelona baseball
        basketball batman blessed blink182 buster butterfly changeit changeme charlie cheese chelsea chocolate computer
        contrasena contraseña cookie correcthorsebatterystaple corvette cowboys daniel database debian default diamond
        dragon everything facebook family feedreader feedsearch ferrari flower football forever freedom freshrss friends
        ginger goodluck google guest harley heaven hello hello123 helloworld hockey hunter hunter2 iloveu iloveyou
        internet jennifer jessica jesus jordan joshua juventus killer lakers letmein letmein1 linux liverpool login
        lovely loveyou manager master matrix matthew maverick mercedes michael michelle microsoft mima1234 miniflux
        monkey motdepasse mustang mypassword naruto newpassword newsreader nicole nihao123 nothing operator orange owner
        p@ssw0rd p@ssword pa$$word pa55word pass1234 passw0rd password passwort pepper phoenix please pokemon porsche
        princess purple q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qweasd qweasdzxc qwer1234 qwerty qwertyui qwertyuiop qwertz
        qwertzui qwertzuiop ranger robert root samsung secret security senha server service shadow silver soccer
        something sophie spiderman spring starwars summer sunshine superman support system test tester testing testtest
        thomas tigger toor topsecret trustme trustno1 ubuntu user welcome whatever willkommen windows winter woaini
        woaini1314 wodemima yankees yourpassword zaq12wsx zaq1zaq1 zxcvbn zxcvbnm
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}

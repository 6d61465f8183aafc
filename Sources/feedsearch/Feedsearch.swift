@main struct Feedsearch { static func main() {} }

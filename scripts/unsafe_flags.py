"""unsafe_flags.py < MANIFEST: fails for targets with unsafe flags in the output of `swift package dump-package`; test targets may have
some. SwiftPM refuses versioned dependencies whose products have unsafe flags."""
import json
import sys

found = [target['name'] for target in json.load(sys.stdin)['targets']
         if target['type'] != 'test' and 'unsafeFlags' in json.dumps(target['settings'])]
if found:
    sys.exit('feedsearch: targets with unsafe flags in Package.swift: ' + ', '.join(found))

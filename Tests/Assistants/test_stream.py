"""Broken and long messages on standard input, which the clients in the other tests never send."""
import json, subprocess, unittest
import base


class StreamTests(base.Case):
    def answers(self, *lines, words=()):
        done = subprocess.run(
            [base.PROGRAM, 'mcp', *words], input='\n'.join(lines) + '\n', env=self.library.environment, capture_output=True,
            text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_broken_messages_have_errors_and_the_next_one_is_answered(self):
        ping = '{"jsonrpc":"2.0","id":"last","method":"ping"}'
        start = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}'
        answers = self.answers(
            start, '{', '[]', '', '[' * 100_000, '"' + 'x' * 3_000_000 + '"', '{"jsonrpc":"2.0","id":1,"method":"none"}', ping)
        codes = [answer['error']['code'] for answer in answers if 'error' in answer]
        self.assertEqual(sorted(codes), [-32700, -32700, -32601, -32600, -32600])
        self.assertEqual({answer['id'] for answer in answers if 'result' in answer}, {0, 'last'})

    def test_a_request_before_the_handshake_is_refused(self):
        answer, = self.answers('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')
        self.assertEqual(answer['error']['code'], -32602)

    def test_a_missing_library_is_an_error_on_standard_error(self):
        done = subprocess.run(
            [base.PROGRAM, 'mcp', '--db', self.library.folder + '/none.db'], input='', env=self.library.environment,
            capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ''))
        self.assertIn('none.db', done.stderr)


if __name__ == '__main__':
    unittest.main()

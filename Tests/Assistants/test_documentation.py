"""The commands and settings of docs/assistants.md, as they are written."""
import json, os, re, subprocess, unittest, urllib.request
import base

TEXT = (base.ROOT / 'docs/assistants.md').read_text()


def blocks(language):
    return re.findall(r'```%s\n(.*?)```' % language, TEXT, re.S)


class DocumentationTests(base.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.service = base.Service(cls.library)
        cls.addClassCleanup(cls.service.close)

    def test_settings_reach_the_server(self):
        settings = [json.loads(block) for block in blocks('json')]
        servers = [server for setting in settings for server in (setting.get('mcpServers') or setting['servers']).values()]
        self.assertEqual(len(servers), 4)
        message = json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': 'initialize', 'params': {'protocolVersion': '2025-11-25'}})
        for server in servers:
            if 'command' in server:
                self.assertEqual(os.path.basename(server['command']), 'feedsearch')
                answer = self.library.run(*server['args'], input=message + '\n')
            else:
                # The client fills in the token.
                headers = {name: re.sub(r'\$\{.*\}', self.service.tokens['read'], value) for name, value in server['headers'].items()}
                address = server['url'].replace('http://127.0.0.1:8480/mcp', self.service.address)
                request = urllib.request.Request(address, message.encode(), headers | {'Content-Type': 'application/json'})
                with urllib.request.urlopen(request) as response:
                    answer = response.read()
            self.assertEqual(json.loads(answer)['result']['serverInfo']['name'], 'feedsearch')

    def test_shell_commands(self):
        # The command of Claude Code needs that program; the others are one session.
        script = '\n'.join(block for block in blocks('sh') if 'claude' not in block)
        self.assertEqual(script.count('curl'), 2)
        script = script.replace('http://127.0.0.1:8480/mcp', self.service.address)
        path = os.path.dirname(base.PROGRAM) + ':' + self.library.environment['PATH']
        done = subprocess.run(
            ['sh', '-eu', '-c', script.replace('\ncurl', '\necho; curl')], env=self.library.environment | {'PATH': path},
            capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        answers = [json.loads(line) for line in done.stdout.splitlines() if line]
        self.assertEqual(len(answers), 4)
        self.assertEqual({answer['id'] for answer in answers[:2]}, {1, 2})
        for answer in answers[1:3]:
            if answer['id'] == 2 or answer is answers[2]:
                self.assertEqual(answer['result']['structuredContent']['total'], 2)
        self.assertIn('red', answers[3]['result']['structuredContent']['untrusted']['markdown'])


if __name__ == '__main__':
    unittest.main()

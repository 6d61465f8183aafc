"""The official Python SDK as the client, over both transports, with and without a handshake."""
import contextlib, unittest
import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
import base

MODES = [('auto', '2026-07-28'), ('legacy', '2025-11-25'), ('2026-07-28', '2026-07-28')]


class EveryMode:
    """What each transport answers in each mode of the client. `client(mode=)` connects."""

    def test_every_mode(self):
        for mode, version in MODES:
            with self.subTest(mode=mode):
                self.await_(self.use(mode, version))

    async def use(self, mode, version):
        async with self.client(mode=mode) as client:
            self.assertEqual(client.protocol_version, version)
            await base.use(self, client)
            await self.check(client)
            with self.assertRaises(MCPError):
                await client.read_resource('feedsearch://article/99')

    async def check(self, client):
        """What one transport promises beyond the other."""


class StandardInputTests(EveryMode, base.Case):
    """The program on standard input and output."""

    def client(self, *words, mode='auto'):
        parameters = StdioServerParameters(command=base.PROGRAM, args=['mcp', *words], env=self.library.environment)
        return Client(parameters, mode=mode)

    async def check(self, client):
        with self.assertRaises(MCPError):
            await client.call_tool('mark', {'articles': [1], 'read': True})

    def test_writing(self):
        self.await_(self.write())

    async def write(self):
        async with self.client('--write') as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            self.assertEqual(names[-4:], ['mark', 'star', 'tag', 'save_search'])
            for name, arguments in [
                    ('mark', {'articles': [3], 'read': True}), ('star', {'articles': [3], 'starred': True}),
                    ('tag', {'articles': [3], 'add': ['later']})]:
                answer = await client.call_tool(name, arguments)
                self.assertEqual(answer.structured_content['changed'], 1, answer)
            answer = await client.call_tool('save_search', {'name': 'Owls', 'query': 'owl'})
            self.assertFalse(answer.is_error)
            found = await client.call_tool('search', {'query': 'search:Owls is:starred tag:later is:read'})
            self.assertEqual(found.structured_content['total'], 1)
        self.library.run('unsave', 'Owls')


class HTTPTests(EveryMode, base.Case):
    """The service at /mcp."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.service = base.Service(cls.library)
        cls.addClassCleanup(cls.service.close)

    @contextlib.asynccontextmanager
    async def client(self, scope='read', query='', mode='auto'):
        headers = {'Authorization': 'Bearer ' + self.service.tokens[scope]}
        async with (
                httpx2.AsyncClient(headers=headers) as http,
                Client(streamable_http_client(self.service.address + query, http_client=http), mode=mode) as client):
            yield client

    def test_writing_needs_the_address_and_the_token(self):
        self.await_(self.write())

    async def write(self):
        for scope, query, may_write in [('write', '', False), ('read', '?write=1', False), ('write', '?write=1', True)]:
            async with self.client(scope, query) as client:
                names = [tool.name for tool in (await client.list_tools()).tools]
                self.assertEqual('mark' in names, may_write)
                if may_write:
                    answer = await client.call_tool('mark', {'articles': [1], 'read': True})
                    self.assertEqual(answer.structured_content['changed'], 1)
                else:
                    with self.assertRaises(MCPError):
                        await client.call_tool('mark', {'articles': [1], 'read': True})

    def test_no_token(self):
        async def connect():
            async with Client(self.service.address) as client:
                await client.list_tools()
        with self.assertRaises(BaseException):
            self.await_(connect())


if __name__ == '__main__':
    unittest.main()

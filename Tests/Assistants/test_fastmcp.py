"""fastmcp's client over HTTP."""
import unittest
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from fastmcp.exceptions import ToolError
import base


class FastMCPTests(base.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.service = base.Service(cls.library)
        cls.addClassCleanup(cls.service.close)

    def test_tools_resources_and_prompts(self):
        self.await_(self.use())

    async def use(self):
        transport = StreamableHttpTransport(
            self.service.address, headers={'Authorization': 'Bearer ' + self.service.tokens['read']})
        async with Client(transport) as client:
            self.assertIn('search', [tool.name for tool in await client.list_tools()])
            found = await client.call_tool('search', {'query': 'owl'})
            self.assertEqual(found.structured_content['hits'][0]['article'], 3)
            with self.assertRaises(ToolError):
                await client.call_tool('search', {'query': '('})
            resources = [str(resource.uri) for resource in await client.list_resources()]
            self.assertIn('feedsearch://article/3', resources)
            self.assertIn('owl in the wood', (await client.read_resource('feedsearch://article/3'))[0].text)
            prompt = await client.get_prompt('compare_feeds', {'topic': 'owls'})
            self.assertIn('owls', prompt.messages[0].content.text)


if __name__ == '__main__':
    unittest.main()

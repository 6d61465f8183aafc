"""Asks a server everything that its OpenAPI document allows, and much that it does not: schemathesis, from PyPI.

    python3 Fuzzing/openapi.py BINARY [--minutes 10] [--schemathesis PROGRAM]

Fails where an answer is 5xx or is not as documented. /v1/live and /v1/events have no end and are left out; /login and
/logout would end in throttling. So would the check of refused credentials: the tests have a matrix of them. Tokens are not
revoked: it finds its own in the list of tokens.
"""
import argparse, os, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Benchmarks"))
from service_process import Client, Server

CHECKS = ("not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
          "response_schema_conformance,negative_data_rejection,unsupported_method,allow_header_conformance")
ARTICLES = "".join(
    '{"feed":"https://example.org/feed","id":"%d","title":"Fox %d","text":"of the wood 全文搜索","language":"en"}\n' % (n, n)
    for n in range(500))

HOOKS = """
import json, schemathesis

@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()

@schemathesis.hook
def filter_case(context, case):
    # A line that is no article is reported, and the answer is 200: lines of JSON are not refused for their type.
    return case.operation.path != "/v1/ingest" or isinstance(case.body, str)
"""
parser = argparse.ArgumentParser()
parser.add_argument("binary")
parser.add_argument("--minutes", type=float, default=10)
parser.add_argument("--schemathesis", default="schemathesis")
arguments = parser.parse_args()

with tempfile.TemporaryDirectory() as folder:
    database = folder + "/library.db"
    run = lambda *words, **options: subprocess.run(
        [arguments.binary, "--db", database, *words], check=True, stdout=subprocess.DEVNULL, **options)
    run("ingest", "-", "--feed", "https://example.org/feed", input=ARTICLES, text=True)
    run("save", "Foxes", "fox")
    run("rule", "add", "title:fox", "--mark", "star")
    server = Server(os.path.abspath(arguments.binary), database)
    token = server.token("schemathesis", "admin")
    server.start()
    with open(folder + "/hooks.py", "w") as file: file.write(HOOKS)
    outcome = subprocess.run(
        [arguments.schemathesis, "run", "http://127.0.0.1:%d/v1/openapi.json" % server.port, "--no-color",
         "--header", "Authorization: Bearer " + token, "--checks", CHECKS, "--max-time", str(int(arguments.minutes * 60)),
         "--exclude-operation-id", "live", "--exclude-operation-id", "events", "--exclude-operation-id", "login",
         "--exclude-operation-id", "logout", "--exclude-operation-id", "revokeToken", "--continue-on-failure", "--suppress-health-check", "all",
         "--request-timeout", "60"], cwd=folder, env=dict(os.environ, SCHEMATHESIS_HOOKS="hooks", PYTHONPATH=folder))
    # Else most of it met a revoked credential.
    status = Client(server, token).ask("GET", "/v1/stats")[0]
    print("the token at the end: %d" % status)
    print("memory %d MB, %d descriptors" % (server.memory() >> 20, server.descriptors()))
    stopped = server.stop()
sys.exit(outcome.returncode or stopped or status != 200)

"""Only people with a code can create an account. Python's standard library."""
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen

GATEHOUSE = os.environ.get("GATEHOUSE", "http://localhost:3000") + "/api"
AWAY = 503, "You can't sign up at the moment. Try again in a few minutes."

accounts = {}  # In your database: the account of each email, with the ID of the code that it was created with.

def call(path, body):
    """Returns (data, None), or None with what to answer. The message of an error about a claim is made for the person."""
    headers = {"Authorization": f"Bearer {os.environ['KEY']}", "Content-Type": "application/json"}
    try:
        # A person waits for the answer, so it is given up after some seconds.
        with urlopen(Request(GATEHOUSE + path, json.dumps(body).encode(), headers), timeout=5) as response:
            return json.load(response)["data"], None
    except HTTPError as error:
        is_about_claim = 400 <= error.code < 500 and error.code != 401
        return None, (422, json.load(error)["message"]) if is_about_claim else AWAY

def sign_up(handler, body):
    """The person types their code into your form. Claims first, so that no account exists without a claim."""
    form = json.loads(body)
    visitor = {"ip": handler.client_address[0]}  # Behind a proxy, the address in the header that your proxy sets.
    claim, refusal = call("/codes/claim", {"code": form.get("code"), "email": form.get("email"), "visitor": visitor})
    if refusal:
        return refusal
    # A claim proves that they have the code. Email them a link before the account can do anything.
    accounts[claim["email"]] = {"code_id": claim["claimedCode"]["id"], "email_verified": False}
    return 200, "Welcome!"

def exchange(handler, body):
    """They claimed it on a page with the public key, which sends you the claim token."""
    # Pages of others can't send JSON to this server, so they can't create an account in someone's browser.
    if handler.headers["Content-Type"] != "application/json":
        return 415, "Send JSON."
    claim, refusal = call("/claims/exchange", {"claimToken": json.loads(body).get("claimToken")})
    if refusal:
        return refusal
    accounts[claim["lead"]["email"]] = {"code_id": claim["code"]["id"], "email_verified": claim["emailVerified"]}
    return 200, "Welcome!"

def is_signed(headers, body):
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False
    key = base64.b64decode(os.environ["WEBHOOK_SECRET"].split("_", 1)[1])
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, each) for each in headers["webhook-signature"].split())

def hooks(handler, body):
    """Gatehouse says that a code was deleted."""
    if "webhook-signature" not in handler.headers or not is_signed(handler.headers, body):
        return 401, "This isn't from Gatehouse."
    event = json.loads(body)
    if event["type"] == "code.deleted" and not event.get("test"):
        for email in [email for email, account in accounts.items() if account["code_id"] == event["data"]["id"]]:
            accounts.pop(email, None)
    return 200, "Done."

ROUTES = {"POST /sign-up": sign_up, "POST /exchange": exchange, "POST /hooks": hooks, "GET /accounts": lambda *_: (200, str(len(accounts)))}

class Handler(BaseHTTPRequestHandler):
    def answer(self):
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 1_000_000))
        try:
            status, message = ROUTES.get(f"{self.command} {self.path}", lambda *_: (404, "There is nothing here."))(self, body)
        except Exception:  # No answer, or not one of Gatehouse.
            status, message = AWAY
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"message": message}).encode())

    do_GET = do_POST = answer

ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 4000))), Handler).serve_forever()

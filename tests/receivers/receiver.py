"""Keeps a copy of all leads and codes in SQLite, by a webhook, and by the feed of events after an outage. Follows docs/guide/receive-webhooks.md."""
import base64, hashlib, hmac, json, os, sqlite3, sys, threading, time, urllib.error, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

API, KEY, SECRET, COPY, PORT = (os.environ[name] for name in ("API", "KEY", "SECRET", "COPY", "PORT"))
write, arrived = threading.Lock(), threading.Event()
db = sqlite3.connect(COPY, check_same_thread=False)
db.executescript("""
    pragma journal_mode = wal;
    create table if not exists leads (id text primary key, email text, code text, record text); create index if not exists leads_by_code on leads (code);
    create table if not exists codes (id text primary key, batch text, record text); create index if not exists codes_by_batch on codes (batch);
    create table if not exists events (id text primary key, event text);
    create table if not exists handled (record text primary key, sequence integer); create table if not exists state (cursor text);
""")

def verify(headers, body):
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False
    key = base64.b64decode(SECRET.split("_", 1)[1])
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, each) for each in headers["webhook-signature"].split())

def call(path, body=None):
    headers = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
    while True:
        try:
            data = None if body is None else json.dumps(body).encode()
            return json.load(urllib.request.urlopen(urllib.request.Request(API + path, data, headers), timeout=30))
        except (OSError, ValueError) as error:
            if isinstance(error, urllib.error.HTTPError) and error.code == 404:
                return {"data": []}
            time.sleep(0.5)

def look_up(path, name, texts):
    return [record for start in range(0, len(texts), 500) for record in call(path, {name: sorted(texts)[start:start + 500]})["data"]]

def save_events(events):
    """Saves events before they are handled, so that none is lost if this program ends."""
    with write, db:
        db.executemany("insert or ignore into events values (?, ?)", [(event["id"], json.dumps(event)) for event in events])
    arrived.set()

def save_records(leads, codes):
    rows = [(lead["id"], lead["email"], (lead["invitation"] or {}).get("code"), json.dumps(lead)) for lead in leads]
    db.executemany("replace into leads values (?, ?, ?, ?)", rows)
    db.executemany("replace into codes values (?, ?, ?)", [(code["id"], code["batch"]["id"], json.dumps(code)) for code in codes])

deletions = {kind: f"delete from {where} = ?" for kind, where in
    {"lead.deleted": "leads where id", "code.deleted": "codes where id", "batch.deleted": "codes where batch"}.items()}

def is_outdated(record, sequence):
    upsert = "insert into handled values (?, ?) on conflict do update set sequence = max(sequence, excluded.sequence) returning sequence"
    return db.execute(upsert, (record, sequence)).fetchone()[0] > sequence

def handle(events):
    """Deletes what was deleted, and reads what the events name."""
    emails, codes, batches, imports, deleted = set(), set(), set(), set(), []
    with write, db:
        for event in events:
            kind, data, change = event["type"], event["data"], event["data"]["change"]
            outdated = bool(data.get("id")) and is_outdated(data["id"], event["sequence"])
            if kind == "code.deleted":
                codes.update(json.loads(record)["code"] for record, in db.execute("select record from codes where id = ?", (data["id"],)))
            if kind in deletions and outdated:
                continue
            if kind in deletions:
                deleted.append((deletions[kind], data["id"]))
            elif kind == "codes.generated" or kind.startswith("batch."):
                batches.update([data["id"]] if data["id"] else [])
            elif kind == "records.changed":
                codes.update(data["codes"])
                emails.update(email for lead in data["leads"] for email, in db.execute("select email from leads where id = ?", (lead,)))
            emails.update(email for email in (data.get("email"), change.get("email")) if email)
            codes.update([data["code"]] if kind.startswith(("code.", "claim.")) and "code" in data else [])
            codes.update([change["code"]] if "code" in change else [])
            imports.update([change["import"]] if "import" in change else [])
    for each in imports:
        emails.update(row["email"] for row in call(f"/imports/{each}/rows")["data"] if row["email"])
    found = look_up("/codes/lookup", "codes", codes) + [code for each in batches for code in call(f"/codes?batch={each}")["data"]]
    for text in codes | {code["code"] for code in found}:
        emails.update(email for email, in db.execute("select email from leads where code = ?", (text,)))
    leads = look_up("/leads/lookup", "emails", emails)
    before = [json.loads(record) for lead in leads for record, in db.execute("select record from leads where id = ?", (lead["id"],))]
    leads += look_up("/leads/lookup", "emails", {lead["referredBy"]["email"] for lead in leads + before if lead["referredBy"]})
    with write, db:
        for statement, record in deleted:
            db.execute(statement, (record,))
        save_records(leads, found)
        db.executemany("delete from events where id = ?", [(event["id"],) for event in events])

def handle_all():
    while True:
        arrived.clear()
        rows = db.execute("select event from events order by id limit 500").fetchall()
        handle([json.loads(event) for event, in rows]) if rows else arrived.wait(1)

def follow():
    page = {"hasMore": True}
    while page["hasMore"]:
        page = call("/events/feed?limit=1000&after=" + db.execute("select cursor from state").fetchone()[0])
        save_events(page["data"])
        with write, db:
            db.execute("update state set cursor = ?", (page["cursor"],))

class Receiver(BaseHTTPRequestHandler):
    protocol_version, log_message = "HTTP/1.1", lambda *_: None

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if is_valid := verify(self.headers, body):
            save_events([json.loads(body)])
        self.send_response_only(204 if is_valid else 401)
        self.end_headers()

if db.execute("select count(*) from state").fetchone() == (0,):
    start = call("/events/feed?after=now")["cursor"]
    with db:
        save_records(call("/leads")["data"], call("/codes")["data"])
        db.execute("insert into state values (?)", (start,))
elif "--after-outage" in sys.argv:
    follow()
threading.Thread(target=handle_all, daemon=True).start()
ThreadingHTTPServer.handle_error = lambda *_: None  # A connection that was closed.
ThreadingHTTPServer(("127.0.0.1", int(PORT)), Receiver).serve_forever()

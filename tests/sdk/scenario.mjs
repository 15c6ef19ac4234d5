// What an app does with the client. Runs on every runtime, so it has no API of one.

/** Throws unless two values are equal as JSON. */
function expectEqual(actual, expected, what) {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${what}: ${left} instead of ${right}`);
}

/** With a secret key. Returns what was checked. */
export async function runOnServer({ Gatehouse, isGatehouseError, verifyWebhook }, { url, secretKey, webhook, name }) {
  const log = [];
  const gatehouse = new Gatehouse({ url, key: secretKey, onResponse: (response) => log.push(response) });
  const checks = [];
  const check = (what, actual, expected) => {
    expectEqual(actual, expected, what);
    checks.push(what);
  };

  const codes = await gatehouse.codes.generate({ amount: 3, name });
  check("generates codes", codes.length, 3);
  const [code = "", lostCode = ""] = codes.map((each) => each.code);
  const email = `${name}@example.org`;
  const claim = await gatehouse.codes.claim({ code, email });
  check("claims a code", [claim.created, claim.lead.email, claim.claimedCode.status], [true, email, "exhausted"]);

  const second = await gatehouse.codes.claim({ code, email: `other-${email}` }).safe();
  check("returns an error", [second.data, second.error?.name, second.error?.status], [null, "code_exhausted", 409]);
  try {
    await gatehouse.codes.get("no-such-code");
  } catch (error) {
    check(
      "throws an error",
      [isGatehouseError(error, "codes.get"), isGatehouseError(error, "codes.claim"), error.name],
      [true, false, "code_not_found"],
    );
  }

  log.length = 0;
  const lost = await gatehouse.codes.claim({ code: lostCode, email }, { idempotencyKey: `lost-${name}` });
  // Deno sends a request again by itself, if a connection that it kept open ends without an answer.
  check("repeats a claim whose answer was lost", [lost.created, log.at(-1).status, log.at(-1).isReplayed], [true, 200, true]);

  const exchanged = await gatehouse.claims.exchange({ claimToken: lost.claimToken });
  check("exchanges a claim token", exchanged.lead.email, email);

  for (let row = 0; row < 5; row++) await gatehouse.leads.create({ email: `${row}-${email}`, waitlist: true, tags: [name] });
  const emails = [];
  for await (const lead of gatehouse.leads.list({ tag: name, limit: 2 })) emails.push(lead.email);
  check(
    "iterates a list",
    emails.sort(),
    [0, 1, 2, 3, 4].map((row) => `${row}-${email}`),
  );
  const page = await gatehouse.leads.list({ tag: name, limit: 2 });
  check("reads a page", [page.data.length, page.total, page.isTotalCapped, page.nextCursor !== null], [2, 5, false, true]);

  const file = await gatehouse.leads.listFile({ format: "csv", tag: name, columns: "email", header: "names" });
  check("reads a file", (await file.text()).replace("\ufeff", "").trim().split(/\r?\n/).length, 6);

  const upload = await gatehouse.imports.create(new Blob([`Email\nimported-${email}\n`]), { name: "leads.csv" });
  check("uploads a file", [upload.fileName, upload.rowCount, upload.status], ["leads.csv", 1, "uploaded"]);

  async function* rows() {
    for (const row of ["Email", `first-${email}`, `second-${email}`]) yield new TextEncoder().encode(`${row}\n`);
  }
  check("uploads a stream", (await gatehouse.imports.create(rows())).rowCount, 2);

  const claimed = [];
  for await (const event of gatehouse.events.follow({ types: ["code.claimed"] })) {
    claimed.push(event);
    if (event.data.code === lostCode) break;
  }
  check("follows events", claimed.at(-1)?.data.change.email, email);

  const event = await verifyWebhook(webhook.body, webhook.headers, webhook.secret);
  check("verifies a webhook", event.type, "code.claimed");
  const forged = await verifyWebhook(`${webhook.body} `, webhook.headers, webhook.secret).then(
    () => "verified",
    (error) => error.name,
  );
  check("refuses a forged webhook", forged, "webhook_not_verified");

  const controller = new AbortController();
  const aborted = gatehouse.codes.get(code, { signal: controller.signal });
  controller.abort();
  check("ends a call with its signal", await aborted.catch((error) => error.name), "AbortError");
  return checks;
}

/** With a public key, as on a page. Returns what was checked. */
export async function runOnPage({ GatehousePublic, isGatehouseError }, { url, publicKey, code, name }) {
  const gatehouse = new GatehousePublic({ url, key: publicKey });
  const email = `${name}@example.org`;
  const checks = [];
  const check = (what, actual, expected) => {
    expectEqual(actual, expected, what);
    checks.push(what);
  };
  const signUp = await gatehouse.leads.create({ email, waitlist: true });
  check("joins the waitlist", signUp.email, email);
  const claim = await gatehouse.codes.claim({ code, email });
  check("claims a code", [claim.code, claim.created, typeof claim.claimToken], [code, true, "string"]);
  const { error } = await gatehouse.codes.claim({ code, email: `other-${email}` }).safe();
  check("returns an error", [isGatehouseError(error, "codes.claim"), error?.name], [true, "code_exhausted"]);
  return checks;
}

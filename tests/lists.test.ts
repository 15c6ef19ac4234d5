import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeIdentity } from "@/contract/fields";
import { send } from "@/core/codes/send";
import { type Api, apiWith } from "./harness/api";
import { aBatch, aCode, aLead, anAddress, aProject, inSeconds, someLeads, unique } from "./harness/factories";
import { aWorld } from "./harness/world";

const { ctx, secretKey } = await aWorld();
const api = apiWith(secretKey);

/** Follows `Link` from page to page; `between` runs after each. Answers the rows in the order met. */
async function walk(by: Api, path: string, between: (page: number) => Promise<unknown> = async () => {}): Promise<{ rows: Record<string, unknown>[]; totals: number[] }> {
  const rows: Record<string, unknown>[] = [];
  const totals: number[] = [];
  for (let next: string | undefined = path, page = 0; next !== undefined; page++) {
    const { status, data, headers } = await by.get(next);
    expect(status).toBe(200);
    rows.push(...data);
    totals.push(Number(headers.get("x-total-count")));
    const [, url] = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "") ?? [];
    if (url) expect(url).toMatch(/^http:\/\/localhost:3000\/api\//);
    next = url?.replace("http://localhost:3000/api", "");
    await between(page);
    if (page > 200) throw new Error("The pages do not end");
  }
  return { rows, totals };
}

type Kind = { path: string; id: string; make(project: Awaited<ReturnType<typeof aProject>>["ctx"]): Promise<unknown> };
const sent = async (project: Parameters<Kind["make"]>[0]) => send(project, { code: codeIdentity(await aCode(project)), emails: [await aLead(project)] });
const kinds: Kind[] = [
  { path: "/codes", id: "code", make: (project) => aCode(project) },
  { path: "/leads", id: "email", make: (project) => aLead(project) },
  { path: "/claims", id: "email", make: (project) => aCode(project, { claimedBy: [anAddress()] }) },
  { path: "/batches", id: "id", make: (project) => aBatch(project) },
  { path: "/sends", id: "id", make: sent },
  { path: "/events", id: "id", make: sent },
];

describe.each(kinds)("$path", ({ path, id, make }) => {
  test("walked by its links holds everything once, newest first, while more is made", async () => {
    const { ctx: own, secretKey: key } = await aProject(ctx);
    for (let i = 0; i < 25; i++) await make(own);
    const by = apiWith(key);
    const before = (await by.get(path)).data as Record<string, unknown>[];
    expect(before).toHaveLength(25);
    const { rows, totals } = await walk(by, `${path}?limit=4`, () => make(own));
    expect(rows.map((row) => row[id])).toEqual(before.map((row) => row[id]));
    expect(totals.slice(0, 3)).toEqual([25, 26, 27]);
    const after = (await by.get(path)).data as Record<string, unknown>[];
    expect(after.slice(-25)).toEqual(before);
  });

  test("walked while rows go skips and repeats none of the rest", async () => {
    const { ctx: own, secretKey: key } = await aProject(ctx);
    for (let i = 0; i < 12; i++) await make(own);
    const by = apiWith(key);
    const before = ((await by.get(path)).data as Record<string, unknown>[]).map((row) => row[id]);
    const { rows } = await walk(by, `${path}?limit=1`);
    expect(rows.map((row) => row[id])).toEqual(before);
    if (path !== "/codes") return;
    const removing = await walk(by, `${path}?limit=3`, (page) => by.post("/codes/delete", { code: before[page * 3 + 2] }));
    expect(removing.rows.map((row) => row[id])).toEqual(before);
  });

  test("refuses a cursor it did not give, and a limit that is none", async () => {
    const made = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
    const cursors = ["x", "", "null", "[]", made([]), made({}), made("x"), made([1]), made([null]), made(["x"]), made(["'", "x"]), made([["x"]]), made(["x\0"]), made('["\\ud800"]'), "a".repeat(501)];
    for (const cursor of [...cursors, made([unique(), "99999999999", "x"])]) {
      const { status, error, fields } = await api.get(`${path}?limit=2&cursor=${encodeURIComponent(cursor)}`);
      expect({ status, error, fields: Object.keys(fields ?? {}) }, cursor).toEqual({ status: 400, error: "invalid_input", fields: ["cursor"] });
    }
    for (const limit of ["0", "-1", "1001", "1.5", "1e2", "x", "", "0x10", " 5", "10000000000000000000"]) {
      expect(await api.get(`${path}?limit=${encodeURIComponent(limit)}`), limit).toMatchObject({ error: "invalid_input", fields: { limit: [expect.any(String)] } });
    }
  });

  test("refuses a filter it does not know and one that stands twice, by name", async () => {
    expect(await api.get(`${path}?colour=red`)).toMatchObject({ error: "invalid_input", fields: { colour: [expect.any(String)] } });
    expect(await api.get(`${path}?limit=1&limit=2`)).toMatchObject({ error: "invalid_input", fields: { limit: [expect.any(String)] } });
  });

  test("is empty in an empty project, in full and by page", async () => {
    const by = apiWith((await aProject(ctx)).secretKey);
    expect((await by.get(path)).data).toEqual([]);
    const { data, headers } = await by.get(`${path}?limit=10`);
    expect(data).toEqual([]);
    expect(headers.get("x-total-count")).toBe("0");
    expect(headers.get("link")).toBeNull();
  });
});

test("a list of everything is streamed over many chunks, each row once", async () => {
  const { ctx: own, secretKey: key } = await aProject(ctx);
  const emails = await someLeads(own, 2500);
  const { data, headers } = await apiWith(key).get("/leads");
  expect(data.map((lead: { email: string }) => lead.email).sort()).toEqual(emails.sort());
  expect(headers.get("x-total-count")).toBeNull();
});

describe("filters of codes", async () => {
  const { ctx: own, secretKey: key } = await aProject(ctx);
  const batch = await aBatch(own, { paused: true });
  const codes = {
    active: await aCode(own, { text: "curious-pineapple" }),
    paused: await aCode(own, { text: "curious-otter", paused: true }),
    ofPausedBatch: await aCode(own, { text: "brave-otter", batch }),
    expired: await aCode(own, { text: "123456", type: "numeric", validUntil: inSeconds(-60) }),
    exhausted: await aCode(own, { text: "bc2df3", type: "alphanumeric", claimedBy: ["ada@example.org"] }),
    scheduled: await aCode(own, { text: "bc2df4", type: "alphanumeric", validFrom: inSeconds(3600), reservedFor: "ada@example.org" }),
  };
  test.each<[string, (keyof typeof codes)[]]>([
    ["status=active", ["active"]],
    ["status=paused", ["paused", "ofPausedBatch"]],
    ["status=expired", ["expired"]],
    ["status=exhausted", ["exhausted"]],
    ["status=scheduled", ["scheduled"]],
    ["type=numeric", ["expired"]],
    ["type=creative&status=paused", ["paused", "ofPausedBatch"]],
    [`batch=${batch}`, ["ofPausedBatch"]],
    ["reserved=true", ["scheduled"]],
    ["reserved=false&type=alphanumeric", ["exhausted"]],
    ["reservedFor=Ada%40Example.org", ["scheduled"]],
    ["q=Curious-P", ["active"]],
    ["q=curious", ["active", "paused"]],
    ["q=BC2", ["exhausted", "scheduled"]],
    ["q=%25", ["active", "paused", "ofPausedBatch", "expired", "exhausted", "scheduled"]],
    ["q=pineapple", []],
  ])("%s", async (query, found) => {
    const { rows, totals } = await walk(apiWith(key), `/codes?limit=1&${query}`);
    expect(rows.map((row) => row.code).sort()).toEqual(found.map((name) => codes[name]).sort());
    expect(totals[0]).toBe(found.length);
    expect((await apiWith(key).get(`/codes?${query}`)).data).toEqual(rows);
  });
});

describe("filters of leads", async () => {
  const { ctx: own, secretKey: key } = await aProject(ctx);
  await aLead(own, { email: "ada@example.org", firstname: "Ada", lastname: "Lovelace", onWaitlist: true });
  await aLead(own, { email: "grace_h@example.org", firstname: "Grace", lastname: "Hopper 100%" });
  await aCode(own, { claimedBy: ["grace_h@example.org"] });
  test.each([
    ["waitlist=true", ["ada@example.org"]],
    ["waitlist=false", ["grace_h@example.org"]],
    ["claimed=true", ["grace_h@example.org"]],
    ["claimed=false", ["ada@example.org"]],
    ["q=ADA%20LOVE", ["ada@example.org"]],
    ["q=EXAMPLE.org", ["ada@example.org", "grace_h@example.org"]],
    ["q=100%25", ["grace_h@example.org"]],
    ["q=_", ["grace_h@example.org"]],
    ["q=%5C", []],
    ["claimed=true&waitlist=true", []],
  ])("%s", async (query, found) => {
    const { rows, totals } = await walk(apiWith(key), `/leads?limit=1&${query}`);
    expect(rows.map((row) => row.email).sort()).toEqual(found);
    expect(totals[0]).toBe(found.length);
  });
});

describe("filters of claims, sends, batches and events", async () => {
  const { ctx: own, secretKey: key } = await aProject(ctx);
  const by = apiWith(key);
  const batch = await aBatch(own, { name: "Launch day", type: "numeric", paused: true });
  await aBatch(own, { name: "Later" });
  const claimed = await aCode(own, { text: "curious-otter", allowedClaims: 3, claimedBy: ["ada@example.org", "grace@example.org"] });
  await aCode(own, { text: "555555", batch, claimedBy: ["ada@example.org"] });
  const { sendId } = await send(own, { code: codeIdentity(claimed), emails: [await aLead(own, { email: "eve@example.org" }), await aLead(own)] });
  const other = await send(own, { code: codeIdentity(await aCode(own)), emails: [await aLead(own)] });
  const middle = (await by.get("/events")).data[0].at;

  test.each([
    ["/claims?code=Curious%20Otter", 2],
    ["/claims?email=ADA@example.org", 2],
    [`/claims?batch=${batch}`, 1],
    ["/claims?q=grace", 1],
    ["/claims?q=Curious-o", 2],
    ["/claims?q=otter", 0],
    ["/codes/curious-otter/claims", 2],
    ["/codes/CURIOUS%20OTTER/claims?q=ada", 1],
    ["/codes/curious-otter/claims?limit=1", 1],
    ["/sends?code=curious-otter", 1],
    ["/sends?email=eve@example.org", 1],
    ["/sends", 2],
    ["/batches?q=LAUNCH", 1],
    ["/batches?type=numeric", 1],
    ["/batches?paused=true", 1],
    ["/events?kind=code.sent", 2],
    ["/events?kind=code.sent&code=curiousotter", 1],
    ["/events?email=eve@example.org", 0],
    [`/events?since=${encodeURIComponent(middle)}&kind=code.sent`, 1],
    ["/events?until=2020-01-01T00:00:00Z", 0],
    [`/sends/${sendId}/deliveries`, 2],
    [`/sends/${sendId}/deliveries?q=EVE`, 1],
    [`/sends/${sendId}/deliveries?status=queued&limit=1`, 1],
    [`/sends/${sendId}/deliveries?status=failed`, 0],
  ])("%s has %i", async (path, amount) => {
    expect((await by.get(path)).data).toHaveLength(amount);
  });

  test("the deliveries of a send are walked by address", async () => {
    const { rows, totals } = await walk(by, `/sends/${sendId}/deliveries?limit=1`);
    expect(rows.map((row) => row.email)).toEqual([...rows.map((row) => row.email)].sort());
    expect(totals).toEqual([2, 2]);
    expect(await by.get(`/sends/${other.sendId}`)).toMatchObject({ data: { id: other.sendId, receivedLeads: 1, deliveries: { queued: 1 } } });
  });

  test("a batch counts its codes and claims as they are now", async () => {
    const find = async () => ((await by.get("/batches")).data as { id: string }[]).find(({ id }) => id === batch);
    expect(await find()).toMatchObject({ codes: 1, claims: 1, paused: true });
    await own.db.execute(sql`update batches set paused_at = null where id = ${batch}`);
    await by.post("/leads/delete", { email: "ada@example.org" });
    expect(await find()).toMatchObject({ codes: 1, claims: 0, paused: false });
    await by.post("/codes/delete", { code: "555555" });
    expect(await find()).toMatchObject({ codes: 0, claims: 0 });
  });
});

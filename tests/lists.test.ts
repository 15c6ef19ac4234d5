import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { addSuppression } from "@/core/suppressions/add";
import { apiClient, callRoute } from "./harness/api";
import { insertBatch, insertCode, insertLead, uniqueEmail, insertProject, insertLeads, uniqueId } from "./harness/factories";
import { followPages } from "./harness/follow-pages";
import { createTestApp } from "./harness/test-app";

const { ctx, secretKey } = await createTestApp();
const api = apiClient(secretKey);

type Kind = { path: string; id: string; make(project: Awaited<ReturnType<typeof insertProject>>["ctx"]): Promise<unknown> };
const sent = async (project: Parameters<Kind["make"]>[0]) =>
  sendCode(project, { code: normalizeCode(await insertCode(project)), emails: [await insertLead(project)] });
const kinds: Kind[] = [
  { path: "/codes", id: "code", make: (project) => insertCode(project) },
  { path: "/leads", id: "email", make: (project) => insertLead(project) },
  { path: "/claims", id: "email", make: (project) => insertCode(project, { claimedBy: [uniqueEmail()] }) },
  { path: "/batches", id: "id", make: (project) => insertBatch(project) },
  { path: "/sends", id: "id", make: sent },
  { path: "/deliveries", id: "id", make: sent },
  { path: "/events", id: "id", make: sent },
  { path: "/suppressions", id: "email", make: (project) => addSuppression(project, { email: uniqueEmail() }) },
];

/** The cursor of a list's second page. */
async function aCursor(path: string, make: () => Promise<unknown>): Promise<string> {
  for (let i = 0; i < 2; i++) await make();
  const { headers } = await api.get(`${path}${path.includes("?") ? "&" : "?"}limit=1`);
  const [, url = ""] = /^<([^>]+)>/.exec(headers.get("link") ?? "") ?? [];
  return new URL(url).searchParams.get("cursor") ?? "";
}

test("a cursor of one list or order is refused by every other, and not misread", async () => {
  const orders = [
    "/codes",
    "/codes?order=asc",
    "/codes?sort=code",
    "/codes?sort=validUntil",
    "/leads",
    "/leads?sort=email",
    "/claims",
    "/claims?order=asc",
  ];
  const lists = [
    ...orders,
    "/batches",
    "/batches?sort=name",
    "/sends",
    "/deliveries",
    "/events",
    "/suppressions",
    "/suppressions?order=asc",
  ];
  const given: [string, string][] = [];
  for (const path of lists) given.push([path, await aCursor(path, async () => Promise.all(kinds.map(({ make }) => make(ctx))))]);
  for (const path of lists)
    for (const [from, cursor] of given) {
      const { status, fields } = await api.get(`${path}${path.includes("?") ? "&" : "?"}limit=1&cursor=${cursor}`);
      const expected = from === path ? [200, undefined] : [400, { cursor: [expect.any(String)] }];
      expect([status, fields], `${from} at ${path}`).toEqual(expected);
    }
});

describe.each(kinds)("$path", ({ path, id, make }) => {
  test("walked by its links holds everything once, newest first, while more is made", async () => {
    const { ctx: own, secretKey: key } = await insertProject(ctx);
    for (let i = 0; i < 25; i++) await make(own);
    const by = apiClient(key);
    const before = (await by.get(path)).data as Record<string, unknown>[];
    expect(before).toHaveLength(25);
    const { rows, totals } = await followPages(by, `${path}?limit=4`, () => make(own));
    expect(rows.map((row) => row[id])).toEqual(before.map((row) => row[id]));
    expect(totals.slice(0, 3)).toEqual([25, 26, 27]);
    const after = (await by.get(path)).data as Record<string, unknown>[];
    expect(after.slice(-25)).toEqual(before);
  });

  test("walked while rows go skips and repeats none of the rest", async () => {
    const { ctx: own, secretKey: key } = await insertProject(ctx);
    for (let i = 0; i < 12; i++) await make(own);
    const by = apiClient(key);
    const before = ((await by.get(path)).data as Record<string, unknown>[]).map((row) => row[id]);
    const { rows } = await followPages(by, `${path}?limit=1`);
    expect(rows.map((row) => row[id])).toEqual(before);
    if (path !== "/codes") return;
    const removing = await followPages(by, `${path}?limit=3`, (page) => by.post("/codes/delete", { code: before[page * 3 + 2] }));
    expect(removing.rows.map((row) => row[id])).toEqual(before);
  });

  test("refuses a cursor it did not give, and a limit that is none", async () => {
    const made = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
    const cursors = [
      "x",
      "",
      "null",
      "[]",
      made([]),
      made({}),
      made("x"),
      made([1]),
      made([null]),
      made(["x"]),
      made(["'", "x"]),
      made([["x"]]),
      made(["x\0"]),
      made('["\\ud800"]'),
      "a".repeat(501),
    ];
    const given = await aCursor(path, () => make(ctx));
    const own = JSON.parse(Buffer.from(given, "base64url").toString()) as string[];
    const tampered = [[own[0], ...own.slice(1).map(() => "x")], [own[0]], [...own, "x"], [`${own[0]} x`, ...own.slice(1)], own.slice(1)];
    for (const cursor of [...cursors, ...tampered.map(made), made([uniqueId(), "99999999999", "x"])]) {
      const { status, error, fields } = await api.get(`${path}?limit=2&cursor=${encodeURIComponent(cursor)}`);
      expect({ status, error, fields: Object.keys(fields ?? {}) }, cursor).toEqual({
        status: 400,
        error: "invalid_input",
        fields: ["cursor"],
      });
    }
    for (const limit of ["0", "-1", "1001", "1.5", "1e2", "x", "", "0x10", " 5", "10000000000000000000"]) {
      expect(await api.get(`${path}?limit=${encodeURIComponent(limit)}`), limit).toMatchObject({
        error: "invalid_input",
        fields: { limit: [expect.any(String)] },
      });
    }
  });

  test("refuses a filter it does not know and one that stands twice, by name", async () => {
    expect(await api.get(`${path}?colour=red`)).toMatchObject({ error: "invalid_input", fields: { colour: [expect.any(String)] } });
    expect(await api.get(`${path}?limit=1&limit=2`)).toMatchObject({ error: "invalid_input", fields: { limit: [expect.any(String)] } });
  });

  test("is empty in an empty project, in full and by page", async () => {
    const by = apiClient((await insertProject(ctx)).secretKey);
    expect((await by.get(path)).data).toEqual([]);
    const { data, headers } = await by.get(`${path}?limit=10`);
    expect(data).toEqual([]);
    expect(headers.get("x-total-count")).toBe("0");
    expect(headers.get("link")).toBeNull();
  });
});

test("a list of everything is streamed over many chunks, each row once", async () => {
  const { ctx: own, secretKey: key } = await insertProject(ctx);
  const emails = await insertLeads(own, 2500);
  const { data, headers } = await apiClient(key).get("/leads");
  expect(data.map((lead: { email: string }) => lead.email).sort()).toEqual(emails.sort());
  expect(headers.get("x-total-count")).toBeNull();
});

const named = [
  { path: "/codes/lookup", list: "codes", id: "code", make: () => insertCode(ctx), typed: (code: string) => ` ${code.toUpperCase()} ` },
  { path: "/leads/lookup", list: "emails", id: "email", make: () => insertLead(ctx), typed: (email: string) => ` ${email.toUpperCase()} ` },
];

describe.each(named)("$path", ({ path, list, id, make, typed }) => {
  const idsOf = (records: Record<string, unknown>[]) => records.map((each) => each[id]);
  const nobody = path === "/codes/lookup" ? "nowhere" : "nobody@example.org";

  test("answers what is named in that order, each once, however it is typed, and without what is not there", async () => {
    const [one, two, three] = [await make(), await make(), await make()];
    const { data, headers } = await api.post(path, { [list]: [three, one, nobody, typed(two), one] });
    expect(idsOf(data)).toEqual([three, one, two]);
    expect(data[1]).toEqual((await api.get(path === "/codes/lookup" ? `/codes/${one}` : `/leads/email/${one}`)).data);
    expect(headers.get("link")).toBeNull();
    expect((await api.post(path, { [list]: [nobody] })).data).toEqual([]);
  });

  test("is a file too, to which an Idempotency-Key is nothing", async () => {
    const [one, two] = [await make(), await make()];
    const ask = { body: { [list]: [one] }, headers: { "idempotency-key": uniqueId() } };
    for (let i = 0; i < 2; i++) {
      const answer = await callRoute("POST", `${path}?format=csv`, { key: secretKey, ...ask });
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="(codes|leads)\.csv"$/);
      const text = await answer.text();
      expect(text).toContain(one);
      expect(text).not.toContain(two);
    }
  });

  test("refuses an empty list, one that is too long, and what is no name", async () => {
    for (const given of [[], Array(50_001).fill(nobody), [""], [7], undefined])
      expect(await api.post(path, { [list]: given })).toMatchObject({ status: 400, error: "invalid_input" });
  });
});

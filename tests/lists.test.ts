import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { createBatch } from "@/core/batches/create";
import { sendCode } from "@/core/codes/send";
import { addSuppression } from "@/core/suppressions/add";
import { apiClient, callRoute } from "./harness/api";
import { deleteCodes } from "./harness/bin";
import { insertBatch, insertCode, insertLead, insertLeads, insertProject, uniqueEmail, uniqueId } from "./harness/factories";
import { followPages } from "./harness/follow-pages";
import { createTestApp } from "./harness/test-app";

const { ctx, secretKey } = await createTestApp();
const api = apiClient(secretKey);

type ListCase = { path: string; id: string; insert(project: Awaited<ReturnType<typeof insertProject>>["ctx"]): Promise<unknown> };
const insertSend = async (project: Parameters<ListCase["insert"]>[0]) =>
  sendCode(project, { code: normalizeCode(await insertCode(project)), emails: [await insertLead(project)] });
const listCases: ListCase[] = [
  { path: "/codes", id: "code", insert: (project) => insertCode(project) },
  { path: "/leads", id: "email", insert: (project) => insertLead(project) },
  { path: "/claims", id: "email", insert: (project) => insertCode(project, { claimedBy: [uniqueEmail()] }) },
  { path: "/batches", id: "id", insert: (project) => insertBatch(project) },
  { path: "/sends", id: "id", insert: insertSend },
  { path: "/deliveries", id: "id", insert: insertSend },
  { path: "/events", id: "id", insert: insertSend },
  { path: "/jobs", id: "id", insert: (project) => createBatch(project, {}) },
  { path: "/bin", id: "id", insert: async (project) => deleteCodes(project, [await insertCode(project)]) },
  { path: "/suppressions", id: "email", insert: (project) => addSuppression(project, { email: uniqueEmail() }) },
];

/** Returns the cursor of a list's second page. */
async function getCursor(path: string, insert: () => Promise<unknown>): Promise<string> {
  for (let i = 0; i < 2; i++) await insert();
  return (await api.get(`${path}${path.includes("?") ? "&" : "?"}limit=1`)).nextCursor ?? "";
}

test("a cursor of another list or sort order is rejected", async () => {
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
    "/jobs",
    "/bin",
    "/suppressions",
    "/suppressions?order=asc",
  ];
  const cursors: [string, string][] = [];
  for (const path of lists)
    cursors.push([path, await getCursor(path, async () => Promise.all(listCases.map(({ insert }) => insert(ctx))))]);
  for (const path of lists)
    for (const [source, cursor] of cursors) {
      const { status, fields } = await api.get(`${path}${path.includes("?") ? "&" : "?"}limit=1&cursor=${cursor}`);
      const expected = source === path ? [200, undefined] : [400, { cursor: [expect.any(String)] }];
      expect([status, fields], `cursor of ${source} at ${path}`).toEqual(expected);
    }
});

describe.each(listCases)("$path", ({ path, id, insert }) => {
  test("returns every row once, newest first, while rows are added", async () => {
    const { ctx: projectCtx, secretKey: key } = await insertProject(ctx);
    for (let i = 0; i < 25; i++) await insert(projectCtx);
    const projectApi = apiClient(key);
    const before = (await projectApi.get(path)).data as Record<string, unknown>[];
    expect(before).toHaveLength(25);
    const { rows, totals } = await followPages(projectApi, `${path}?limit=4`, () => insert(projectCtx));
    expect(rows.map((row) => row[id])).toEqual(before.map((row) => row[id]));
    expect(totals.slice(0, 3)).toEqual([25, 26, 27]);
    const after = (await projectApi.get(path)).data as Record<string, unknown>[];
    expect(after.slice(-25)).toEqual(before);
  });

  test("neither skips nor repeats rows while others are deleted", async () => {
    const { ctx: projectCtx, secretKey: key } = await insertProject(ctx);
    for (let i = 0; i < 12; i++) await insert(projectCtx);
    const projectApi = apiClient(key);
    const before = ((await projectApi.get(path)).data as Record<string, unknown>[]).map((row) => row[id]);
    const { rows } = await followPages(projectApi, `${path}?limit=1`);
    expect(rows.map((row) => row[id])).toEqual(before);
    if (path !== "/codes") return;
    const whileDeleting = await followPages(projectApi, `${path}?limit=3`, (page) =>
      projectApi.post("/codes/delete", { code: before[page * 3 + 2] }),
    );
    expect(whileDeleting.rows.map((row) => row[id])).toEqual(before);
  });

  test("rejects invalid cursors and limits", async () => {
    const encodeCursor = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
    const invalidCursors = [
      "x",
      "",
      "null",
      "[]",
      encodeCursor([]),
      encodeCursor({}),
      encodeCursor("x"),
      encodeCursor([1]),
      encodeCursor([null]),
      encodeCursor(["x"]),
      encodeCursor(["'", "x"]),
      encodeCursor([["x"]]),
      encodeCursor(["x\0"]),
      encodeCursor('["\\ud800"]'),
      "a".repeat(501),
    ];
    const validCursor = await getCursor(path, () => insert(ctx));
    const parts = JSON.parse(Buffer.from(validCursor, "base64url").toString()) as string[];
    const tampered = [
      [parts[0], ...parts.slice(1).map(() => "x")],
      [parts[0]],
      [...parts, "x"],
      [`${parts[0]} x`, ...parts.slice(1)],
      parts.slice(1),
    ];
    for (const cursor of [...invalidCursors, ...tampered.map(encodeCursor), encodeCursor([uniqueId(), "99999999999", "x"])]) {
      const { status, error, fields } = await api.get(`${path}?limit=2&cursor=${encodeURIComponent(cursor)}`);
      expect({ status, error, fields: Object.keys(fields ?? {}) }, cursor).toEqual({
        status: 400,
        error: "invalid_input",
        fields: ["cursor"],
      });
    }
    expect((await api.get(`${path}?cursor=${"a".repeat(501)}`)).fields).toEqual({ cursor: ["must be at most 500 characters"] });
    for (const limit of ["0", "-1", "1001", "1.5", "1e2", "x", "", "0x10", " 5", "10000000000000000000"]) {
      expect(await api.get(`${path}?limit=${encodeURIComponent(limit)}`), limit).toMatchObject({
        error: "invalid_input",
        fields: { limit: [expect.any(String)] },
      });
    }
  });

  test("rejects unknown and repeated query parameters by name", async () => {
    expect(await api.get(`${path}?color=red`)).toMatchObject({ error: "invalid_input", fields: { color: [expect.any(String)] } });
    expect(await api.get(`${path}?limit=1&limit=2`)).toMatchObject({ error: "invalid_input", fields: { limit: [expect.any(String)] } });
  });

  test("is empty in an empty project", async () => {
    const projectApi = apiClient((await insertProject(ctx)).secretKey);
    expect((await projectApi.get(path)).data).toEqual([]);
    const { data, headers } = await projectApi.get(`${path}?limit=10`);
    expect(data).toEqual([]);
    expect(headers.get("x-total-count")).toBe("0");
    expect(headers.get("link")).toBeNull();
  });
});

test("an unpaged list is streamed in many chunks with every row once", async () => {
  const { ctx: projectCtx, secretKey: key } = await insertProject(ctx);
  const emails = await insertLeads(projectCtx, 2500);
  const { data, headers } = await apiClient(key).get("/leads");
  expect(data.map((lead: { email: string }) => lead.email).sort()).toEqual(emails.sort());
  expect(headers.get("x-total-count")).toBeNull();
});

const lookups = [
  {
    path: "/codes/lookup",
    list: "codes",
    id: "code",
    insert: () => insertCode(ctx),
    withDifferentCase: (code: string) => ` ${code.toUpperCase()} `,
  },
  {
    path: "/leads/lookup",
    list: "emails",
    id: "email",
    insert: () => insertLead(ctx),
    withDifferentCase: (email: string) => ` ${email.toUpperCase()} `,
  },
];

describe.each(lookups)("$path", ({ path, list, id, insert, withDifferentCase }) => {
  const getIds = (records: Record<string, unknown>[]) => records.map((each) => each[id]);
  const missing = path === "/codes/lookup" ? "nowhere" : "missing@example.org";

  test("returns the requested records in order, each once, regardless of spelling, and omits missing ones", async () => {
    const [first, second, third] = [await insert(), await insert(), await insert()];
    const { data, headers } = await api.post(path, { [list]: [third, first, missing, withDifferentCase(second), first] });
    expect(getIds(data)).toEqual([third, first, second]);
    const { holds: _, ...record } = (await api.get(path === "/codes/lookup" ? `/codes/${first}` : `/leads/email/${first}`)).data;
    expect(data[1]).toEqual(record);
    expect(headers.get("link")).toBeNull();
    expect((await api.post(path, { [list]: [missing] })).data).toEqual([]);
  });

  test("exports CSV and ignores an Idempotency-Key", async () => {
    const [first, second] = [await insert(), await insert()];
    const options = { body: { [list]: [first] }, headers: { "idempotency-key": uniqueId() } };
    for (let i = 0; i < 2; i++) {
      const response = await callRoute("POST", `${path}?format=csv`, { key: secretKey, ...options });
      expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="(codes|leads)\.csv"$/);
      const text = await response.text();
      expect(text).toContain(first);
      expect(text).not.toContain(second);
    }
  });

  test("rejects an empty list, a list that is too long, and entries that aren't text", async () => {
    for (const entries of [[], Array(50_001).fill(missing), [7], undefined])
      expect(await api.post(path, { [list]: entries })).toMatchObject({ status: 400, error: "invalid_input" });
  });
});

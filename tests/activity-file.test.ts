import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createKey } from "@/core/keys/keys";
import { apiClient, callRoute } from "./harness/api";
import { createCookie, insertProject, insertStaff } from "./harness/factories";
import { staffContext } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const { ctx } = await insertProject(app.ctx);
const cookie = await createCookie(ctx, await insertStaff(ctx, { name: "Grace", role: "owner" }));
const api = apiClient(null);
await api.post("/codes/generate", { amount: 1 }, { cookie });

describe("the activity log as a CSV file", () => {
  const readLines = (text: string) =>
    text
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n");

  test("has the rows of the list after the column titles", async () => {
    const response = await callRoute("GET", "/events?format=csv&kind=codes.generated", { cookie });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="activity.csv"');
    // Reading the response as text would remove the byte order mark.
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3).toString("hex")).toBe("efbbbf");
    const [first, ...rest] = readLines(bytes.toString());
    expect(first).toBe("Time,Event,Actor,Actor name,Subject,Code,Email,Request ID,Details");
    const { data } = await api.get("/events?kind=codes.generated", { cookie });
    expect(rest).toHaveLength(data.length);
    expect(rest[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,codes\.generated,staff,Grace,,,,[0-9a-f-]{36},"\{.*""amount"":1\}"$/);
  });

  test("has the name of the affected staff member", async () => {
    const alan = await insertStaff(ctx, { name: "Alan Turing" });
    await api.call("PATCH", `/team/${alan.id}`, { cookie, body: { role: "viewer" } });
    const [, line] = readLines(await (await callRoute("GET", "/events?format=csv&kind=staff.updated", { cookie })).text());
    expect(line).toMatch(/,staff\.updated,staff,Grace,Alan Turing,/);
  });

  test("has all rows that match the filters", async () => {
    const project = await insertProject(app.ctx);
    await project.db.execute(sql`insert into events (project_id, id, kind, actor_kind)
      select ${project.ctx.projectId}, uuidv7(), case when n % 2 = 0 then 'lead.created' else 'lead.deleted' end, 'system' from generate_series(1, 2500) as n`);
    const readFilteredLines = async (query: string) =>
      readLines(await (await callRoute("GET", `/events?format=csv${query}`, { key: project.secretKey })).text()).length - 1;
    // With the export itself.
    expect(await readFilteredLines("")).toBe(2501);
    expect(await readFilteredLines("&kind=lead.created")).toBe(1250);
    expect(await readFilteredLines("&by=staff")).toBe(0);
    expect(await readFilteredLines("&limit=10")).toBe(10);
  });

  test("runs no formulas in a spreadsheet", async () => {
    const project = await insertProject(app.ctx);
    const grace = await staffContext(project.ctx, { name: '=HYPERLINK("https://evil.example")', role: "owner" });
    await createKey(grace, { kind: "secret_key", name: "Shop" });
    const text = await (await callRoute("GET", "/events?format=csv", { key: project.secretKey })).text();
    expect(text).toContain(`"'=HYPERLINK(`);
    expect(text).not.toMatch(/(^|,)"?=/m);
  });

  test("returns errors as JSON", async () => {
    expect(await api.get("/events?format=csv&limit=0", { cookie })).toMatchObject({ status: 400, error: "invalid_input" });
    expect(await api.get("/events?format=csv&limit=5&cursor=x", { cookie })).toMatchObject({ status: 400, error: "invalid_input" });
    expect(await api.get("/events?format=xml", { cookie })).toMatchObject({ fields: { format: [expect.any(String)] } });
    expect(await api.get("/events?format=csv")).toMatchObject({ status: 401, error: "bad_key" });
  });
});

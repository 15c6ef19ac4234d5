import { describe, expect, test } from "vitest";
import { apiClient } from "./harness/api";
import { insertCode, insertLead, insertProject, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx } = await createTestApp();

async function createProjectApi() {
  const project = await insertProject(ctx);
  return { ctx: project.ctx, api: apiClient(project.secretKey) };
}

describe("the overview", () => {
  test("of a small project shows every change immediately", async () => {
    const { ctx: own, api } = await createProjectApi();
    expect((await api.get("/overview")).data).toMatchObject({ leads: { total: 0 }, codes: { total: 0 }, claims: 0 });
    await insertLead(own, { onWaitlist: true });
    const code = await insertCode(own, { text: "bcd234", type: "alphanumeric" });
    expect((await api.get("/overview")).data).toMatchObject({
      leads: { total: 1, waiting: 1 },
      codes: { total: 1, claimable: 1, exhausted: 0 },
    });
    expect((await api.post("/codes/claim", { code, email: uniqueEmail() })).status).toBe(200);
    expect((await api.get("/overview")).data).toMatchObject({
      leads: { total: 2, waiting: 1, claimed: 1 },
      codes: { total: 1, claimable: 0, exhausted: 1 },
      claims: 1,
    });
    const days = await Promise.all(["/leads/stats", "/claims/stats?span=90"].map(async (path) => (await api.get(path)).data.days));
    expect(days.map((each) => [each.length, each.at(-1).count])).toEqual([
      [30, 2],
      [90, 1],
    ]);
  });

  test("reports that no mail server is connected", async () => {
    const { api } = await createProjectApi();
    expect((await api.get("/overview")).data.attention).toMatchObject([{ name: "email_not_connected" }]);
  });
});

test("the formats show how many codes remain", async () => {
  const { ctx: own, api } = await createProjectApi();
  for (const text of ["012345", "012346", "234567"]) await insertCode(own, { type: "numeric", text });
  await insertCode(own, { reservedFor: uniqueEmail() });
  const formats = (await api.get("/formats")).data as { type: string; used: number; remaining: number; claimable: number }[];
  expect(formats).toMatchObject([
    { type: "creative", used: 1, claimable: 0 },
    { type: "alphanumeric", used: 0, claimable: 0, total: 28 ** 6, remaining: 28 ** 6 - 1 },
    { type: "numeric", used: 3, claimable: 3, remaining: 999_997, total: 1_000_000 },
  ]);
});

test.each(["/leads/stats?span=31", "/claims/stats?span=", "/claims/stats?batch=first", "/leads/stats?batch=x", "/leads/stats?zone=UTC"])(
  "the query of statistics in %s is rejected",
  async (path) => {
    const { api } = await createProjectApi();
    expect(await api.get(path)).toMatchObject({ status: 400, error: "invalid_input" });
  },
);

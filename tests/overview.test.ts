import { describe, expect, test } from "vitest";
import { apiWith } from "./harness/api";
import { aCode, aLead, anAddress, aProject } from "./harness/factories";
import { aWorld } from "./harness/world";

const { ctx } = await aWorld();

async function aProjectsApi() {
  const project = await aProject(ctx);
  return { ctx: project.ctx, api: apiWith(project.secretKey) };
}

describe("the overview", () => {
  test("of a small project tells every change at once", async () => {
    const { ctx: own, api } = await aProjectsApi();
    expect((await api.get("/overview")).data).toMatchObject({ leads: { all: 0 }, codes: { all: 0 }, claims: 0 });
    await aLead(own, { onWaitlist: true });
    const code = await aCode(own, { text: "bcd234", type: "alphanumeric" });
    expect((await api.get("/overview")).data).toMatchObject({ leads: { all: 1, waiting: 1 }, codes: { all: 1, live: 1, used: 0 } });
    expect((await api.post("/codes/claim", { code, email: anAddress() })).status).toBe(200);
    expect((await api.get("/overview")).data).toMatchObject({
      leads: { all: 2, waiting: 1, admitted: 1 },
      codes: { all: 1, live: 0, used: 1 },
      claims: 1,
    });
    const days = await Promise.all(["/leads/days", "/claims/days?span=90"].map(async (path) => (await api.get(path)).data.days));
    expect(days.map((each) => [each.length, each.at(-1).count])).toEqual([
      [30, 2],
      [90, 1],
    ]);
  });

  test("says that mail is not connected where no mail server is set", async () => {
    const { api } = await aProjectsApi();
    expect((await api.get("/overview")).data.attention).toMatchObject([{ name: "mail_not_connected" }]);
  });
});

test("the formats say how many codes remain", async () => {
  const { ctx: own, api } = await aProjectsApi();
  for (const text of ["012345", "012346", "234567"]) await aCode(own, { type: "numeric", text });
  await aCode(own, { reservedFor: anAddress() });
  const formats = (await api.get("/formats")).data as { type: string; used: number; remaining: number; live: number }[];
  expect(formats).toMatchObject([
    { type: "creative", used: 1, live: 0 },
    { type: "alphanumeric", used: 0, live: 0, space: 28 ** 6, remaining: 28 ** 6 - 1 },
    { type: "numeric", used: 3, live: 3, remaining: 999_997, space: 1_000_000 },
  ]);
});

test.each(["/leads/days?span=31", "/claims/days?span=", "/claims/days?batch=first", "/leads/days?batch=x", "/leads/days?zone=UTC"])(
  "%s is refused",
  async (path) => {
    const { api } = await aProjectsApi();
    expect(await api.get(path)).toMatchObject({ status: 400, error: "invalid_input" });
  },
);

import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { apiClient } from "./harness/api";
import { insertCode, insertLead, uniqueEmail, insertProject } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx, secretKey } = await createTestApp();
const api = apiClient(secretKey);

describe("a total", () => {
  test("that is capped is exact up to the cap, and says that it is more beyond", async () => {
    const project = await insertProject(ctx);
    const { db, projectId } = project.ctx;
    const add = (amount: number) =>
      db.execute(
        sql`insert into events (project_id, id, kind, actor_kind) select ${projectId}, uuidv7(), 'lead.created', 'system' from generate_series(1, ${amount}::int)`,
      );
    const totalFor = async (query: string) =>
      (await apiClient(project.secretKey).get(`/events?limit=1${query}`)).headers.get("x-total-count");
    await add(10_000);
    expect(await Promise.all([totalFor("&count=capped"), totalFor("&count=exact"), totalFor("")])).toEqual(["10000", "10000", "10000"]);
    await add(1);
    expect(await Promise.all([totalFor("&count=capped"), totalFor("&count=exact"), totalFor("")])).toEqual(["10000+", "10001", "10001"]);
    expect(await totalFor("&count=capped&by=staff")).toBe("0");
    const { headers } = await apiClient(project.secretKey).get("/events?limit=1&count=capped");
    expect(headers.get("link")).toMatch(/[?&]count=capped&/);
  });

  test.each(["/codes", "/leads", "/claims", "/batches", "/sends", "/deliveries", "/events", "/suppressions"])(
    "of %s is counted either way",
    async (path) => {
      const code = await insertCode(ctx, { claimedBy: [uniqueEmail()] });
      await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: [await insertLead(ctx)] });
      await insertLead(ctx, { suppressed: true });
      const totals = await Promise.all(
        ["", "&count=exact", "&count=capped"].map(async (count) => (await api.get(`${path}?limit=1${count}`)).headers.get("x-total-count")),
      );
      expect(Number(totals[0]), code).toBeGreaterThan(0);
      expect(new Set(totals).size).toBe(1);
      expect(await api.get(`${path}?limit=1&count=some`)).toMatchObject({ fields: { count: [expect.any(String)] } });
    },
  );
});

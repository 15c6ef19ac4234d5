import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { apiClient } from "./harness/api";
import { insertCode, insertLead, insertProject, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx, secretKey } = await createTestApp();
const api = apiClient(secretKey);

describe("the total of a list", () => {
  test("is exact up to the cap and marked with a plus beyond it", async () => {
    const project = await insertProject(ctx);
    const { db, projectId } = project.ctx;
    const insertEvents = (amount: number) =>
      db.execute(
        sql`insert into events (project_id, id, kind, actor_kind) select ${projectId}, uuidv7(), 'lead.created', 'system' from generate_series(1, ${amount}::int)`,
      );
    const getTotal = async (query: string) =>
      (await apiClient(project.secretKey).get(`/events?limit=1${query}`)).headers.get("x-total-count");
    await insertEvents(10_000);
    expect(await Promise.all([getTotal("&count=capped"), getTotal("&count=exact"), getTotal("")])).toEqual(["10000", "10000", "10000"]);
    await insertEvents(1);
    expect(await Promise.all([getTotal("&count=capped"), getTotal("&count=exact"), getTotal("")])).toEqual(["10000+", "10001", "10001"]);
    expect(await getTotal("&count=capped&by=staff")).toBe("0");
    const { headers } = await apiClient(project.secretKey).get("/events?limit=1&count=capped");
    expect(headers.get("link")).toMatch(/[?&]count=capped&/);
  });

  test.each(["/codes", "/leads", "/claims", "/batches", "/sends", "/deliveries", "/events", "/suppressions"])(
    "is the same for %s with every way to count",
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

// cspell:words bcdfghjk
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertLead, insertProject } from "@/tests/harness/factories";
import { importLeads } from "@/tests/harness/imports";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { getLead } from "../leads/record";
import { getImport } from "./record";
import { undoImport } from "./start";

const app = await createTestApp();
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

const setConfirmation = ({ projectId }: Context, email: string, by: "link" | "import", at: string) =>
  app.db.execute(
    sql`update leads set confirmed_at = ${at}::timestamptz, confirmed_by = ${by}, confirmed_from = case when ${by} = 'import' then 'old.csv' end
      where project_id = ${projectId} and email = ${email}`,
  );

test.each(["fill", "overwrite"] as const)(
  "leads that exist get a referrer and a confirmation where they have none with %s, keep their referral code, and undo takes it back",
  async (existing) => {
    const ctx = await createProject();
    const [plain, referred, linked, imported, waiting] = await Promise.all(
      ["plain", "referred", "linked", "imported", "waiting"].map((name) =>
        insertLead(ctx, { email: `${name}@example.org`, ...(name === "waiting" && { status: "unconfirmed" as const }) }),
      ),
    );
    const [friend, other] = [await insertLead(ctx), await insertLead(ctx)];
    await app.db.execute(sql`update leads set referred_by = ${other} where project_id = ${ctx.projectId} and email = ${referred}`);
    await setConfirmation(ctx, linked ?? "", "link", "2025-06-01");
    await setConfirmation(ctx, imported ?? "", "import", "2025-06-01");
    const emails = [plain, referred, linked, imported, waiting].map((email) => email ?? "");
    const read = () =>
      Promise.all(
        emails.map(async (email) => {
          const { referredBy, referralCode, confirmedAt, confirmedBy, confirmedFrom, status } = await getLead(ctx, email);
          return { email, referrer: referredBy?.email ?? null, referralCode, confirmedAt, confirmedBy, confirmedFrom, status };
        }),
      );
    const before = await read();
    const file = ["email,referral code,referred by,confirmed at", ...emails.map((email) => `${email},bcdfghjk,${friend},2025-01-02`)];
    const { id, done } = await importLeads(ctx, file.join("\n"), { existing });
    expect(done.result).toMatchObject({ created: 0, updated: 5, skipped: 0 });
    const confirmed = { confirmedAt: "2025-01-02T00:00:00.000Z", confirmedBy: "import", confirmedFrom: "leads.csv" };
    const expected = before.map((each) => ({
      ...each,
      referrer: each.referrer ?? friend,
      ...((each.email === plain || each.email === referred || (each.email === imported && existing === "overwrite")) && confirmed),
    }));
    expect(await read()).toEqual(expected);
    expect((await getImport(ctx, id)).counts).toMatchObject({ missingReferrers: 0, replacedReferralCodes: 0 });
    expect((await undoImport(ctx, id)).result).toMatchObject({ undone: 5, kept: 0 });
    expect(await read()).toEqual(before);
  },
);

test("leads that are skipped get neither a referrer nor a confirmation", async () => {
  const ctx = await createProject();
  const [email, friend] = [await insertLead(ctx), await insertLead(ctx)];
  const { done } = await importLeads(ctx, `email,referred by,confirmed\n${email},${friend},yes`);
  expect(done.result).toMatchObject({ created: 0, updated: 0, skipped: 1 });
  expect(await getLead(ctx, email)).toMatchObject({ referredBy: null, confirmedAt: null });
});

test("a referrer and a confirmation that were changed since are kept when an import is undone", async () => {
  const ctx = await createProject();
  const [email, friend, other] = [await insertLead(ctx), await insertLead(ctx), await insertLead(ctx)];
  const { id } = await importLeads(ctx, `email,referred by,confirmed\n${email},${friend},2025-01-02`, { existing: "fill" });
  await app.db.execute(sql`update leads set referred_by = ${other} where project_id = ${ctx.projectId} and email = ${email}`);
  await setConfirmation(ctx, email, "link", "2025-03-04");
  await undoImport(ctx, id);
  expect(await getLead(ctx, email)).toMatchObject({
    referredBy: { email: other },
    confirmedAt: "2025-03-04T00:00:00.000Z",
    confirmedBy: "link",
  });
});

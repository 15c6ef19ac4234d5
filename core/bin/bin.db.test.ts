import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { deleteBatches, deleteCodes, deleteLeads, listEntries, undo } from "@/tests/harness/bin";
import { getErrorName } from "@/tests/harness/errors";
import { getClaimCounts, insertBatch, insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { findTraces } from "@/tests/harness/traces";
import { bulkUpdateCodes } from "../codes/bulk-update";
import { deleteCode } from "../codes/delete";
import { getCode } from "../codes/record";
import { sendCode } from "../codes/send";
import type { Context } from "../context";
import { runIdempotent } from "../idempotency";
import { bulkUpdateLeads } from "../leads/bulk-actions";
import { confirmEmailChange, getEmailChangeNotice, requestEmailChange } from "../leads/change-email";
import { deleteLead } from "../leads/delete";
import { getLead } from "../leads/record";
import { updateProject } from "../projects/update";
import { countRows } from "../sql";
import { deleteFromBin } from "./delete";
import { deleteExpiredEntries } from "./entries";

const app = await createTestApp();
const { db } = app;
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;
const key = (code: string) => code.replace(/-/g, "");

describe("the bin", () => {
  test("lists what staff deleted, with who and until when, and finds it by the start of a code, email or name", async () => {
    const ctx = await staffContext(await createProject(), { name: "Grace Hopper" });
    const code = await insertCode(ctx, { claimedBy: [uniqueEmail()] });
    const lead = await insertLead(ctx, { email: `zoe-${uniqueEmail()}` });
    const batch = await insertBatch(ctx, { name: "Spring fair" });
    await deleteCodes(ctx, [code]);
    await deleteLeads(ctx, [lead]);
    await deleteBatches(ctx, [batch]);
    const entries = await listEntries(ctx);
    expect(entries).toMatchObject([
      { kind: "batch", label: "Spring fair", codes: 0, claims: null },
      { kind: "lead", label: lead, codes: null, claims: 0 },
      { kind: "code", label: code, codes: null, claims: 1, deletedBy: { kind: "staff", name: "Grace Hopper" } },
    ]);
    for (const { deletedAt, expiresAt } of entries) expect(Date.parse(expiresAt) - Date.parse(deletedAt)).toBe(30 * 24 * 3_600_000);
    const labels = async (q: string) => (await listEntries(ctx, { q })).map(({ label }) => label);
    expect(await labels(code.toUpperCase().replaceAll("-", " "))).toEqual([code]);
    expect(await labels("ZOE-")).toEqual([lead]);
    expect(await labels("spring")).toEqual(["Spring fair"]);
    expect(await labels("%")).toEqual([]);
    expect((await listEntries(ctx, { kind: "lead" })).map(({ label }) => label)).toEqual([lead]);
    expect(await listEntries((await insertProject(app.ctx)).ctx)).toEqual([]);
  });

  test("keeps nothing of what the documented endpoints delete, and nothing with 0 days", async () => {
    const ctx = await createProject();
    await deleteCode(ctx, key(await insertCode(ctx)));
    await deleteLead(ctx, await insertLead(ctx));
    await bulkUpdateCodes(ctx, { action: "delete", codes: [key(await insertCode(ctx))] });
    await bulkUpdateLeads(ctx, { action: "delete", emails: [await insertLead(ctx)] });
    await updateProject(ctx, { binDays: 0 });
    expect(await deleteCodes(ctx, [await insertCode(ctx)])).toMatchObject({ changed: 1, inBin: false });
    expect(await deleteLeads(ctx, [await insertLead(ctx)])).toMatchObject({ changed: 1, inBin: false });
    expect(await deleteBatches(ctx, [await insertBatch(ctx)])).toMatchObject([{ inBin: false }]);
    expect(await countRows(db, sql`bin_entries`, [sql`project_id = ${ctx.projectId}`])).toBe(0);
  });

  test("doesn't list or restore what is older than the project's days, and deletes it with its rows", async () => {
    const ctx = await createProject();
    const old = await deleteCodes(ctx, [await insertCode(ctx, { claimedBy: [uniqueEmail()] })]);
    await db.execute(sql`update bin_entries set created_at = now() - interval '7 days 1 minute' where project_id = ${ctx.projectId}`);
    const recent = await insertCode(ctx);
    await deleteCodes(ctx, [recent]);
    await updateProject(ctx, { binDays: 7 });
    expect(await listEntries(ctx)).toMatchObject([{ label: recent }]);
    expect(await getErrorName(undo(ctx, old))).toBe("bin_entry_not_found");
    await deleteExpiredEntries(db, (projectId) => ({ ...ctx, projectId }));
    expect(await countRows(db, sql`bin_entries`, [sql`project_id = ${ctx.projectId}`])).toBe(1);
    expect(await countRows(db, sql`bin_rows`, [sql`project_id = ${ctx.projectId}`])).toBe(0);
  });

  test("deletes one entry or all of them permanently, and the emails saved to files only then", async () => {
    const ctx = await createProject();
    const lead = await insertLead(ctx);
    await sendCode(ctx, { code: key(await insertCode(ctx)), emails: [lead] });
    await db.execute(sql`update deliveries set status = 'saved_to_file' where project_id = ${ctx.projectId}`);
    const removals = () => countRows(db, sql`pgboss.job`, [sql`name = 'outbox_removals'`]);
    const before = await removals();
    await deleteLeads(ctx, [lead]);
    await deleteCodes(ctx, [await insertCode(ctx), await insertCode(ctx)]);
    const [first] = await listEntries(ctx, { kind: "code" });
    expect(await deleteFromBin(ctx, { entries: [first?.id ?? ""] })).toMatchObject({ kind: "bin.delete", changed: 1 });
    expect(await removals()).toBe(before);
    expect(await deleteFromBin(ctx, { all: true })).toMatchObject({ changed: 2 });
    expect(await removals()).toBe(before + 1);
    expect(await listEntries(ctx)).toEqual([]);
    expect(await getErrorName(deleteFromBin(ctx, { entries: [first?.id ?? ""] }))).toBe("bin_entry_not_found");
  });

  test("never keeps anything of a person who is erased", async () => {
    const ctx = await createProject();
    const email = `trace-${uniqueEmail()}`;
    const referrer = await insertLead(ctx);
    await insertLead(ctx, { email, referredBy: referrer });
    const friend = await insertLead(ctx, { referredBy: email });
    const claimed = await insertCode(ctx, { allowedClaims: 2, claimedBy: [email, friend] });
    const reserved = await insertCode(ctx, { reservedFor: email });
    const job = await deleteCodes(ctx, [claimed, reserved]);
    await deleteLeads(ctx, [friend]);
    await deleteLeads(ctx, [referrer]);
    const traces = () =>
      countRows(
        db,
        sql`(select e::text as row from bin_entries e where e.project_id = ${ctx.projectId} union all select r::text from bin_rows r where r.project_id = ${ctx.projectId}) as saved`,
        [sql`strpos(row, ${email}) > 0`],
      );
    expect(await traces()).toBe(4);
    await deleteLead(ctx, email);
    expect(await traces()).toBe(0);
    expect(await undo(ctx, job)).toMatchObject({ changed: 2 });
    expect(await getCode(ctx, key(reserved))).toMatchObject({ reservedFor: null, status: "paused" });
    expect(await getClaimCounts(ctx, claimed)).toEqual({ counter: 0, claims: 0 });
    // A lead who is only in the bin.
    const binned = await insertLead(ctx);
    await deleteLeads(ctx, [binned]);
    expect(await getErrorName(deleteLead(ctx, binned))).toBe("lead_not_found");
    expect(await listEntries(ctx, { q: binned })).toEqual([]);
    // Also with an Idempotency-Key, which rolls back other failed requests.
    const again = await insertLead(ctx);
    await deleteLeads(ctx, [again]);
    const erase = runIdempotent(ctx, "erase", ["request"], async (inner) => {
      await deleteLead(inner, again);
      return (async function* () {})();
    });
    expect(await getErrorName(erase)).toBe("lead_not_found");
    expect(await listEntries(ctx, { q: again })).toEqual([]);
  });

  test("keeps no stored response with an earlier email of a lead who left the bin", async () => {
    const ctx = await createProject();
    const [email, newEmail] = [await insertLead(ctx), uniqueEmail()];
    const store = (key: string, reply: object) =>
      runIdempotent(ctx, key, ["request"], async () =>
        (async function* () {
          yield JSON.stringify(reply);
        })(),
      );
    await store("lead", await getLead(ctx, email));
    await store("change", await requestEmailChange(ctx, { email, newEmail }));
    const [change] = await queryRows<{ id: string }>(db, sql`select id from email_changes where email = ${email}`);
    const link = new URL((await getEmailChangeNotice(ctx, change?.id ?? ""))?.link ?? "");
    await confirmEmailChange({ ...ctx, actor: { kind: "visitor", id: null } }, link.searchParams.get("token") ?? "");
    await store("changed", await getLead(ctx, newEmail));
    await deleteLeads(ctx, [newEmail]);
    await deleteFromBin(ctx, { all: true });
    expect(await findTraces(db, [email, newEmail])).toEqual([]);
  });
});

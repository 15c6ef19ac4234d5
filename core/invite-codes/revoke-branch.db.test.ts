import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { undo } from "@/tests/harness/bin";
import { getErrorName } from "@/tests/harness/errors";
import { insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import type { Context } from "../context";
import { updateProject } from "../projects/update";
import { createLeadInvites } from "./invites";
import { getLeadLineage } from "./lineage";
import { previewCodeBranch, previewLeadBranch, revokeCodeBranch, revokeLeadBranch } from "./revoke-branch";

const app = await createTestApp();
const { db } = app;

const claim = async (ctx: Context, code: string, email = uniqueEmail()): Promise<string> => {
  await claimCode(ctx, { code: normalizeCode(code), email });
  return email;
};

const listCodes = async (ctx: Context, email: string): Promise<string[]> =>
  (await createLeadInvites(ctx, email)).codes.map(({ code }) => code);

/** Ada invited Bob and Cleo, and Bob invited Dan, who had claimed another code before, and Eve. Everyone has two codes. */
async function createTree(settings: Parameters<typeof updateProject>[1] = {}) {
  const { ctx } = await insertProject(app.ctx);
  await updateProject(ctx, { inviteQuota: 2, ...settings });
  const shared = await insertCode(ctx, { allowedClaims: 10 });
  const ada = await claim(ctx, shared);
  const [codeOfBob = "", codeOfCleo = ""] = await listCodes(ctx, ada);
  const [bob, cleo] = [await claim(ctx, codeOfBob), await claim(ctx, codeOfCleo)];
  const dan = await claim(ctx, shared);
  const [codeOfDan = "", codeOfEve = ""] = await listCodes(ctx, bob);
  await claim(ctx, codeOfDan, dan);
  const eve = await claim(ctx, codeOfEve);
  for (const email of [cleo, dan, eve]) await listCodes(ctx, email);
  return { ctx, shared, ada, bob, cleo, dan, eve, codeOfBob };
}

/** Everything about codes and claims of a project that people see. */
const readState = async ({ projectId }: Context) => ({
  codes: await queryRows<object>(
    db,
    sql`select key, text, claims, allowed_claims, paused_at, batch_id, batch_index, created_at from codes where project_id = ${projectId} order by key`,
  ),
  claims: await queryRows<object>(db, sql`select * from claims where project_id = ${projectId} order by email, code_key`),
  invites: await queryRows<object>(db, sql`select * from invite_codes where project_id = ${projectId} order by code_key`),
  leads: await queryRows<object>(db, sql`select email, has_claimed from leads where project_id = ${projectId} order by email`),
  batches: await queryRows<object>(
    db,
    sql`select id, code_count, total_allowed_claims, paused_at from batches where project_id = ${projectId} order by id`,
  ),
});

const listWithAccess = async ({ projectId }: Context): Promise<string[]> =>
  (await queryRows<{ email: string }>(db, sql`select email from leads where project_id = ${projectId} and has_claimed order by email`)).map(
    ({ email }) => email,
  );

describe("revoking the branch of a lead", () => {
  test("takes access from everyone below, and undoing it restores exactly what was revoked", async () => {
    const { ctx, ada, dan } = await createTree();
    const before = await readState(ctx);
    // Those of Ada, Bob, Cleo and Eve. Dan, who had access before, isn't of the branch, but loses the claim of Bob's code.
    const preview = { codes: 8, unusedCodes: 4, people: 4, losingAccess: 3 };
    expect(await previewLeadBranch(ctx, ada)).toEqual(preview);
    expect(await readState(ctx)).toEqual(before);
    const job = await revokeLeadBranch(ctx, ada);
    expect(job).toMatchObject({ kind: "codes.delete", status: "completed", changed: 8, inBin: true });
    expect(await listWithAccess(ctx)).toEqual([ada, dan].sort());
    expect((await createLeadInvites(ctx, dan)).codes.map(({ status }) => status)).toEqual(["active", "active"]);
    expect(await createLeadInvites(ctx, ada)).toMatchObject({ available: 0, codes: [{ status: "deleted" }, { status: "deleted" }] });
    expect(await getLeadLineage(ctx, ada)).toMatchObject({ people: [], total: 0 });
    expect(await previewLeadBranch(ctx, ada)).toEqual({ codes: 0, unusedCodes: 0, people: 0, losingAccess: 0 });
    expect(await revokeLeadBranch(ctx, ada)).toMatchObject({ changed: 0 });
    expect(await undo(ctx, job)).toMatchObject({ changed: 8, error: null });
    expect(await readState(ctx)).toEqual(before);
  });

  test("includes the code that they were invited with, unless others have claimed it", async () => {
    const { ctx, ada, bob, cleo, dan, codeOfBob } = await createTree();
    await db.execute(sql`update codes set allowed_claims = 2 where project_id = ${ctx.projectId} and key = ${normalizeCode(codeOfBob)}`);
    const other = await claim(ctx, codeOfBob);
    expect(await previewLeadBranch(ctx, bob)).toEqual({ codes: 4, unusedCodes: 2, people: 2, losingAccess: 1 });
    await db.execute(sql`delete from claims where email = ${other}`);
    await db.execute(sql`update codes set claims = 1 where project_id = ${ctx.projectId} and key = ${normalizeCode(codeOfBob)}`);
    await db.execute(sql`update leads set has_claimed = false where email = ${other}`);
    expect(await previewLeadBranch(ctx, bob)).toEqual({ codes: 5, unusedCodes: 2, people: 3, losingAccess: 2 });
    await revokeLeadBranch(ctx, bob);
    expect(await listWithAccess(ctx)).toEqual([ada, cleo, dan].sort());
  });

  test("needs a lead", async () => {
    const { ctx } = await insertProject(app.ctx);
    const email = await insertLead(ctx);
    expect(await previewLeadBranch(ctx, email)).toEqual({ codes: 0, unusedCodes: 0, people: 0, losingAccess: 0 });
    expect(await getErrorName(previewLeadBranch(ctx, uniqueEmail()))).toBe("lead_not_found");
    expect(await getErrorName(revokeLeadBranch(ctx, uniqueEmail()))).toBe("lead_not_found");
  });

  test("deletes permanently if the project keeps nothing in the bin", async () => {
    const { ctx, ada, dan } = await createTree({ binDays: 0 });
    const job = await revokeLeadBranch(ctx, ada);
    expect(job).toMatchObject({ changed: 8, inBin: false });
    expect(await listWithAccess(ctx)).toEqual([ada, dan].sort());
    expect(await getErrorName(undo(ctx, job))).toBe("bin_entry_not_found");
  });
});

describe("revoking the branch of a code", () => {
  test("deletes the code and those of everyone whom it brought, and leaves who passed it on", async () => {
    const { ctx, ada, cleo, dan, codeOfBob } = await createTree();
    const before = await readState(ctx);
    expect(await previewCodeBranch(ctx, normalizeCode(codeOfBob))).toEqual({ codes: 5, unusedCodes: 2, people: 3, losingAccess: 2 });
    const job = await revokeCodeBranch(ctx, normalizeCode(codeOfBob));
    expect(await listWithAccess(ctx)).toEqual([ada, cleo, dan].sort());
    await undo(ctx, job);
    expect(await readState(ctx)).toEqual(before);
    expect(await getErrorName(previewCodeBranch(ctx, "nothere"))).toBe("code_not_found");
    expect(await getErrorName(revokeCodeBranch(ctx, "nothere"))).toBe("code_not_found");
  });

  test("of a shared code includes everyone who came with it", async () => {
    const { ctx, shared } = await createTree();
    expect(await previewCodeBranch(ctx, normalizeCode(shared))).toEqual({ codes: 11, unusedCodes: 6, people: 5, losingAccess: 5 });
    await revokeCodeBranch(ctx, normalizeCode(shared));
    expect(await listWithAccess(ctx)).toEqual([]);
  });
});

import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { lineageLimits } from "@/contract/limits";
import { normalizeCode } from "@/contract/normalize";
import { getErrorName } from "@/tests/harness/errors";
import { insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { revokeClaim } from "../claims/revoke";
import { claimCode } from "../codes/claim";
import type { Context } from "../context";
import { deleteLead } from "../leads/delete";
import { updateProject } from "../projects/update";
import { createLeadInvites } from "./invites";
import { getCodeLineage, getLeadLineage } from "./lineage";

const app = await createTestApp();
const { db } = app;

async function createProject(inviteQuota = 3): Promise<Context> {
  const { ctx } = await insertProject(app.ctx);
  await updateProject(ctx, { inviteQuota });
  return ctx;
}

const claim = async (ctx: Context, code: string, email = uniqueEmail()): Promise<string> => {
  await claimCode(ctx, { code: normalizeCode(code), email });
  return email;
};

/** A lead with access, and their invite codes. */
async function insertInviter(ctx: Context, email = uniqueEmail()): Promise<{ email: string; codes: string[] }> {
  await insertCode(ctx, { claimedBy: [email] });
  return { email, codes: await listCodes(ctx, email) };
}

const listCodes = async (ctx: Context, email: string): Promise<string[]> =>
  (await createLeadInvites(ctx, email)).codes.map(({ code }) => code);

const outline = (people: readonly { email: string; invitedBy: string | null; depth: number; invited: number }[]) =>
  people.map(({ email, invitedBy, depth, invited }) => [email, invitedBy, depth, invited]);

describe("the lineage of a lead", () => {
  test("shows who invited them, and whom they invited, level by level", async () => {
    const ctx = await createProject();
    const ada = await insertInviter(ctx);
    const bob = await claim(ctx, ada.codes[0] ?? "");
    const [bobsCode = ""] = await listCodes(ctx, bob);
    const cleo = await claim(ctx, bobsCode);
    const dan = await claim(ctx, ada.codes[1] ?? "");
    const lineage = await getLeadLineage(ctx, ada.email);
    expect(lineage).toMatchObject({ email: ada.email, inviters: [], total: 3 });
    expect(outline(lineage.people)).toEqual([
      [bob, ada.email, 1, 1],
      [dan, ada.email, 1, 0],
      [cleo, bob, 2, 0],
    ]);
    expect(await getLeadLineage(ctx, cleo)).toMatchObject({
      inviters: [
        { email: bob, code: bobsCode },
        { email: ada.email, code: ada.codes[0] },
      ],
      people: [],
      total: 0,
    });
    expect(await getErrorName(getLeadLineage(ctx, uniqueEmail()))).toBe("lead_not_found");
    // What is revoked isn't in it, and neither is someone who was deleted.
    await revokeClaim(ctx, { code: normalizeCode(ada.codes[1] ?? ""), email: dan });
    await deleteLead(ctx, bob);
    expect(await getLeadLineage(ctx, ada.email)).toMatchObject({ people: [], total: 0 });
    expect((await getLeadLineage(ctx, cleo)).inviters).toEqual([]);
  });

  test("takes the first code that someone claimed", async () => {
    const ctx = await createProject();
    const ada = await insertInviter(ctx);
    const bob = await insertInviter(ctx);
    const cleo = await claim(ctx, bob.codes[0] ?? "");
    // Bob had access already, so Cleo isn't Ada's.
    await claim(ctx, ada.codes[0] ?? "", bob.email);
    expect(outline((await getLeadLineage(ctx, ada.email)).people)).toEqual([[bob.email, ada.email, 1, 0]]);
    expect((await getLeadLineage(ctx, bob.email)).inviters).toEqual([]);
    // Ada claims a code of Cleo, and stays above her.
    const [codeOfCleo = ""] = await listCodes(ctx, cleo);
    await claim(ctx, codeOfCleo, ada.email);
    expect((await getLeadLineage(ctx, cleo)).inviters).toEqual([{ email: bob.email, code: bob.codes[0] }]);
    expect((await getLeadLineage(ctx, ada.email)).inviters).toEqual([]);
    // No one invites themselves.
    await claim(ctx, ada.codes[1] ?? "", ada.email);
    expect(await getLeadLineage(ctx, ada.email)).toMatchObject({ total: 1, people: { length: 1 } });
  });

  test("ends where people invited each other", async () => {
    const ctx = await createProject();
    const ada = uniqueEmail();
    const own = await insertCode(ctx, { claimedBy: [ada] });
    const bob = await claim(ctx, (await listCodes(ctx, ada))[0] ?? "");
    await revokeClaim(ctx, { code: normalizeCode(own), email: ada });
    await claim(ctx, (await listCodes(ctx, bob))[0] ?? "", ada);
    expect(await getLeadLineage(ctx, ada)).toMatchObject({ inviters: [{ email: bob }], people: [{ email: bob, depth: 1 }], total: 1 });
    expect(await getLeadLineage(ctx, bob)).toMatchObject({ inviters: [{ email: ada }], people: [{ email: ada, depth: 1 }], total: 1 });
  });
});

describe("the lineage of a code", () => {
  test("shows who passed it on, and everyone whom it brought", async () => {
    const ctx = await createProject();
    const shared = await insertCode(ctx, { allowedClaims: 10 });
    const [ada, bob] = [await claim(ctx, shared), await claim(ctx, shared)];
    const [adasCode = ""] = await listCodes(ctx, ada);
    const cleo = await claim(ctx, adasCode);
    expect(await getErrorName(getCodeLineage(ctx, "nothere"))).toBe("code_not_found");
    const lineage = await getCodeLineage(ctx, normalizeCode(shared));
    expect(lineage).toMatchObject({ code: shared, inviters: [], total: 3 });
    expect(outline(lineage.people)).toEqual([
      [ada, null, 1, 1],
      [bob, null, 1, 0],
      [cleo, ada, 2, 0],
    ]);
    const own = await getCodeLineage(ctx, normalizeCode(adasCode));
    expect(own).toMatchObject({ inviters: [{ email: ada, code: adasCode }], total: 1 });
    expect(outline(own.people)).toEqual([[cleo, ada, 1, 0]]);
    expect(await getCodeLineage(ctx, normalizeCode(await insertCode(ctx)))).toMatchObject({ inviters: [], people: [], total: 0 });
  });
});

describe("a large tree", () => {
  test("is read in part, in bounded time", async () => {
    const ctx = await createProject();
    const root = await insertLead(ctx);
    const amount = size(2000, 10_000);
    const batch = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e99";
    const { projectId } = ctx;
    // Person n was invited by person (n - 1) / 4, and has the code n.
    const email = (n: ReturnType<typeof sql>) => sql`(case when ${n} = 0 then ${root} else 'p' || ${n} || '@tree.example' end)`;
    await db.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, code_count, total_allowed_claims)
      values (${projectId}, ${batch}, 'Tree', 'creative', ${amount}, 1, ${amount}, ${amount})`);
    await db.execute(sql`insert into leads (project_id, email, referral_code, has_claimed)
      select ${projectId}::int, ${email(sql`n`)}, 'tree' || n, true from generate_series(1, ${amount}::int) n`);
    await db.execute(sql`insert into codes (project_id, key, text, type, allowed_claims, claims, batch_id, batch_index)
      select ${projectId}::int, 'tree' || n, 'tree' || n, 'creative', 1, 1, ${batch}::uuid, n from generate_series(1, ${amount}::int) n`);
    await db.execute(sql`insert into invite_codes (project_id, code_key, code_text, batch_id, email)
      select ${projectId}::int, 'tree' || n, 'tree' || n, ${batch}::uuid, ${email(sql`((n - 1) / 4)`)} from generate_series(1, ${amount}::int) n`);
    await db.execute(sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
      select ${projectId}::int, 'tree' || n, ${email(sql`n`)}, ${batch}::uuid, 'page', now() + make_interval(secs => n) from generate_series(1, ${amount}::int) n`);
    const start = performance.now();
    const { people, total } = await getLeadLineage(ctx, root);
    const duration = performance.now() - start;
    expect(total).toBe(amount);
    expect(people).toHaveLength(lineageLimits.people);
    expect(new Set(people.map((person) => person.email)).size).toBe(people.length);
    expect(people.slice(0, 4).map(({ depth, invited }) => [depth, invited])).toEqual(Array(4).fill([1, 4]));
    expect(Math.max(...people.map(({ depth }) => depth))).toBeLessThanOrEqual(lineageLimits.depth);
    // What is missing can be read from the last person that it has.
    const last = people.at(-1);
    expect((await getLeadLineage(ctx, last?.email ?? "")).people.length).toBeGreaterThanOrEqual(last?.invited ?? 0);
    const leaf = await getLeadLineage(ctx, `p${amount}@tree.example`);
    expect(leaf.inviters.at(-1)?.email).toBe(root);
    expect(duration).toBeLessThan(3000);
  });

  test("has at most so many inviters above someone", async () => {
    const ctx = await createProject(1);
    let { email, codes } = await insertInviter(ctx);
    for (let depth = 0; depth < lineageLimits.inviters + 2; depth++) {
      email = await claim(ctx, codes[0] ?? "");
      codes = await listCodes(ctx, email);
    }
    expect((await getLeadLineage(ctx, email)).inviters).toHaveLength(lineageLimits.inviters);
  });
});

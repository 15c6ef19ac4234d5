import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { apiErrors } from "@/contract/errors";
import { type GateReply, gateSignUpEndpoint } from "@/contract/gate";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { deleteCodes, deleteLeads, undo } from "@/tests/harness/bin";
import {
  fingerprintDatabase,
  insertBatch,
  insertCode,
  insertLead,
  insertProject,
  secondsFromNow,
  uniqueEmail,
  uniqueId,
} from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { createCodeLinkToken } from "../abuse-protection/link-token";
import { claimCode } from "../codes/claim";
import { deleteCode } from "../codes/delete";
import { updateCode } from "../codes/update";
import type { Context } from "../context";
import { confirmEmailChange, getEmailChangeNotice, requestEmailChange } from "../leads/change-email";
import { deleteLead } from "../leads/delete";
import { declineWithoutToken } from "../leads/invitations";
import { inviteLeads } from "../leads/invite";
import { pauseProject } from "../projects/pause";
import { gateSignUp } from "./gate";
import { revokeClaim } from "./revoke";

const app = await createTestApp();
const { ctx, publicCtx, db } = app;
const otherPool = app.openSecondPool();

/** Asks with a body as the API parses it. */
const gate = (body: object, inCtx: Context = ctx): Promise<GateReply> => gateSignUp(inCtx, gateSignUpEndpoint.body.parse(body));

/** Generates a code and claims it, through a link that was emailed or without. Returns its text. */
async function claim(
  email: string,
  { verified = true, ...options }: { verified?: boolean } & Parameters<typeof insertCode>[1] = {},
): Promise<string> {
  const text = await insertCode(ctx, options);
  const recipient = { code: normalizeCode(text), email };
  const linkToken = verified ? createCodeLinkToken(ctx.projectId, recipient) : undefined;
  await claimCode(publicCtx, { ...recipient, linkToken });
  return text;
}

/** Invites a lead with a personal code, whose email goes out. Returns its text. */
async function invite(
  email: string,
  options: Omit<Parameters<typeof inviteLeads>[1], "emails"> = {},
  inCtx: Context = ctx,
): Promise<string> {
  const { projectId } = inCtx;
  await inviteLeads(inCtx, { emails: [email], skip: [], ...options });
  await inCtx.db.execute(sql`update deliveries set status = 'sent' where project_id = ${projectId} and email = ${email}`);
  const [code] = await queryRows<{ text: string }>(
    inCtx.db,
    sql`select c.text from leads l join codes c on c.project_id = l.project_id and c.key = l.invitation_code where l.project_id = ${projectId} and l.email = ${email}`,
  );
  return code?.text ?? "";
}

const everyProof = { by: ["claim", "tag", "invitation"], tag: "beta" };
const allowed = { allowed: true, reason: null, message: null };
const refused = (reason: string) => ({ allowed: false, by: null, code: null, emailVerified: false, reason, message: expect.any(String) });

describe("a claim allows a person to sign up", () => {
  test("if it was made through a link that was emailed to them, whatever became of the code since", async () => {
    const email = uniqueEmail();
    const code = await claim(email);
    const byClaim = { ...allowed, email, by: "claim", code, emailVerified: true };
    expect(await gate({ email })).toEqual(byClaim);
    await updateCode(ctx, normalizeCode(code), { paused: true });
    expect(await gate({ email })).toEqual(byClaim);
    await updateCode(ctx, normalizeCode(code), { validUntil: secondsFromNow(-1) });
    expect(await gate({ email })).toEqual(byClaim);
  });

  test("not if someone only had the code, unless that is enough", async () => {
    const email = uniqueEmail();
    const code = await claim(email, { verified: false });
    expect(await gate({ email })).toEqual({ email, ...refused("claim_not_verified") });
    expect(await gate({ email, requireVerified: true })).toMatchObject({ allowed: false });
    expect(await gate({ email, requireVerified: false })).toEqual({ ...allowed, email, by: "claim", code, emailVerified: false });
    // They confirmed their email elsewhere, which says nothing about who claimed.
    await db.execute(sql`update leads set confirmed_at = now(), confirmed_by = 'link' where email = ${email}`);
    expect(await gate({ email })).toMatchObject({ allowed: false, reason: "claim_not_verified" });
    const verified = await claim(email);
    await claim(email, { verified: false });
    expect(await gate({ email })).toMatchObject({ allowed: true, code: verified });
    expect(await gate({ email, requireVerified: false })).toMatchObject({ allowed: true, code: verified, emailVerified: true });
  });

  test("until it is revoked, or its code or the person is deleted, and again if they are restored", async () => {
    const [first, second, third, fourth] = [uniqueEmail(), uniqueEmail(), uniqueEmail(), uniqueEmail()];
    const codes = [await claim(first), await claim(second), await claim(third), await claim(fourth)].map(normalizeCode);
    await revokeClaim(ctx, { code: codes[0] ?? "", email: first });
    await deleteCode(ctx, codes[1] ?? "");
    await deleteLead(ctx, third);
    expect(await gate({ email: first })).toMatchObject(refused("no_proof"));
    expect(await gate({ email: second })).toMatchObject(refused("no_proof"));
    expect(await gate({ email: third })).toMatchObject(refused("not_a_lead"));
    const deletion = await deleteLeads(ctx, [fourth]);
    expect(await gate({ email: fourth })).toMatchObject(refused("not_a_lead"));
    await undo(ctx, deletion);
    expect(await gate({ email: fourth })).toMatchObject(allowed);
    const codeDeletion = await deleteCodes(ctx, [codes[3] ?? ""]);
    expect(await gate({ email: fourth })).toMatchObject(refused("no_proof"));
    await undo(ctx, codeDeletion);
    expect(await gate({ email: fourth })).toMatchObject(allowed);
  });

  test("with the email however it is written, but not with another one of the same mailbox", async () => {
    const name = `Ada.Lovelace${uniqueId()}`;
    await claim(`${name.toLowerCase()}@gmail.com`);
    for (const email of [`${name}@GMAIL.com`, ` ${name}@gmail.com `, `${name}@ｇmail.com`])
      expect(await gate({ email })).toMatchObject(allowed);
    // Otherwise one claim would allow any number of accounts.
    for (const email of [`${name.replace(".", "")}@gmail.com`, `${name}+2@gmail.com`, `${name}@googlemail.com`])
      expect(await gate({ email })).toMatchObject(refused("not_a_lead"));
  });

  test("with their new email once they changed it, and no longer with the old one", async () => {
    const [email, newEmail] = [uniqueEmail(), uniqueEmail()];
    await claim(email);
    await requestEmailChange(ctx, { email, newEmail });
    expect(await gate({ email: newEmail })).toMatchObject(refused("not_a_lead"));
    const [change] = await queryRows<{ id: string }>(db, sql`select id from email_changes where email = ${email}`);
    const notice = await getEmailChangeNotice(ctx, change?.id ?? "");
    await confirmEmailChange(ctx, new URL(notice?.link ?? "").searchParams.get("token") ?? "");
    expect(await gate({ email: newEmail })).toMatchObject({ ...allowed, by: "claim" });
    expect(await gate({ email })).toMatchObject(refused("not_a_lead"));
  });

  test("if they unsubscribed, if their sign-up is held, and while claims are paused", async () => {
    const { ctx: own } = await insertProject(ctx);
    const [unsubscribed, held] = [await insertLead(own, { suppressed: true }), await insertLead(own, { status: "held" })];
    await insertCode(own, { allowedClaims: 2, claimedBy: [unsubscribed, held] });
    await pauseProject(own, { pause: ["claims"] });
    for (const email of [unsubscribed, held]) expect(await gate({ email, requireVerified: false }, own)).toMatchObject(allowed);
  });

  test("of the given batch only, and of the given project only", async () => {
    const email = uniqueEmail();
    const [batch, other] = [await insertBatch(ctx), await insertBatch(ctx)];
    await claim(email, { batch });
    expect(await gate({ email, batch })).toMatchObject(allowed);
    expect(await gate({ email, batch: other })).toMatchObject(refused("no_proof"));
    expect(await gate({ email, batch: "01a1feb5-9820-73c2-9cf6-4be106881581" })).toMatchObject(refused("batch_not_found"));
    const { ctx: elsewhere } = await insertProject(ctx);
    expect(await gate({ email }, elsewhere)).toMatchObject(refused("not_a_lead"));
    expect(await gate({ email, batch }, elsewhere)).toMatchObject(refused("batch_not_found"));
  });
});

describe("a tag allows a person to sign up", () => {
  test("if their sign-up counts", async () => {
    const tags = ["beta", "vip"];
    const byTag = (email: string, tag = "beta") => gate({ email, by: ["tag"], tag });
    const email = await insertLead(ctx, { tags });
    expect(await byTag(email)).toEqual({ ...allowed, email, by: "tag", code: null, emailVerified: false });
    expect(await byTag(email, " BETA ")).toMatchObject(allowed);
    expect(await byTag(email, "bet")).toMatchObject(refused("no_proof"));
    expect(await byTag(await insertLead(ctx, { tags, suppressed: true }))).toMatchObject(allowed);
    expect(await byTag(await insertLead(ctx, { tags, onWaitlist: true }))).toMatchObject(allowed);
    expect(await byTag(await insertLead(ctx, { tags, status: "held" }))).toMatchObject(refused("held"));
    expect(await byTag(await insertLead(ctx, { tags, status: "unconfirmed" }))).toMatchObject(refused("unconfirmed"));
    expect(await byTag(await insertLead(ctx, { tags: ["vip"], status: "held" }))).toMatchObject(refused("no_proof"));
  });

  test("only if the caller names it", async () => {
    const parse = (body: object) => gateSignUpEndpoint.body.safeParse({ email: "ada@example.org", ...body }).success;
    expect(parse({ by: ["tag"] })).toBe(false);
    expect(parse({ tag: "beta" })).toBe(false);
    expect(parse({ by: ["claim"], tag: "beta" })).toBe(false);
    expect(parse({ by: [] })).toBe(false);
    expect(parse({ by: ["claim", "tag"], tag: "beta" })).toBe(true);
  });

  test("not together with a batch, which says nothing about tags, unless something else is accepted as well", async () => {
    const [email, batch] = ["ada@example.org", await insertBatch(ctx)];
    const parse = (by: string[]) => gateSignUpEndpoint.body.safeParse({ email, by, tag: "beta", batch }).success;
    expect(parse(["tag"])).toBe(false);
    expect(parse(["tag", "tag"])).toBe(false);
    expect(parse(["tag", "invitation"])).toBe(true);
  });
});

describe("an invitation allows a person to sign up", () => {
  const byInvitation = (email: string, rest: object = {}, inCtx?: Context) => gate({ email, by: ["invitation"], ...rest }, inCtx);

  test("before and after they claim its code, until it is over", async () => {
    const email = await insertLead(ctx, { onWaitlist: true });
    expect(await byInvitation(email)).toMatchObject(refused("waiting"));
    const code = await invite(email);
    const open = { ...allowed, email, by: "invitation", code, emailVerified: false };
    expect(await byInvitation(email)).toEqual(open);
    const key = normalizeCode(code);
    await updateCode(ctx, key, { paused: true });
    expect(await byInvitation(email)).toMatchObject(refused("code_paused"));
    await updateCode(ctx, key, { paused: false, validUntil: secondsFromNow(-1) });
    expect(await byInvitation(email)).toMatchObject(refused("invitation_over"));
    await updateCode(ctx, key, { validUntil: null, reservedFor: "grace@example.org" });
    expect(await byInvitation(email)).toMatchObject(refused("invitation_over"));
    await updateCode(ctx, key, { reservedFor: email });
    expect(await byInvitation(email)).toEqual(open);
    const linkToken = createCodeLinkToken(ctx.projectId, { code: key, email });
    await claimCode(publicCtx, { code: key, email, linkToken });
    await updateCode(ctx, key, { paused: true, validUntil: secondsFromNow(-1) });
    expect(await byInvitation(email)).toEqual({ ...open, emailVerified: true });
    await deleteCode(ctx, key);
    expect(await byInvitation(email)).toMatchObject(refused("invitation_over"));
  });

  test("not if its code expired a moment ago, hasn't started, was declined or is replaced", async () => {
    const [expired, later, declined, replaced] = await Promise.all([insertLead(ctx), insertLead(ctx), insertLead(ctx), insertLead(ctx)]);
    const key = normalizeCode(await invite(expired));
    // Before the worker ends it.
    await db.execute(sql`update codes set valid_until = now() - interval '1 ms' where key = ${key}`);
    expect(await byInvitation(expired)).toMatchObject(refused("invitation_over"));
    await invite(later, { validFrom: secondsFromNow(3600) });
    expect(await byInvitation(later)).toMatchObject(refused("code_not_started"));
    await declineWithoutToken(ctx, { code: normalizeCode(await invite(declined)), email: declined });
    expect(await byInvitation(declined)).toMatchObject(refused("invitation_over"));
    await invite(replaced);
    const second = await invite(replaced);
    expect(await byInvitation(replaced)).toMatchObject({ ...allowed, code: second });
    await deleteCode(ctx, normalizeCode(second));
    expect(await byInvitation(replaced)).toMatchObject(refused("invitation_over"));
  });

  test("not if they have the one claim that each person can have in its batch, also with another email of their mailbox", async () => {
    const name = uniqueId();
    const [email, same] = [await insertLead(ctx, { email: `${name}@gmail.com` }), await insertLead(ctx, { email: `${name}+2@gmail.com` })];
    const batch = await insertBatch(ctx, { oncePerBatch: "mailbox" });
    const codes = [await invite(email), await invite(same)];
    for (const [index, code] of codes.entries())
      await db.execute(sql`update codes set batch_id = ${batch}, batch_index = ${index} where text = ${code}`);
    for (const invited of [email, same]) expect(await byInvitation(invited)).toMatchObject(allowed);
    await claim(email, { batch, verified: false });
    for (const invited of [email, same]) expect(await byInvitation(invited)).toMatchObject(refused("batch_claimed"));
    await db.execute(sql`update batches set once_per_batch = null where id = ${batch}`);
    for (const invited of [email, same]) expect(await byInvitation(invited)).toMatchObject(allowed);
  });

  test("again after their claim was revoked, because they can claim it again", async () => {
    const email = await insertLead(ctx);
    const code = normalizeCode(await invite(email));
    await claimCode(ctx, { code, email });
    await revokeClaim(ctx, { code, email });
    expect(await byInvitation(email)).toMatchObject(allowed);
    expect(await gate({ email, requireVerified: false })).toMatchObject(refused("no_proof"));
  });

  test("not while their sign-up doesn't count, but if they unsubscribed since", async () => {
    const [held, unconfirmed, unsubscribed] = [await insertLead(ctx), await insertLead(ctx), await insertLead(ctx)];
    for (const email of [held, unconfirmed, unsubscribed]) await invite(email);
    await db.execute(sql`update leads set status = 'held' where email = ${held}`);
    await db.execute(sql`update leads set status = 'unconfirmed' where email = ${unconfirmed}`);
    await db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${unsubscribed}, 'unsubscribed')`);
    expect(await byInvitation(held)).toMatchObject(refused("held"));
    expect(await byInvitation(unconfirmed)).toMatchObject(refused("unconfirmed"));
    expect(await byInvitation(unsubscribed)).toMatchObject(allowed);
  });

  test("not while claims are paused, which everyone who is refused reads", async () => {
    const { ctx: own } = await insertProject(ctx);
    const email = await insertLead(own);
    await invite(email, {}, own);
    await pauseProject(own, { pause: ["claims"], message: "Back on Monday." });
    expect(await byInvitation(email, {}, own)).toMatchObject({ ...refused("claims_paused"), message: "Back on Monday." });
    expect(await byInvitation(uniqueEmail(), {}, own)).toMatchObject({ ...refused("not_a_lead"), message: "Back on Monday." });
    expect(await gate({ email, by: ["tag"], tag: "beta" }, own)).toMatchObject({ message: expect.stringMatching(/invitation/) });
    await pauseProject(own, { resume: ["claims"] });
    expect(await byInvitation(email, {}, own)).toMatchObject(allowed);
  });

  test("of the given batch only", async () => {
    const email = await insertLead(ctx);
    const code = await invite(email);
    const [row] = await queryRows<{ batch_id: string }>(db, sql`select batch_id from codes where text = ${code}`);
    expect(await byInvitation(email, { batch: row?.batch_id })).toMatchObject(allowed);
    expect(await byInvitation(email, { batch: await insertBatch(ctx) })).toMatchObject(refused("no_proof"));
  });
});

test("the proofs are tried in the caller's order, and one is enough", async () => {
  const email = await insertLead(ctx, { tags: ["beta"] });
  expect(await gate({ email, ...everyProof })).toMatchObject({ allowed: true, by: "tag" });
  const code = await invite(email);
  expect(await gate({ email, ...everyProof, by: ["claim", "invitation", "tag"] })).toMatchObject({ by: "invitation", code });
  const claimed = await claim(email);
  expect(await gate({ email, ...everyProof })).toMatchObject({ by: "claim", code: claimed });
  expect(await gate({ email, ...everyProof, by: ["tag", "tag", "claim"] })).toMatchObject({ by: "tag", code: null });
});

test("no proof helps an email that is on the block list", async () => {
  const { ctx: own } = await insertProject(ctx);
  const email = await insertLead(own, { tags: ["beta"] });
  await insertCode(own, { claimedBy: [email] });
  const body = { ...everyProof, email, requireVerified: false };
  expect(await gate(body, own)).toMatchObject(allowed);
  await db.execute(sql`insert into block_list_entries (project_id, entry) values (${own.projectId}, 'example.org')`);
  expect(await gate(body, own)).toMatchObject({ ...refused("email_blocked"), message: apiErrors.email_blocked.message });
});

test("who is refused reads the same, whatever is known about their email", async () => {
  const leads = [
    uniqueEmail(),
    await insertLead(ctx),
    await insertLead(ctx, { onWaitlist: true }),
    await insertLead(ctx, { status: "held", tags: ["beta"] }),
    await insertLead(ctx, { status: "unconfirmed", tags: ["beta"] }),
    await insertLead(ctx, { suppressed: true }),
  ];
  const [unverified, over] = [uniqueEmail(), await insertLead(ctx)];
  await claim(unverified, { verified: false });
  await deleteCode(ctx, normalizeCode(await invite(over)));
  for (const by of [["claim"], ["claim", "claim"], ["invitation"], ["claim", "tag"], ["claim", "tag", "invitation"]]) {
    const answers = await Promise.all(
      [...leads, unverified, over].map((email) => gate({ email, by, ...(by.includes("tag") && { tag: "beta" }) })),
    );
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
    expect(answers.every((answer) => !answer.allowed)).toBe(true);
    expect(new Set(answers.map(({ reason }) => reason)).size).toBeGreaterThan(2);
    for (const { message } of answers) expect(message).not.toMatch(/@|lead|waitlist|held/);
    expect(answers[0]?.message).toMatch(by.every((proof) => proof === "claim") ? /^(?!.*invitation)/ : /invitation/);
  }
});

test("asking changes nothing", async () => {
  const email = uniqueEmail();
  const domainCode = await insertLead(ctx);
  const batch = await insertBatch(ctx, { allowedDomains: ["example.com"] });
  const code = await invite(domainCode);
  await db.execute(sql`update codes set batch_id = ${batch} where text = ${code}`);
  const before = await fingerprintDatabase(db);
  expect(await gate({ email: domainCode, by: ["invitation"] })).toMatchObject(refused("code_domain_not_allowed"));
  await gate({ email, ...everyProof });
  expect(await fingerprintDatabase(db)).toEqual(before);
});

test("each answer is true at one moment while claims are made and revoked", async () => {
  const email = uniqueEmail();
  const codes = [await claim(email), await insertCode(ctx)].map(normalizeCode);
  let isDone = false;
  const swap = async () => {
    // There is always one claim or two.
    for (let round = 0; round < 20; round++) {
      const [old = "", next = ""] = round % 2 === 0 ? codes : codes.toReversed();
      await claimCode(publicCtx, { code: next, email, linkToken: createCodeLinkToken(ctx.projectId, { code: next, email }) });
      await revokeClaim(ctx, { code: old, email });
    }
    isDone = true;
  };
  const ask = async () => {
    const answers: boolean[] = [];
    while (!isDone) answers.push((await gate({ email }, otherPool.ctx)).allowed);
    return answers;
  };
  const [, ...answers] = await Promise.all([swap(), ask(), ask(), ask()]);
  expect(answers.flat().length).toBeGreaterThan(20);
  expect(answers.flat()).not.toContain(false);
});

test("the statement finds everything by indexes", async () => {
  const { ctx: own } = await insertProject(ctx);
  const batch = await insertBatch(own);
  const rows = sql`from generate_series(1, 5000) i`;
  const columns = sql`${own.projectId}::int, 'k' || i`;
  await db.execute(
    sql`insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index) select ${columns}, 'k' || i, 'creative', 9, ${batch}::uuid, i ${rows}`,
  );
  await db.execute(sql`insert into leads (project_id, referral_code, email) select ${columns}, 'p' || i || '@example.org' ${rows}`);
  await db.execute(
    sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at) select ${columns}, 'p' || i || '@example.org', ${batch}::uuid, 'api', now() ${rows}`,
  );
  await db.execute(
    sql`insert into lead_invitations (project_id, code_key, code_text, email, was_waiting) select ${columns}, 'k' || i, 'p' || i || '@example.org', false ${rows}`,
  );
  await db.execute(sql`analyze codes, leads, claims, lead_invitations`);
  const plan: string[] = [];
  const explaining: Context["db"] = Object.create(db, {
    run: {
      value: async (text: string, params: unknown[]) => {
        const lines = (await db.run(`explain ${text}`, params)) as unknown as { "QUERY PLAN": string }[];
        plan.push(...lines.map((line) => line["QUERY PLAN"]));
        return db.run(text, params);
      },
    },
  });
  expect(await gate({ email: "p7@example.org", requireVerified: false }, { ...own, db: explaining })).toMatchObject(allowed);
  expect(plan.join("\n")).toMatch(/Index Scan using lead_invitations_by_email_idx/);
  expect(plan.filter((line) => /Seq Scan on (codes|leads|claims|lead_invitations)/.test(line))).toEqual([]);
});

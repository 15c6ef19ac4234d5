import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { HeldReason } from "@/contract/kinds";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { connectSmtpServer, insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { listAttentionItems } from "../attention";
import { claimCode } from "../codes/claim";
import { sendCode } from "../codes/send";
import { bulkUpdateLeads } from "../leads/bulk-actions";
import { createLead } from "../leads/create";
import { getLead } from "../leads/get";
import { inviteLeads } from "../leads/invite";
import { getLeadPosition } from "../leads/position";
import { processSignUp } from "../leads/process-sign-up";
import { updateProject } from "../projects/update";
import { codeCounts } from "../stats/code-counts";
import { getStat } from "../stats/get-stat";
import { getBlockList, updateBlockList } from "./block-list";
import { getHeldReason } from "./hold-reason";

const { ctx } = await createTestApp();

const project = async () => {
  const { ctx: own, publicCtx } = await insertProject(ctx);
  const messagesTo = (email: string) =>
    queryRows<{ kind: string }>(
      own.db,
      sql`select kind from deliveries where project_id = ${own.projectId} and email = ${email} order by created_at`,
    );
  const follow = async (email: string) => processSignUp(own, { referralCode: (await getLead(own, email)).referralCode, sendEmail: true });
  return { own, publicCtx, messagesTo, follow };
};

test.each([
  ["ada@example.org", {}, null],
  ["ada@mailinator.com", {}, "disposable"],
  ["ada@deep.below.mailinator.com", {}, "disposable"],
  ["ada@notmailinator.com.example.org", {}, null],
  ["ada@example.org", { homepage: "https://buy.example" }, "honeypot"],
  ["ada@example.org", { homepage: "  " }, null],
  ["ada@example.org", { isHasty: true }, "too_fast"],
  ["ada@mailinator.com", { homepage: "x", isHasty: true }, "honeypot"],
] as [string, object, HeldReason | null][])("a sign-up of %s with %o is held for: %s", (email, signs, reason) => {
  expect(getHeldReason(email, signs)).toBe(reason);
});

describe("a sign-up that is held", () => {
  test("stands on no list, gets no mail and moves nobody up, until it is accepted; then it stands where it came", async () => {
    const { own, publicCtx, messagesTo, follow } = await project();
    await updateProject(own, { referralBonus: 1 });
    const [friend, other] = [await insertLead(own, { onWaitlist: true }), await insertLead(own, { onWaitlist: true })];
    void other;
    const { referralCode } = await getLead(own, friend);
    const email = "somebody@mailinator.com";
    expect(await createLead(publicCtx, { email, waitlist: true, referralCode })).toEqual({ email });
    await follow(email);
    expect(await getLead(own, email)).toMatchObject({ standing: "held", heldFor: "disposable", onWaitlist: false });
    expect(await messagesTo(email)).toEqual([]);
    const later = await insertLead(own, { onWaitlist: true });

    await bulkUpdateLeads(own, { act: "accept", emails: [email, friend, "nobody@example.org"] });
    expect(await getLead(own, email)).toMatchObject({ standing: "active", heldFor: null, onWaitlist: true });
    await follow(email);
    expect(await messagesTo(email)).toEqual([{ kind: "joined" }]);
    const [theirs, after] = [await getLeadPosition(own, email), await getLeadPosition(own, later)];
    expect(theirs.position).toBeLessThan(after.position ?? 0);
    const kinds = await queryRows<{ kind: string }>(
      own.db,
      sql`select kind from events where project_id = ${own.projectId} and email = ${email} order by id`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(["lead.created", "lead.approved"]);
    // Once more changes nothing.
    await bulkUpdateLeads(own, { act: "accept", emails: [email] });
    await follow(email);
    expect(await messagesTo(email)).toHaveLength(1);
  });

  test("is asked to confirm its address once it is accepted, where the project asks for that", async () => {
    const { own, publicCtx, messagesTo, follow } = await project();
    await updateProject(own, { doubleOptIn: true });
    const email = uniqueEmail();
    await createLead(publicCtx, { email, waitlist: true, homepage: "x" });
    await bulkUpdateLeads(own, { act: "accept", filter: { status: "held" } });
    await follow(email);
    expect(await getLead(own, email)).toMatchObject({ standing: "unconfirmed", onWaitlist: false });
    expect(await messagesTo(email)).toEqual([{ kind: "confirm" }]);
  });

  test("that did not ask for the waitlist is not put on it", async () => {
    const { own, publicCtx } = await project();
    const email = uniqueEmail();
    await createLead(publicCtx, { email, homepage: "x" });
    await bulkUpdateLeads(own, { act: "accept", emails: [email] });
    expect(await getLead(own, email)).toMatchObject({ standing: "active", onWaitlist: false });
  });

  test("is only one of somebody new: what programs send changes nothing of who is known, and the secret key holds nobody", async () => {
    const { own, publicCtx, messagesTo } = await project();
    const known = await insertLead(own);
    const waiting = await insertLead(own, { onWaitlist: true });
    for (const email of [known, waiting]) {
      await createLead(publicCtx, { email, waitlist: true, homepage: "x" });
      expect(await messagesTo(email)).toEqual([]);
    }
    expect(await getLead(own, known)).toMatchObject({ standing: "active", onWaitlist: false });
    const email = "staff@mailinator.com";
    await createLead(own, { email, waitlist: true, homepage: "x" });
    expect(await getLead(own, email)).toMatchObject({ standing: "active", onWaitlist: true });
  });

  test("keeps nobody out: a sign-up of their own, or a claim, lets them go on", async () => {
    const { own, publicCtx, messagesTo, follow } = await project();
    const [email, claims, listed] = [uniqueEmail(), uniqueEmail(), "any@blocked.example"];
    for (const each of [email, claims]) await createLead(publicCtx, { email: each, waitlist: true, homepage: "x" });
    expect(await createLead(publicCtx, { email, waitlist: true })).toEqual({ email });
    await follow(email);
    expect(await getLead(own, email)).toMatchObject({ standing: "active", heldFor: null, onWaitlist: true });
    expect(await messagesTo(email)).toEqual([{ kind: "joined" }]);
    await claimCode(publicCtx, { code: normalizeCode(await insertCode(own)), email: claims });
    expect(await getLead(own, claims)).toMatchObject({ standing: "active", heldFor: null, onWaitlist: false, hasClaimedCode: true });
    await updateBlockList(own, { entries: ["blocked.example"] });
    for (let i = 0; i < 2; i++) await createLead(publicCtx, { email: listed, waitlist: true });
    expect(await getLead(own, listed)).toMatchObject({ standing: "held", heldFor: "blocked", onWaitlist: false });
    await updateProject(own, { doubleOptIn: true });
    const unconfirmed = uniqueEmail();
    await createLead(publicCtx, { email: unconfirmed, waitlist: true, homepage: "x" });
    await createLead(publicCtx, { email: unconfirmed, waitlist: true });
    expect(await getLead(own, unconfirmed)).toMatchObject({ standing: "unconfirmed", onWaitlist: false });
  });

  test("is skipped by sends, for that reason", async () => {
    const { own, publicCtx } = await project();
    const [email, other, code] = [uniqueEmail(), await insertLead(own), await insertCode(own, { allowedClaims: 9 })];
    await createLead(publicCtx, { email, homepage: "x" });
    expect(await sendCode(own, { code: normalizeCode(code), filter: {} })).toMatchObject({
      notifiedLeads: 1,
      skipped: [{ email, reason: "held" }],
    });
    expect(await inviteLeads(own, { emails: [email, other] })).toMatchObject({ notifiedLeads: 1, skipped: [{ email, reason: "held" }] });
  });

  test("needs somebody's attention", async () => {
    const { own, publicCtx } = await project();
    await connectSmtpServer(own);
    const items = async () => listAttentionItems(own, await getStat(own, codeCounts));
    expect(await items()).toEqual([]);
    await createLead(publicCtx, { email: uniqueEmail(), homepage: "x" });
    expect(await items()).toEqual([
      { name: "held_sign_ups", count: 1, about: null, message: "1 sign-up is held until somebody has looked at it." },
    ]);
  });
});

describe("the block list", () => {
  test("holds an address, a domain and what is below it, and nothing that only looks alike", async () => {
    const { own, publicCtx } = await project();
    await updateBlockList(own, { entries: ["mallory@example.com", "example.net"] });
    const heldFor = async (email: string) => {
      await createLead(publicCtx, { email, waitlist: true });
      return (await getLead(own, email)).heldReason;
    };
    for (const email of ["mallory@example.com", "any@example.net", "any@deep.example.net"])
      expect([email, await heldFor(email)]).toEqual([email, "blocked"]);
    for (const email of ["ada@example.com", "any@notexample.net", "example.net@example.org"])
      expect([email, await heldFor(email)]).toEqual([email, null]);
    // The list says more than the rest.
    expect(await createLead(publicCtx, { email: "two@example.net", homepage: "x" })).toEqual({ email: "two@example.net" });
    expect((await getLead(own, "two@example.net")).heldReason).toBe("blocked");
  });

  test("is replaced whole, says what changed, and is each project's own", async () => {
    const { own } = await project();
    const kept = async () => (await getBlockList(own)).entries;
    expect(await updateBlockList(own, { entries: ["b.example", "a.example"] })).toEqual({ entries: ["a.example", "b.example"] });
    await updateBlockList(own, { entries: ["a.example", "b.example"] });
    await updateBlockList(own, { entries: ["b.example", "c.example"] });
    expect(await kept()).toEqual(["b.example", "c.example"]);
    const told = await queryRows<{ data: object }>(
      own.db,
      sql`select data from events where project_id = ${own.projectId} and kind = 'block_list.updated' order by id`,
    );
    expect(told.map(({ data }) => data)).toEqual([
      { added: 2, removed: 0 },
      { added: 1, removed: 1 },
    ]);
    expect((await getBlockList((await project()).own)).entries).toEqual([]);
    await expect(updateBlockList(own, { expected: ["b.example"], entries: [] })).rejects.toMatchObject({ errorName: "block_list_changed" });
    await updateBlockList(own, { expected: ["c.example", "b.example"], entries: [] });
    expect(await kept()).toEqual([]);
  });
});

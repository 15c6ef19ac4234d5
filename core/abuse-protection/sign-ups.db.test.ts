import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { HoldReason } from "@/contract/kinds";
import { codeIdentity } from "@/contract/text";
import { rows } from "@/db/rows";
import { aCode, aLead, anAddress, aProject, connectMail } from "@/tests/harness/factories";
import { aWorld } from "@/tests/harness/world";
import { attention } from "../attention";
import { claim } from "../codes/claim";
import { send } from "../codes/send";
import { act } from "../leads/act";
import { create } from "../leads/create";
import { get } from "../leads/find";
import { invite } from "../leads/invite";
import { place } from "../leads/place";
import { welcome } from "../leads/welcome";
import { changeProject } from "../projects/project";
import { codeCounts } from "../stats/codes";
import { figure } from "../stats/figure";
import { changeBlockList, findBlockList } from "./block-list";
import { holdReasonOf } from "./hold";

const { ctx } = await aWorld();

const project = async () => {
  const { ctx: own, publicCtx } = await aProject(ctx);
  const messagesTo = (email: string) =>
    rows<{ kind: string }>(
      own.db,
      sql`select kind from deliveries where project_id = ${own.projectId} and email = ${email} order by created_at`,
    );
  const follow = async (email: string) => welcome(own, { lead: (await get(own, email)).referralCode, mail: true });
  return { own, publicCtx, messagesTo, follow };
};

test.each([
  ["ada@example.org", {}, null],
  ["ada@mailinator.com", {}, "disposable"],
  ["ada@deep.below.mailinator.com", {}, "disposable"],
  ["ada@notmailinator.com.example.org", {}, null],
  ["ada@example.org", { homepage: "https://buy.example" }, "trap"],
  ["ada@example.org", { homepage: "  " }, null],
  ["ada@example.org", { isHasty: true }, "haste"],
  ["ada@mailinator.com", { homepage: "x", isHasty: true }, "trap"],
] as [string, object, HoldReason | null][])("a sign-up of %s with %o is held for: %s", (email, signs, reason) => {
  expect(holdReasonOf(email, signs)).toBe(reason);
});

describe("a sign-up that is held", () => {
  test("stands on no list, gets no mail and moves nobody up, until it is accepted; then it stands where it came", async () => {
    const { own, publicCtx, messagesTo, follow } = await project();
    await changeProject(own, { referralPlaces: 1 });
    const [friend, other] = [await aLead(own, { onWaitlist: true }), await aLead(own, { onWaitlist: true })];
    void other;
    const { referralCode } = await get(own, friend);
    const email = "somebody@mailinator.com";
    expect(await create(publicCtx, { email, waitlist: true, referralCode })).toEqual({ email });
    await follow(email);
    expect(await get(own, email)).toMatchObject({ standing: "held", heldFor: "disposable", onWaitlist: false });
    expect(await messagesTo(email)).toEqual([]);
    const later = await aLead(own, { onWaitlist: true });

    await act(own, { act: "accept", emails: [email, friend, "nobody@example.org"] });
    expect(await get(own, email)).toMatchObject({ standing: "accepted", heldFor: null, onWaitlist: true });
    await follow(email);
    expect(await messagesTo(email)).toEqual([{ kind: "joined" }]);
    const [theirs, after] = [await place(own, email), await place(own, later)];
    expect(theirs.place).toBeLessThan(after.place ?? 0);
    const kinds = await rows<{ kind: string }>(
      own.db,
      sql`select kind from events where project_id = ${own.projectId} and email = ${email} order by id`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(["lead.created", "lead.accepted"]);
    // Once more changes nothing.
    await act(own, { act: "accept", emails: [email] });
    await follow(email);
    expect(await messagesTo(email)).toHaveLength(1);
  });

  test("is asked to confirm its address once it is accepted, where the project asks for that", async () => {
    const { own, publicCtx, messagesTo, follow } = await project();
    await changeProject(own, { doubleOptIn: true });
    const email = anAddress();
    await create(publicCtx, { email, waitlist: true, homepage: "x" });
    await act(own, { act: "accept", filter: { standing: "held" } });
    await follow(email);
    expect(await get(own, email)).toMatchObject({ standing: "unconfirmed", onWaitlist: false });
    expect(await messagesTo(email)).toEqual([{ kind: "confirm" }]);
  });

  test("that did not ask for the waitlist is not put on it", async () => {
    const { own, publicCtx } = await project();
    const email = anAddress();
    await create(publicCtx, { email, homepage: "x" });
    await act(own, { act: "accept", emails: [email] });
    expect(await get(own, email)).toMatchObject({ standing: "accepted", onWaitlist: false });
  });

  test("is only one of somebody new: what programs send changes nothing of who is known, and the secret key holds nobody", async () => {
    const { own, publicCtx, messagesTo } = await project();
    const known = await aLead(own);
    const waiting = await aLead(own, { onWaitlist: true });
    for (const email of [known, waiting]) {
      await create(publicCtx, { email, waitlist: true, homepage: "x" });
      expect(await messagesTo(email)).toEqual([]);
    }
    expect(await get(own, known)).toMatchObject({ standing: "accepted", onWaitlist: false });
    const email = "staff@mailinator.com";
    await create(own, { email, waitlist: true, homepage: "x" });
    expect(await get(own, email)).toMatchObject({ standing: "accepted", onWaitlist: true });
  });

  test("keeps nobody out: a sign-up of their own, or a claim, lets them go on", async () => {
    const { own, publicCtx, messagesTo, follow } = await project();
    const [email, claims, listed] = [anAddress(), anAddress(), "any@blocked.example"];
    for (const each of [email, claims]) await create(publicCtx, { email: each, waitlist: true, homepage: "x" });
    expect(await create(publicCtx, { email, waitlist: true })).toEqual({ email });
    await follow(email);
    expect(await get(own, email)).toMatchObject({ standing: "accepted", heldFor: null, onWaitlist: true });
    expect(await messagesTo(email)).toEqual([{ kind: "joined" }]);
    await claim(publicCtx, { code: codeIdentity(await aCode(own)), email: claims });
    expect(await get(own, claims)).toMatchObject({ standing: "accepted", heldFor: null, onWaitlist: false, hasClaimedCode: true });
    await changeBlockList(own, { entries: ["blocked.example"] });
    for (let i = 0; i < 2; i++) await create(publicCtx, { email: listed, waitlist: true });
    expect(await get(own, listed)).toMatchObject({ standing: "held", heldFor: "blocked", onWaitlist: false });
    await changeProject(own, { doubleOptIn: true });
    const unconfirmed = anAddress();
    await create(publicCtx, { email: unconfirmed, waitlist: true, homepage: "x" });
    await create(publicCtx, { email: unconfirmed, waitlist: true });
    expect(await get(own, unconfirmed)).toMatchObject({ standing: "unconfirmed", onWaitlist: false });
  });

  test("is skipped by sends, for that reason", async () => {
    const { own, publicCtx } = await project();
    const [email, other, code] = [anAddress(), await aLead(own), await aCode(own, { allowedClaims: 9 })];
    await create(publicCtx, { email, homepage: "x" });
    expect(await send(own, { code: codeIdentity(code), filter: {} })).toMatchObject({
      notifiedLeads: 1,
      skipped: [{ email, reason: "held" }],
    });
    expect(await invite(own, { emails: [email, other] })).toMatchObject({ notifiedLeads: 1, skipped: [{ email, reason: "held" }] });
  });

  test("needs somebody's attention", async () => {
    const { own, publicCtx } = await project();
    await connectMail(own);
    const items = async () => attention(own, await figure(own, codeCounts));
    expect(await items()).toEqual([]);
    await create(publicCtx, { email: anAddress(), homepage: "x" });
    expect(await items()).toEqual([
      { name: "held_sign_ups", count: 1, about: null, message: "1 sign-up is held until somebody has looked at it." },
    ]);
  });
});

describe("the block list", () => {
  test("holds an address, a domain and what is below it, and nothing that only looks alike", async () => {
    const { own, publicCtx } = await project();
    await changeBlockList(own, { entries: ["mallory@example.com", "example.net"] });
    const heldFor = async (email: string) => {
      await create(publicCtx, { email, waitlist: true });
      return (await get(own, email)).heldFor;
    };
    for (const email of ["mallory@example.com", "any@example.net", "any@deep.example.net"])
      expect([email, await heldFor(email)]).toEqual([email, "blocked"]);
    for (const email of ["ada@example.com", "any@notexample.net", "example.net@example.org"])
      expect([email, await heldFor(email)]).toEqual([email, null]);
    // The list says more than the rest.
    expect(await create(publicCtx, { email: "two@example.net", homepage: "x" })).toEqual({ email: "two@example.net" });
    expect((await get(own, "two@example.net")).heldFor).toBe("blocked");
  });

  test("is replaced whole, says what changed, and is each project's own", async () => {
    const { own } = await project();
    const kept = async () => (await findBlockList(own)).entries;
    expect(await changeBlockList(own, { entries: ["b.example", "a.example"] })).toEqual({ entries: ["a.example", "b.example"] });
    await changeBlockList(own, { entries: ["a.example", "b.example"] });
    await changeBlockList(own, { entries: ["b.example", "c.example"] });
    expect(await kept()).toEqual(["b.example", "c.example"]);
    const told = await rows<{ data: object }>(
      own.db,
      sql`select data from events where project_id = ${own.projectId} and kind = 'block_list.changed' order by id`,
    );
    expect(told.map(({ data }) => data)).toEqual([
      { added: 2, removed: 0 },
      { added: 1, removed: 1 },
    ]);
    expect((await findBlockList((await project()).own)).entries).toEqual([]);
    await expect(changeBlockList(own, { was: ["b.example"], entries: [] })).rejects.toMatchObject({ refusal: "block_list_changed" });
    await changeBlockList(own, { was: ["c.example", "b.example"], entries: [] });
    expect(await kept()).toEqual([]);
  });
});

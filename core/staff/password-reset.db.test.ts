import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { resetLimits } from "@/contract/account";
import { signInLimits } from "@/contract/session";
import { rows } from "@/db/rows";
import { aProject, unique } from "@/tests/harness/factories";
import { outcome, refused } from "@/tests/harness/refused";
import { actingAs, aStaff, type SomeStaff, thePassword } from "@/tests/harness/staff";
import { aWorld } from "@/tests/harness/world";
import type { Context } from "../context";
import { tidy } from "../tidy";
import { changePassword } from "./account";
import { askForReset, issueReset, resetPassword } from "./reset";
import { signIn } from "./sign-in";

const world = await aWorld({ max: 20 });
const { db } = world;
const ctx: Context = { ...world.ctx, actor: { kind: "system", id: null } };
const password = "an even longer one, with a comma";
let clients = 0;
const aClient = () => ({ userAgent: "", address: `198.51.${Math.floor(++clients / 250)}.${clients % 250}` });

const jobs = () => rows<{ data: object }>(db, sql`select data from pgboss.job where name = 'staff_mail' order by created_on, id`);
const sessionsOf = async ({ id }: { id: string }) => (await rows(db, sql`select from sessions where staff_id = ${id}::uuid`)).length;

/** Somebody to whom a link was mailed. */
async function aMailed(some: SomeStaff = {}) {
  const one = await aStaff(ctx, some);
  const issued = await issueReset(ctx, one.email);
  return { ...one, token: issued?.token ?? "" };
}

describe("asking for a link", () => {
  test.each<[string, SomeStaff | null]>([
    ["an unknown address", null],
    ["one of the team", {}],
    ["somebody disabled", { disabled: true }],
    ["somebody removed", { removed: true }],
    ["somebody without a password", { password: null }],
  ])(
    "for %s answers the same after the same work: one mail is queued that names no token, and nothing else is written",
    async (_, some) => {
      const email = some ? (await aStaff(ctx, some)).email : `nobody-${unique()}@example.org`;
      const before = await jobs();
      expect(await askForReset(ctx, { email }, aClient())).toEqual({ email });
      expect((await jobs()).slice(before.length)).toEqual([{ data: { projectId: ctx.projectId, mail: { kind: "reset", email } } }]);
      expect(await rows(db, sql`select from password_resets r join staff s on s.id = r.staff_id where s.email = ${email}`)).toEqual([]);
    },
  );

  test("has a budget of its own, alike for known and unknown addresses", async () => {
    for (const email of [(await aStaff(ctx)).email, `nobody-${unique()}@example.org`]) {
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcome(askForReset(ctx, { email }, aClient()))));
      expect(outcomes.filter((each) => each === "done")).toHaveLength(resetLimits.address.most);
      expect(await refused(signIn(ctx, { email, password: "wrong" }, aClient()))).toBe("wrong_credentials");
    }
    const client = aClient();
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => outcome(askForReset(ctx, { email: `nobody-${unique()}@example.org` }, client))),
    );
    expect(outcomes.filter((each) => each === "done")).toHaveLength(resetLimits.client.most);
  });

  test("is open to who has typed too many wrong passwords", async () => {
    const { email } = await aStaff(ctx);
    const client = aClient();
    for (let i = 0; i <= signInLimits.address.most; i++) await outcome(signIn(ctx, { email, password: "wrong" }, client));
    expect(await outcome(askForReset(ctx, { email }, client))).toBe("done");
  });
});

describe("a link is made", () => {
  test.each<[string, SomeStaff]>([
    ["disabled", { disabled: true }],
    ["removed", { removed: true }],
  ])("not for somebody %s", async (_, some) => {
    expect(await issueReset(ctx, (await aStaff(ctx, some)).email)).toBeNull();
  });

  test("not for an unknown address, nor one of another project", async () => {
    expect(await issueReset(ctx, `nobody-${unique()}@example.org`)).toBeNull();
    const stranger = await aStaff((await aProject(ctx)).ctx);
    expect(await issueReset(ctx, stranger.email)).toBeNull();
  });

  test("whose token is long, random, and stored as its hash alone", async () => {
    const one = await aStaff(ctx, { name: "Ada Lovelace" });
    const { name, token } = (await issueReset(ctx, one.email)) ?? {};
    expect(name).toBe("Ada Lovelace");
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const [stored] = await rows<{ hash: string; minutes: string }>(
      db,
      sql`select hash, extract(epoch from expires_at - now()) / 60 as minutes from password_resets where staff_id = ${one.id}::uuid`,
    );
    expect(stored?.hash).not.toBe(token);
    expect(Number(stored?.minutes)).toBeGreaterThan(29);
    expect(Number(stored?.minutes)).toBeLessThanOrEqual(30);
  });

  test("in place of an earlier one, which stops working", async () => {
    const { email, token: earlier } = await aMailed();
    const later = (await issueReset(ctx, email))?.token ?? "";
    expect(await refused(resetPassword(ctx, { token: earlier, password }, aClient()))).toBe("link_not_valid");
    expect(await resetPassword(ctx, { token: later, password }, aClient())).toEqual({ email });
  });
});

describe("choosing a new password with it", () => {
  test("ends every session, lets the new password in and the old one no more, and is told of", async () => {
    const one = await aMailed();
    for (let i = 0; i < 3; i++) await actingAs(ctx, one);
    expect(await resetPassword(ctx, { token: one.token, password }, aClient())).toEqual({ email: one.email });
    expect(await sessionsOf(one)).toBe(0);
    expect(await refused(signIn(ctx, { email: one.email, password: thePassword }, aClient()))).toBe("wrong_credentials");
    expect(await outcome(signIn(ctx, { email: one.email, password }, aClient()))).toBe("done");
    expect(
      await rows(db, sql`select actor_kind, data from events where kind = 'staff.password_reset' and data->>'staff' = ${one.id}`),
    ).toEqual([{ actor_kind: "system", data: { staff: one.id } }]);
    expect((await jobs()).at(-1)).toMatchObject({ data: { mail: { kind: "password_changed", staffId: one.id } } });
  });

  test("works once, however many use it at once", async () => {
    const one = await aMailed();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, i) => outcome(resetPassword(ctx, { token: one.token, password: `${password} ${i}` }, aClient()))),
    );
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "link_not_valid")).toHaveLength(7);
    expect(await outcome(signIn(ctx, { email: one.email, password: `${password} ${outcomes.indexOf("done")}` }, aClient()))).toBe("done");
  });

  test("does not work when its time is over", async () => {
    const one = await aMailed();
    await db.execute(sql`update password_resets set expires_at = now() where staff_id = ${one.id}::uuid`);
    expect(await refused(resetPassword(ctx, { token: one.token, password }, aClient()))).toBe("link_not_valid");
  });

  test.each([
    ["disabled", sql`disabled_at = now()`],
    ["removed", sql`removed_at = now()`],
  ])("does not work for somebody %s since", async (_, change) => {
    const one = await aMailed();
    await db.execute(sql`update staff set ${change} where id = ${one.id}::uuid`);
    expect(await refused(resetPassword(ctx, { token: one.token, password }, aClient()))).toBe("link_not_valid");
  });

  test("does not work in another project, nor after the password was changed", async () => {
    const one = await aMailed();
    expect(await refused(resetPassword((await aProject(ctx)).ctx, { token: one.token, password }, aClient()))).toBe("link_not_valid");
    await changePassword(await actingAs(ctx, one), { current: thePassword, password }, aClient());
    expect(await refused(resetPassword(ctx, { token: one.token, password }, aClient()))).toBe("link_not_valid");
  });

  test("gives one to somebody who had none", async () => {
    const one = await aMailed({ password: null });
    await resetPassword(ctx, { token: one.token, password }, aClient());
    expect(await outcome(signIn(ctx, { email: one.email, password }, aClient()))).toBe("done");
  });

  test("lets somebody in again who had no tries left", async () => {
    const one = await aMailed();
    for (let i = 0; i <= signInLimits.address.most; i++) await outcome(signIn(ctx, { email: one.email, password: "wrong" }, aClient()));
    await resetPassword(ctx, { token: one.token, password }, aClient());
    expect(await outcome(signIn(ctx, { email: one.email, password }, aClient()))).toBe("done");
  });

  test("cannot be had by guessing tokens", async () => {
    const client = aClient();
    for (let i = 0; i < signInLimits.client.most; i++)
      expect(await refused(resetPassword(ctx, { token: `${i}`, password }, client))).toBe("link_not_valid");
    expect(await refused(resetPassword(ctx, { token: (await aMailed()).token, password }, client))).toBe("too_many_requests");
  });
});

test("tidying takes links away whose time is over, and no others", async () => {
  const [over, open] = [await aMailed(), await aMailed()];
  await db.execute(sql`update password_resets set expires_at = now() - interval '1 second' where staff_id = ${over.id}::uuid`);
  await tidy(db);
  expect(await rows(db, sql`select staff_id from password_resets where staff_id in (${over.id}::uuid, ${open.id}::uuid)`)).toEqual([
    { staff_id: open.id },
  ]);
});

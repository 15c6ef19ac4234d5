import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { passwordResetLimits } from "@/contract/account";
import { signInLimits } from "@/contract/session";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject, uniqueId } from "@/tests/harness/factories";
import { insertStaff, type StaffOptions, staffContext, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { deleteExpiredRows } from "../cleanup";
import type { Context } from "../context";
import { changePassword } from "./account";
import { createPasswordResetLink, requestPasswordReset, resetPassword } from "./password-reset";
import { signIn } from "./sign-in";

const world = await createTestApp({ max: 20 });
const { db } = world;
const ctx: Context = { ...world.ctx, actor: { kind: "system", id: null } };
const password = "an even longer one, with a comma";
let clients = 0;
const aClient = () => ({ userAgent: "", ipAddress: `198.51.${Math.floor(++clients / 250)}.${clients % 250}` });

const jobs = () => queryRows<{ data: object }>(db, sql`select data from pgboss.job where name = 'staff_emails' order by created_on, id`);
const sessionsOf = async ({ id }: { id: string }) => (await queryRows(db, sql`select from sessions where staff_id = ${id}::uuid`)).length;

/** Somebody to whom a link was mailed. */
async function aMailed(some: StaffOptions = {}) {
  const one = await insertStaff(ctx, some);
  const issued = await createPasswordResetLink(ctx, one.email);
  return { ...one, token: issued?.token ?? "" };
}

describe("asking for a link", () => {
  test.each<[string, StaffOptions | null]>([
    ["an unknown address", null],
    ["one of the team", {}],
    ["somebody disabled", { disabled: true }],
    ["somebody removed", { removed: true }],
    ["somebody without a password", { password: null }],
  ])(
    "for %s answers the same after the same work: one mail is queued that names no token, and nothing else is written",
    async (_, some) => {
      const email = some ? (await insertStaff(ctx, some)).email : `nobody-${uniqueId()}@example.org`;
      const before = await jobs();
      expect(await requestPasswordReset(ctx, { email }, aClient())).toEqual({ email });
      expect((await jobs()).slice(before.length)).toEqual([{ data: { projectId: ctx.projectId, email: { kind: "reset", email } } }]);
      expect(await queryRows(db, sql`select from password_resets r join staff s on s.id = r.staff_id where s.email = ${email}`)).toEqual(
        [],
      );
    },
  );

  test("has a budget of its own, alike for known and unknown addresses", async () => {
    for (const email of [(await insertStaff(ctx)).email, `nobody-${uniqueId()}@example.org`]) {
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => getOutcome(requestPasswordReset(ctx, { email }, aClient()))));
      expect(outcomes.filter((each) => each === "done")).toHaveLength(passwordResetLimits.email.limit);
      expect(await getErrorName(signIn(ctx, { email, password: "wrong" }, aClient()))).toBe("invalid_credentials");
    }
    const client = aClient();
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => getOutcome(requestPasswordReset(ctx, { email: `nobody-${uniqueId()}@example.org` }, client))),
    );
    expect(outcomes.filter((each) => each === "done")).toHaveLength(passwordResetLimits.client.limit);
  });

  test("is open to who has typed too many wrong passwords", async () => {
    const { email } = await insertStaff(ctx);
    const client = aClient();
    for (let i = 0; i <= signInLimits.email.limit; i++) await getOutcome(signIn(ctx, { email, password: "wrong" }, client));
    expect(await getOutcome(requestPasswordReset(ctx, { email }, client))).toBe("done");
  });
});

describe("a link is made", () => {
  test.each<[string, StaffOptions]>([
    ["disabled", { disabled: true }],
    ["removed", { removed: true }],
  ])("not for somebody %s", async (_, some) => {
    expect(await createPasswordResetLink(ctx, (await insertStaff(ctx, some)).email)).toBeNull();
  });

  test("not for an unknown address, nor one of another project", async () => {
    expect(await createPasswordResetLink(ctx, `nobody-${uniqueId()}@example.org`)).toBeNull();
    const stranger = await insertStaff((await insertProject(ctx)).ctx);
    expect(await createPasswordResetLink(ctx, stranger.email)).toBeNull();
  });

  test("whose token is long, random, and stored as its hash alone", async () => {
    const one = await insertStaff(ctx, { name: "Ada Lovelace" });
    const { name, token } = (await createPasswordResetLink(ctx, one.email)) ?? {};
    expect(name).toBe("Ada Lovelace");
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const [stored] = await queryRows<{ hash: string; minutes: string }>(
      db,
      sql`select hash, extract(epoch from expires_at - now()) / 60 as minutes from password_resets where staff_id = ${one.id}::uuid`,
    );
    expect(stored?.hash).not.toBe(token);
    expect(Number(stored?.minutes)).toBeGreaterThan(29);
    expect(Number(stored?.minutes)).toBeLessThanOrEqual(30);
  });

  test("in place of an earlier one, which stops working", async () => {
    const { email, token: earlier } = await aMailed();
    const later = (await createPasswordResetLink(ctx, email))?.token ?? "";
    expect(await getErrorName(resetPassword(ctx, { token: earlier, password }, aClient()))).toBe("link_not_valid");
    expect(await resetPassword(ctx, { token: later, password }, aClient())).toEqual({ email });
  });
});

describe("choosing a new password with it", () => {
  test("ends every session, lets the new password in and the old one no more, and is told of", async () => {
    const one = await aMailed();
    for (let i = 0; i < 3; i++) await staffContext(ctx, one);
    expect(await resetPassword(ctx, { token: one.token, password }, aClient())).toEqual({ email: one.email });
    expect(await sessionsOf(one)).toBe(0);
    expect(await getErrorName(signIn(ctx, { email: one.email, password: testPassword }, aClient()))).toBe("invalid_credentials");
    expect(await getOutcome(signIn(ctx, { email: one.email, password }, aClient()))).toBe("done");
    expect(
      await queryRows(db, sql`select actor_kind, data from events where kind = 'staff.password_reset' and data->>'staff' = ${one.id}`),
    ).toEqual([{ actor_kind: "system", data: { staff: one.id } }]);
    expect((await jobs()).at(-1)).toMatchObject({ data: { email: { kind: "password_changed", staffId: one.id } } });
  });

  test("works once, however many use it at once", async () => {
    const one = await aMailed();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, i) => getOutcome(resetPassword(ctx, { token: one.token, password: `${password} ${i}` }, aClient()))),
    );
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "link_not_valid")).toHaveLength(7);
    expect(await getOutcome(signIn(ctx, { email: one.email, password: `${password} ${outcomes.indexOf("done")}` }, aClient()))).toBe(
      "done",
    );
  });

  test("does not work when its time is over", async () => {
    const one = await aMailed();
    await db.execute(sql`update password_resets set expires_at = now() where staff_id = ${one.id}::uuid`);
    expect(await getErrorName(resetPassword(ctx, { token: one.token, password }, aClient()))).toBe("link_not_valid");
  });

  test.each([
    ["disabled", sql`disabled_at = now()`],
    ["removed", sql`removed_at = now()`],
  ])("does not work for somebody %s since", async (_, change) => {
    const one = await aMailed();
    await db.execute(sql`update staff set ${change} where id = ${one.id}::uuid`);
    expect(await getErrorName(resetPassword(ctx, { token: one.token, password }, aClient()))).toBe("link_not_valid");
  });

  test("does not work in another project, nor after the password was changed", async () => {
    const one = await aMailed();
    expect(await getErrorName(resetPassword((await insertProject(ctx)).ctx, { token: one.token, password }, aClient()))).toBe(
      "link_not_valid",
    );
    await changePassword(await staffContext(ctx, one), { currentPassword: testPassword, newPassword: password }, aClient());
    expect(await getErrorName(resetPassword(ctx, { token: one.token, password }, aClient()))).toBe("link_not_valid");
  });

  test("gives one to somebody who had none", async () => {
    const one = await aMailed({ password: null });
    await resetPassword(ctx, { token: one.token, password }, aClient());
    expect(await getOutcome(signIn(ctx, { email: one.email, password }, aClient()))).toBe("done");
  });

  test("lets somebody in again who had no tries left", async () => {
    const one = await aMailed();
    for (let i = 0; i <= signInLimits.email.limit; i++) await getOutcome(signIn(ctx, { email: one.email, password: "wrong" }, aClient()));
    await resetPassword(ctx, { token: one.token, password }, aClient());
    expect(await getOutcome(signIn(ctx, { email: one.email, password }, aClient()))).toBe("done");
  });

  test("cannot be had by guessing tokens", async () => {
    const client = aClient();
    for (let i = 0; i < signInLimits.client.limit; i++)
      expect(await getErrorName(resetPassword(ctx, { token: `${i}`, password }, client))).toBe("link_not_valid");
    expect(await getErrorName(resetPassword(ctx, { token: (await aMailed()).token, password }, client))).toBe("too_many_requests");
  });
});

test("tidying takes links away whose time is over, and no others", async () => {
  const [over, open] = [await aMailed(), await aMailed()];
  await db.execute(sql`update password_resets set expires_at = now() - interval '1 second' where staff_id = ${over.id}::uuid`);
  await deleteExpiredRows(db);
  expect(await queryRows(db, sql`select staff_id from password_resets where staff_id in (${over.id}::uuid, ${open.id}::uuid)`)).toEqual([
    { staff_id: open.id },
  ]);
});

import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { passwordResetLimits, signInLimits } from "@/contract/limits";
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

const app = await createTestApp({ max: 20 });
const { db } = app;
const ctx: Context = { ...app.ctx, actor: { kind: "system", id: null } };
const password = "an even longer one, with a comma";
let clients = 0;
const createClient = () => ({ userAgent: "", ipAddress: `198.51.${Math.floor(++clients / 250)}.${clients % 250}` });

const jobs = () => queryRows<{ data: object }>(db, sql`select data from pgboss.job where name = 'staff_emails' order by created_on, id`);
const countSessions = async ({ id }: { id: string }) =>
  (await queryRows(db, sql`select from sessions where staff_id = ${id}::uuid`)).length;

/** Creates a staff member with a reset link. */
async function createResetLink(some: StaffOptions = {}) {
  const one = await insertStaff(ctx, some);
  const link = await createPasswordResetLink(ctx, one.email);
  return { ...one, token: link?.token ?? "" };
}

describe("requesting a password reset", () => {
  test.each<[string, StaffOptions | null]>([
    ["an unknown email", null],
    ["a team member", {}],
    ["a disabled team member", { disabled: true }],
    ["a removed team member", { removed: true }],
    ["a team member without a password", { password: null }],
  ])(
    "for %s returns the same response after the same work: it queues one email without a token and writes nothing else",
    async (_, some) => {
      const email = some ? (await insertStaff(ctx, some)).email : `unknown-${uniqueId()}@example.org`;
      const before = await jobs();
      expect(await requestPasswordReset(ctx, { email }, createClient())).toEqual({ email });
      expect((await jobs()).slice(before.length)).toEqual([{ data: { projectId: ctx.projectId, email: { kind: "reset", email } } }]);
      expect(await queryRows(db, sql`select from password_resets r join staff s on s.id = r.staff_id where s.email = ${email}`)).toEqual(
        [],
      );
    },
  );

  test("has its own rate limit, the same for known and unknown emails", async () => {
    for (const email of [(await insertStaff(ctx)).email, `unknown-${uniqueId()}@example.org`]) {
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, () => getOutcome(requestPasswordReset(ctx, { email }, createClient()))),
      );
      expect(outcomes.filter((each) => each === "done")).toHaveLength(passwordResetLimits.email.limit);
      expect(await getErrorName(signIn(ctx, { email, password: "wrong" }, createClient()))).toBe("invalid_credentials");
    }
    const client = createClient();
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => getOutcome(requestPasswordReset(ctx, { email: `unknown-${uniqueId()}@example.org` }, client))),
    );
    expect(outcomes.filter((each) => each === "done")).toHaveLength(passwordResetLimits.client.limit);
  });

  test("works after too many wrong passwords", async () => {
    const { email } = await insertStaff(ctx);
    const client = createClient();
    for (let i = 0; i <= signInLimits.email.limit; i++) await getOutcome(signIn(ctx, { email, password: "wrong" }, client));
    expect(await getOutcome(requestPasswordReset(ctx, { email }, client))).toBe("done");
  });
});

describe("creating a reset link", () => {
  test.each<[string, StaffOptions]>([
    ["disabled", { disabled: true }],
    ["removed", { removed: true }],
  ])("returns nothing for a %s team member", async (_, some) => {
    expect(await createPasswordResetLink(ctx, (await insertStaff(ctx, some)).email)).toBeNull();
  });

  test("returns nothing for an unknown email or one of another project", async () => {
    expect(await createPasswordResetLink(ctx, `unknown-${uniqueId()}@example.org`)).toBeNull();
    const otherProject = await insertStaff((await insertProject(ctx)).ctx);
    expect(await createPasswordResetLink(ctx, otherProject.email)).toBeNull();
  });

  test("creates a long random token and stores only its hash", async () => {
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

  test("invalidates the previous link", async () => {
    const { email, token: earlier } = await createResetLink();
    const later = (await createPasswordResetLink(ctx, email))?.token ?? "";
    expect(await getErrorName(resetPassword(ctx, { token: earlier, password }, createClient()))).toBe("link_not_valid");
    expect(await resetPassword(ctx, { token: later, password }, createClient())).toEqual({ email });
  });
});

describe("resetting the password", () => {
  test("revokes all sessions, replaces the password and sends an email", async () => {
    const one = await createResetLink();
    for (let i = 0; i < 3; i++) await staffContext(ctx, one);
    expect(await resetPassword(ctx, { token: one.token, password }, createClient())).toEqual({ email: one.email });
    expect(await countSessions(one)).toBe(0);
    expect(await getErrorName(signIn(ctx, { email: one.email, password: testPassword }, createClient()))).toBe("invalid_credentials");
    expect(await getOutcome(signIn(ctx, { email: one.email, password }, createClient()))).toBe("done");
    expect(
      await queryRows(db, sql`select actor_kind, data from events where kind = 'staff.password_reset' and data->>'staff' = ${one.id}`),
    ).toEqual([{ actor_kind: "system", data: { staff: one.id } }]);
    expect((await jobs()).at(-1)).toMatchObject({ data: { email: { kind: "password_changed", staffId: one.id } } });
  });

  test("works once with simultaneous requests", async () => {
    const one = await createResetLink();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        getOutcome(resetPassword(ctx, { token: one.token, password: `${password} ${i}` }, createClient())),
      ),
    );
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "link_not_valid")).toHaveLength(7);
    expect(await getOutcome(signIn(ctx, { email: one.email, password: `${password} ${outcomes.indexOf("done")}` }, createClient()))).toBe(
      "done",
    );
  });

  test("rejects an expired link", async () => {
    const one = await createResetLink();
    await db.execute(sql`update password_resets set expires_at = now() - interval '1 second' where staff_id = ${one.id}::uuid`);
    expect(await getErrorName(resetPassword(ctx, { token: one.token, password }, createClient()))).toBe("link_not_valid");
  });

  test.each([
    ["disabled", sql`disabled_at = now()`],
    ["removed", sql`removed_at = now()`],
  ])("rejects a team member who was %s in the meantime", async (_, change) => {
    const one = await createResetLink();
    await db.execute(sql`update staff set ${change} where id = ${one.id}::uuid`);
    expect(await getErrorName(resetPassword(ctx, { token: one.token, password }, createClient()))).toBe("link_not_valid");
  });

  test("rejects a link of another project, or after a password change", async () => {
    const one = await createResetLink();
    expect(await getErrorName(resetPassword((await insertProject(ctx)).ctx, { token: one.token, password }, createClient()))).toBe(
      "link_not_valid",
    );
    await changePassword(await staffContext(ctx, one), { currentPassword: testPassword, newPassword: password }, createClient());
    expect(await getErrorName(resetPassword(ctx, { token: one.token, password }, createClient()))).toBe("link_not_valid");
  });

  test("sets a first password", async () => {
    const one = await createResetLink({ password: null });
    await resetPassword(ctx, { token: one.token, password }, createClient());
    expect(await getOutcome(signIn(ctx, { email: one.email, password }, createClient()))).toBe("done");
  });

  test("restores the sign-in attempts", async () => {
    const one = await createResetLink();
    for (let i = 0; i <= signInLimits.email.limit; i++)
      await getOutcome(signIn(ctx, { email: one.email, password: "wrong" }, createClient()));
    await resetPassword(ctx, { token: one.token, password }, createClient());
    expect(await getOutcome(signIn(ctx, { email: one.email, password }, createClient()))).toBe("done");
  });

  test("limits attempts to guess tokens", async () => {
    const client = createClient();
    for (let i = 0; i < signInLimits.client.limit; i++)
      expect(await getErrorName(resetPassword(ctx, { token: `${i}`, password }, client))).toBe("link_not_valid");
    expect(await getErrorName(resetPassword(ctx, { token: (await createResetLink()).token, password }, client))).toBe("too_many_requests");
  });
});

test("cleanup deletes only expired links", async () => {
  const [over, open] = [await createResetLink(), await createResetLink()];
  await db.execute(sql`update password_resets set expires_at = now() - interval '1 second' where staff_id = ${over.id}::uuid`);
  await deleteExpiredRows(db);
  expect(await queryRows(db, sql`select staff_id from password_resets where staff_id in (${over.id}::uuid, ${open.id}::uuid)`)).toEqual([
    { staff_id: open.id },
  ]);
});

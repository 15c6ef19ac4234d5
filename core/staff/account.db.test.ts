import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/session";
import { rows } from "@/db/rows";
import { outcome, refused } from "@/tests/harness/refused";
import { codeOf } from "@/tests/harness/second-factor";
import { actingAs, aStaff, thePassword } from "@/tests/harness/staff";
import { aWorld } from "@/tests/harness/world";
import { changeName, changePassword } from "./account";
import { hashPassword } from "./password";
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor, renewRecoveryCodes } from "./second-factor";
import { listSessions } from "./sessions";
import { signIn } from "./sign-in";

const { ctx, db } = await aWorld({ max: 20 });
const password = "an even longer one, with a comma";
let clients = 0;
const aClient = () => ({ userAgent: "", address: `198.51.100.${++clients}` });
const happened = (id: string) =>
  rows<{ kind: string; data: object }>(db, sql`select kind, data from events where actor_id = ${id} order by id`);

test("one's name changes, and the activity says which field and not to what", async () => {
  const one = await aStaff(ctx);
  expect(await changeName(await actingAs(ctx, one), { name: "Rear Admiral Hopper" })).toMatchObject({
    id: one.id,
    name: "Rear Admiral Hopper",
  });
  expect(await happened(one.id)).toEqual([{ kind: "staff.changed", data: { staff: one.id, fields: ["name"] } }]);
});

describe("changing one's password", () => {
  test("lets the new one in and the old one no more, ends the other sessions, and is told of by mail", async () => {
    const one = await aStaff(ctx);
    const [acting] = [await actingAs(ctx, one), await actingAs(ctx, one), await actingAs(ctx, one)];
    expect(await changePassword(acting, { current: thePassword, password }, aClient())).toEqual({});
    expect(await listSessions(acting)).toMatchObject([{ current: true }]);
    expect(await refused(signIn(ctx, { email: one.email, password: thePassword }, aClient()))).toBe("wrong_credentials");
    expect(await outcome(signIn(ctx, { email: one.email, password }, aClient()))).toBe("done");
    expect((await happened(one.id)).map(({ kind }) => kind)).toEqual(["staff.password_changed", "staff.signed_in"]);
    expect(await rows(db, sql`select data->'mail' as mail from pgboss.job where data->'mail'->>'staffId' = ${one.id}`)).toEqual([
      { mail: { kind: "password_changed", staffId: one.id } },
    ]);
  });

  test("needs the one they have, which cannot be guessed for long", async () => {
    const one = await aStaff(ctx);
    const [acting] = [await actingAs(ctx, one), await actingAs(ctx, one)];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => outcome(changePassword(acting, { current: `wrong ${i}`, password }, aClient()))),
    );
    expect(outcomes.filter((each) => each === "wrong_password")).toHaveLength(signInLimits.address.most);
    expect(await refused(changePassword(acting, { current: thePassword, password }, aClient()))).toBe("too_many_requests");
    expect(await listSessions(acting)).toHaveLength(2);
  });

  test("and guarding one's account work on while strangers guess at the password, which leaves them no more guesses", async () => {
    const one = await aStaff(ctx);
    const acting = await actingAs(ctx, one);
    const guess = () => outcome(signIn(ctx, { email: one.email, password: "a guess" }, aClient()));
    while ((await guess()) !== "too_many_requests");
    const { secret } = await beginSecondFactor(acting, { password: thePassword }, aClient());
    expect(await outcome(confirmSecondFactor(acting, { code: codeOf(secret) }, aClient()))).toBe("done");
    expect(await outcome(renewRecoveryCodes(acting, { password: thePassword }, aClient()))).toBe("done");
    expect(await outcome(removeSecondFactor(acting, { password: thePassword }, aClient()))).toBe("done");
    expect(await outcome(changePassword(acting, { current: thePassword, password }, aClient()))).toBe("done");
    expect(await guess()).toBe("too_many_requests");
  });

  test("wrongly keeps nobody from signing in", async () => {
    const one = await aStaff(ctx);
    const acting = await actingAs(ctx, one);
    while ((await outcome(changePassword(acting, { current: "wrong", password }, aClient()))) !== "too_many_requests");
    expect(await outcome(signIn(ctx, { email: one.email, password: thePassword }, aClient()))).toBe("done");
  });

  test("is not open to somebody who has none", async () => {
    const acting = await actingAs(ctx, await aStaff(ctx, { password: null }));
    expect(await refused(changePassword(acting, { current: "", password }, aClient()))).toBe("wrong_password");
  });

  test("twice at once is done once", async () => {
    const one = await aStaff(ctx);
    const acting = await actingAs(ctx, one);
    const outcomes = await Promise.all(
      [1, 2, 3].map((i) => outcome(changePassword(acting, { current: thePassword, password: `${password} ${i}` }, aClient()))),
    );
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(await outcome(signIn(ctx, { email: one.email, password: `${password} ${outcomes.indexOf("done") + 1}` }, aClient()))).toBe(
      "done",
    );
  });

  test("leaves no session to who signs in with the old one at the same time", async () => {
    // As sign-in leaves it, so that nobody has it renewed meanwhile.
    const stored = await hashPassword(thePassword);
    for (let round = 0; round < 4; round++) {
      const one = await aStaff(ctx);
      await db.execute(sql`update staff set password_hash = ${stored} where id = ${one.id}::uuid`);
      const acting = await actingAs(ctx, one);
      const changing = changePassword(acting, { current: thePassword, password }, aClient());
      const signingIn = Array.from({ length: 4 }, () => outcome(signIn(ctx, { email: one.email, password: thePassword }, aClient())));
      await Promise.all([changing, ...signingIn]);
      expect(await listSessions(acting)).toMatchObject([{ current: true }]);
    }
  });
});

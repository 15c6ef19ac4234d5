import { describe, expect, test } from "vitest";
import { getOutcome } from "@/tests/harness/errors";
import { insertProject } from "@/tests/harness/factories";
import { uniqueClient } from "@/tests/harness/second-factor";
import { insertStaff, staffContext, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { measureCpuSeconds } from "@/tests/harness/timer";
import { changePassword } from "./account";
import { acceptInvitation, createInvitationLink, inviteStaff } from "./invitations";
import { createPasswordResetLink, resetPassword } from "./password-reset";
import { rejectWeakPassword } from "./password-strength";
import { createOwner } from "./setup";
import { signIn } from "./sign-in";

const app = await createTestApp();
const { ctx } = await insertProject(app.ctx, { name: "Lumen Coffee" });
const email = "nora.smith@example.org";
const weak = "password1234";
const reasons = { common: [expect.stringContaining("too easy to guess")], personal: [expect.stringContaining("must not contain")] };

// cspell:disable
test.each([
  ...["password123", "qwertyuiop", "1234567890", "P@ssw0rd1234", "iloveyou123", "aaaaaaaaaaaa", "abcdefghijkl", "letmein1letmein1"],
  ...["charlie1987", "Password2024!", "x".repeat(200)],
  ...["correcthorsebatterystaple", "correct horse battery staple", "Correct-Horse-Battery-Staple", "CorrectHorseBatteryStaple1!"],
  ...["c0rrect h0rse b4ttery st4ple", "correct_horse_battery_staple_2026", "staple battery horse correct", "horse battery staple"],
  ...["córrect hórse bättery stäple", "correcthorsebatterystaplecorrecthorsebatterystaple", "Tr0ub4dor&3", "cleft cam synod lacy yr wok"],
  ...["The quick brown fox jumps over the lazy dog.", "lorem ipsum dolor sit amet", "To be, or not to be", "May the Force be with you!"],
  ...["m4y the f0rce be w1th you", "Pack my box with five dozen liquor jugs", "open sesame", "hello world 2026", "This is my password"],
  ...["all your base are belong to us", "Liberté, égalité, fraternité"],
])("the common or simple password %s is rejected", async (password) => {
  await expect(rejectWeakPassword(ctx, "password", password, { email })).rejects.toMatchObject({ fields: { password: reasons.common } });
});
// cspell:enable

test.each([
  ...["I drink lumen coffee daily", "LumenCoffee-9c1e7a5b", "my Lumen-Coffee staff key"],
  ...["nora.smith and her 9 cats", "the NoraSmith of 1987 wins", "9c1e7a5bNORA_SMITH"],
])("the password %s, which contains the project's name or the email, is rejected", async (password) => {
  await expect(rejectWeakPassword(ctx, "newPassword", password, { email })).rejects.toMatchObject({
    fields: { newPassword: reasons.personal },
  });
});

test.each([
  ...["a horse of the correct battery", "an even longer one, with a comma", "Tr0ub4dor&3x", "coffee, nora and smith"],
  ...["four gardens over café hills", "correct horse battery staple, seven violet umbrellas", "correcthorsebatterystaple 9c1e7a5b3d0f"],
])("the password %s is accepted", async (password) => {
  expect(await getOutcome(rejectWeakPassword(ctx, "password", password, { email }))).toBe("done");
});

test.each(["gatehouse staff 9c1e7a5b", "our Gate-House key of 1987", "GATEHOUSE2026!!"])(
  "the password %s, which contains the product's name, is rejected",
  async (password) => {
    await expect(rejectWeakPassword(ctx, "password", password, { email })).rejects.toMatchObject({
      fields: { password: ["must not contain the name Gatehouse"] },
    });
  },
);

test.each(["Smith-Nora", "nora+example", "Example.Org2026"])(
  "the password %s, which consists of known names, is rejected",
  async (password) => {
    await expect(rejectWeakPassword(ctx, "password", password, { email })).rejects.toMatchObject({
      fields: { password: [expect.any(String)] },
    });
  },
);

test("names that are too short to tell anything are ignored", async () => {
  expect(await getOutcome(rejectWeakPassword(ctx, "password", "a boat on the quiet river", { email: "a@b.org", project: "Boa" }))).toBe(
    "done",
  );
});

test("any password is decided within a second", async () => {
  const slow = ["4@8({[<369&#!1|0$5+7%2".repeat(10).slice(0, 200), "aA1!".repeat(50), "password".repeat(25)];
  await rejectWeakPassword(ctx, "password", testPassword, { email });
  const seconds = await measureCpuSeconds(async () => {
    for (const password of slow) await getOutcome(rejectWeakPassword(ctx, "password", password, { email }));
  });
  expect(seconds).toBeLessThan(slow.length);
});

describe("a weak password is rejected", () => {
  test("when it is changed, and the old one keeps working", async () => {
    const member = await insertStaff(ctx);
    const change = (newPassword: string) =>
      getOutcome(
        staffContext(ctx, member).then((staffCtx) =>
          changePassword(staffCtx, { currentPassword: testPassword, newPassword }, uniqueClient()),
        ),
      );
    expect(await change(weak)).toBe("invalid_input");
    expect(await getOutcome(signIn(ctx, { email: member.email, password: testPassword }, uniqueClient()))).toBe("done");
    expect(await change("a stronger one, with a comma")).toBe("done");
  });

  test("when it is reset or an invitation is accepted, and the link works again", async () => {
    const member = await insertStaff(ctx);
    const { token = "" } = (await createPasswordResetLink(ctx, member.email)) ?? {};
    const reset = (password: string) => getOutcome(resetPassword(ctx, { token, password }, uniqueClient()));
    expect([await reset(weak), await reset(testPassword)]).toEqual(["invalid_input", "done"]);

    const admin = await staffContext(ctx, { role: "admin" });
    const { id } = await inviteStaff(admin, { email, role: "member" });
    const { token: invitation = "" } = (await createInvitationLink(ctx, id)) ?? {};
    const accept = (password: string) => getOutcome(acceptInvitation(ctx, { token: invitation, name: "Nora", password }, uniqueClient()));
    expect([await accept(weak), await accept("nora.smith has 9 cats"), await accept(testPassword)]).toEqual([
      "invalid_input",
      "invalid_input",
      "done",
    ]);
  });

  test("for the owner in the environment", async () => {
    await expect(createOwner(app.db, { email, password: weak })).rejects.toThrow("too easy to guess");
    expect(await createOwner(app.db, { email, password: testPassword })).toBe(true);
    // Later starts don't depend on it.
    expect(await createOwner(app.db, { email, password: weak })).toBe(false);
  });
});

import { sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { SecondFactorCode } from "@/contract/staff";
import type { Context } from "@/core/context";
import { confirmSecondFactor, startSecondFactorSetup } from "@/core/staff/second-factor";
import { signIn } from "@/core/staff/sign-in";
import { rows } from "@/db/rows";
import { actingAs, aStaff, type SomeStaff } from "./staff";

let clients = 0;
/** A client that no other test has used up. */
export const aClient = () => ({ userAgent: "", ipAddress: `2001:db8:${(++clients).toString(16)}::1` });

/** The authenticator's code, so many steps from now; one step ahead is taken still, as clocks differ. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** No code of an authenticator about now. */
export function aWrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return ["000000", "000001", "000002", "000003", "000004", "000005"].find((code) => !near.includes(code)) ?? "";
}

/** A recovery code as the contract reads it. */
export const plain = (recoveryCode: string | undefined): string => SecondFactorCode.parse(recoveryCode ?? "");

/** Somebody with a second factor of which no code was used yet; `enter` signs them in. */
export async function withSecondFactor(ctx: Context, some: SomeStaff = {}) {
  const one = await aStaff(ctx, some);
  const acting = await actingAs(ctx, one);
  const { secret } = await startSecondFactorSetup(acting, { password: one.password }, aClient());
  const { recoveryCodes } = await confirmSecondFactor(acting, { code: codeOf(secret) }, aClient());
  await ctx.db.execute(sql`update staff set totp_last_step = null where id = ${one.id}::uuid`);
  const enter = (code?: string) => signIn(ctx, { email: one.email, password: one.password, code }, aClient());
  return { ...one, ctx: acting, secret, recoveryCodes, enter };
}

export const recoveryCodesLeft = async ({ db }: Context, { id }: { id: string }): Promise<number> =>
  (await rows(db, sql`select from recovery_codes where staff_id = ${id}::uuid`)).length;

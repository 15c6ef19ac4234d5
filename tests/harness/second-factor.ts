import { sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { SecondFactorCode } from "@/contract/staff";
import type { Context } from "@/core/context";
import { confirmSecondFactor, startSecondFactorSetup } from "@/core/staff/second-factor";
import { signIn } from "@/core/staff/sign-in";
import { queryRows } from "@/db/query";
import { staffContext, insertStaff, type StaffOptions } from "./staff";

let clientCount = 0;
/** A client that no other test has used up. */
export const uniqueClient = () => ({ userAgent: "", ipAddress: `2001:db8:${(++clientCount).toString(16)}::1` });

/** The authenticator's code, so many steps from now; one step ahead is taken still, as clocks differ. */
export const totpCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** No code of an authenticator about now. */
export function wrongTotpCode(secret: string): string {
  const validCodes = [-2, -1, 0, 1, 2].map((steps) => totpCode(secret, steps));
  return ["000000", "000001", "000002", "000003", "000004", "000005"].find((code) => !validCodes.includes(code)) ?? "";
}

/** A recovery code as the contract reads it. */
export const parseRecoveryCode = (recoveryCode: string | undefined): string => SecondFactorCode.parse(recoveryCode ?? "");

/** Somebody with a second factor of which no code was used yet; `enter` signs them in. */
export async function insertStaffWithSecondFactor(ctx: Context, options: StaffOptions = {}) {
  const member = await insertStaff(ctx, options);
  const memberContext = await staffContext(ctx, member);
  const { secret } = await startSecondFactorSetup(memberContext, { password: member.password }, uniqueClient());
  const { recoveryCodes } = await confirmSecondFactor(memberContext, { code: totpCode(secret) }, uniqueClient());
  await ctx.db.execute(sql`update staff set totp_last_step = null where id = ${member.id}::uuid`);
  const signInWithCode = (code?: string) => signIn(ctx, { email: member.email, password: member.password, code }, uniqueClient());
  return { ...member, ctx: memberContext, secret, recoveryCodes, signInWithCode };
}

export const countRecoveryCodes = async ({ db }: Context, { id }: { id: string }): Promise<number> =>
  (await queryRows(db, sql`select from recovery_codes where staff_id = ${id}::uuid`)).length;

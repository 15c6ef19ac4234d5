import { sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { SecondFactorCode } from "@/contract/staff-fields";
import type { Context } from "@/core/context";
import { confirmSecondFactor, startSecondFactorSetup } from "@/core/staff/second-factor";
import { signIn } from "@/core/staff/sign-in";
import { queryRows } from "@/db/query";
import { insertStaff, type StaffOptions, staffContext } from "./staff";

let clientCount = 0;
/** Returns a client whose rate limit no other test has used. */
export const uniqueClient = () => ({ userAgent: "", ipAddress: `2001:db8:${(++clientCount).toString(16)}::1` });

/** Returns the authenticator's code, some time steps from now. One step ahead is still accepted, because clocks differ. */
export const totpCode = (secret: string, stepOffset = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepOffset * 30_000 });

/** Returns a code that the authenticator doesn't show around now. */
export function wrongTotpCode(secret: string): string {
  const validCodes = [-2, -1, 0, 1, 2].map((stepOffset) => totpCode(secret, stepOffset));
  return ["000000", "000001", "000002", "000003", "000004", "000005"].find((code) => !validCodes.includes(code)) ?? "";
}

/** Returns a recovery code as the contract parses it. */
export const parseRecoveryCode = (recoveryCode: string | undefined): string => SecondFactorCode.parse(recoveryCode ?? "");

/** Inserts a staff member with a second factor, of which no code was used yet. `signInWithCode` signs them in. */
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

import { randomUUID } from "node:crypto";
import { hashSync } from "@node-rs/argon2";
import { vi } from "vitest";
import type { Role } from "@/contract/roles";
import type { Context } from "@/core/context";
import { createSession, type SessionKey } from "@/core/staff/sessions";
import { staff } from "@/db/schema";
import { newId } from "@/lib/ids";

/** The password of staff members in tests, unless a test sets another. */
export const testPassword = "seven violet umbrellas hum";

// The cheapest parameters of Argon2. The hash of the default password is precomputed.
const cheapHashing = { memoryCost: 8, timeCost: 1, parallelism: 1 };
// cspell:disable-next-line
const testPasswordHash = "$argon2id$v=19$m=8,t=1,p=1$LYNAlQQHTSxSAqLdYjsxzg$BF8qlizyZwyMUtKFpF0KsOgTRWVahcuRePe/s5L7G2M";

export type StaffOptions = {
  email?: string;
  name?: string;
  role?: Role;
  /** Null for members who sign in with an identity provider. */
  password?: string | null;
  disabled?: boolean;
  removed?: boolean;
};

/** A staff member and their password. */
export type StaffMember = { id: string; email: string; name: string; role: Role; password: string };

/** Inserts a staff member directly into the database. The default role is member. */
export async function insertStaff({ db, projectId }: Context, options: StaffOptions = {}): Promise<StaffMember> {
  const { email = `staff-${randomUUID()}@example.org`, name = "Grace Hopper", role = "member", password = testPassword } = options;
  const id = newId();
  const now = new Date().toISOString();
  await db.insert(staff).values({
    projectId,
    id,
    email,
    name,
    role,
    passwordHash: password === null ? null : password === testPassword ? testPasswordHash : hashSync(password, cheapHashing),
    disabledAt: options.disabled ? now : null,
    removedAt: options.removed ? now : null,
  });
  return { id, email, name, role, password: password ?? "" };
}

const isStaffMember = (options: StaffOptions | StaffMember): options is StaffMember => "id" in options;

/** Returns a context that acts as a staff member in a new session. Inserts a member unless one is given. */
export async function staffContext(ctx: Context, options: StaffOptions | StaffMember = {}): Promise<Context> {
  const { id } = isStaffMember(options) ? options : await insertStaff(ctx, options);
  const { sessionId } = await createSession(ctx, id, "password", { userAgent: "", ipAddress: "192.0.2.1" });
  return { ...ctx, actor: { kind: "staff", id, sessionId } };
}

/** Returns the cookie of a new session of a staff member. Inserts a member unless one is given. */
export async function createCookie(ctx: Context, options: StaffOptions | StaffMember = {}): Promise<string> {
  // Imported here because it is slow to load and few test files need it.
  const { createSessionCookie: cookieFor } = await import("@/server/session-cookie");
  return buildCookie(ctx, options, cookieFor);
}

/** Like `createCookie`, from a server with another secret. */
export async function createCookieWithSecret(secret: string, ctx: Context, options: StaffOptions | StaffMember = {}): Promise<string> {
  vi.stubEnv("AUTH_SECRET", secret);
  vi.resetModules();
  const { createSessionCookie: cookieFor } = await import("@/server/session-cookie");
  const cookie = await buildCookie(ctx, options, cookieFor);
  vi.unstubAllEnvs();
  vi.resetModules();
  return cookie;
}

/** Changes one character of a cookie. */
export function corruptCookie(cookie: string): string {
  const index = Math.floor(cookie.length * 0.7);
  return `${cookie.slice(0, index)}${cookie[index] === "A" ? "B" : "A"}${cookie.slice(index + 1)}`;
}

async function buildCookie(
  ctx: Context,
  options: StaffOptions | StaffMember,
  cookieFor: (session: SessionKey) => Promise<string>,
): Promise<string> {
  const { id } = isStaffMember(options) ? options : await insertStaff(ctx, options);
  const setCookie = await cookieFor(await createSession(ctx, id, "password", { userAgent: "", ipAddress: "192.0.2.1" }));
  return setCookie.split(";")[0] ?? "";
}

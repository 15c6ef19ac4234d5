import { randomUUID } from "node:crypto";
import { hashSync } from "@node-rs/argon2";
import { vi } from "vitest";
import type { Role } from "@/contract/roles";
import type { Context } from "@/core/context";
import { createSession, type SessionKey } from "@/core/staff/sessions";
import { staff } from "@/db/schema";
import { newId } from "@/lib/ids";

/** What staff of the tests type unless a test says otherwise. */
export const thePassword = "correct horse battery staple";

// The least that Argon2 takes, as tests make many; the first is worked out beforehand.
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const itsHash = "$argon2id$v=19$m=8,t=1,p=1$yKak5ZPmoFVS5aUu93EkrQ$VCvuFa5brXvz9sgKenC0Xtz9+Wz72CPRZqwr4n0zT3A";

export type SomeStaff = {
  email?: string;
  name?: string;
  role?: Role;
  /** Null: they have none, and sign in with an identity provider. */
  password?: string | null;
  disabled?: boolean;
  removed?: boolean;
};

/** Somebody of the staff, and what they type. */
export type Somebody = { id: string; email: string; name: string; role: Role; password: string };

/** Somebody of the staff, written into the database as they are; a member unless told. */
export async function aStaff({ db, projectId }: Context, some: SomeStaff = {}): Promise<Somebody> {
  const { email = `staff-${randomUUID()}@example.org`, name = "Grace Hopper", role = "member", password = thePassword } = some;
  const id = newId();
  const now = new Date().toISOString();
  await db.insert(staff).values({
    ...{ projectId, id, email, name, role },
    passwordHash: password === null ? null : password === thePassword ? itsHash : hashSync(password, cheap),
    disabledAt: some.disabled ? now : null,
    removedAt: some.removed ? now : null,
  });
  return { id, email, name, role, password: password ?? "" };
}

const known = (some: SomeStaff | Somebody): some is Somebody => "id" in some;

/** A context in which somebody of the staff acts, in a new session of theirs; who they are is made up unless given. */
export async function actingAs(ctx: Context, some: SomeStaff | Somebody = {}): Promise<Context> {
  const { id } = known(some) ? some : await aStaff(ctx, some);
  const { sessionId } = await createSession(ctx, id, "password", { userAgent: "", ipAddress: "192.0.2.1" });
  return { ...ctx, actor: { kind: "staff", id, sessionId } };
}

/** The cookie of a browser in which somebody of the staff is signed in, in a new session of theirs; who they are is made up unless given. */
export async function signedIn(ctx: Context, some: SomeStaff | Somebody = {}): Promise<string> {
  // Few files of tests need it, and it is slow to load.
  const { createSessionCookie: cookieFor } = await import("@/server/session-cookie");
  return cookieIn(ctx, some, cookieFor);
}

/** As `signedIn`, by a server that has another secret. */
export async function cookieUnder(secret: string, ctx: Context, some: SomeStaff | Somebody = {}): Promise<string> {
  vi.stubEnv("AUTH_SECRET", secret);
  vi.resetModules();
  const { createSessionCookie: cookieFor } = await import("@/server/session-cookie");
  const cookie = await cookieIn(ctx, some, cookieFor);
  vi.unstubAllEnvs();
  vi.resetModules();
  return cookie;
}

/** A cookie with one letter changed. */
export function damaged(cookie: string): string {
  const place = Math.floor(cookie.length * 0.7);
  return `${cookie.slice(0, place)}${cookie[place] === "A" ? "B" : "A"}${cookie.slice(place + 1)}`;
}

async function cookieIn(ctx: Context, some: SomeStaff | Somebody, cookieFor: (session: SessionKey) => Promise<string>): Promise<string> {
  const { id } = known(some) ? some : await aStaff(ctx, some);
  const written = await cookieFor(await createSession(ctx, id, "password", { userAgent: "", ipAddress: "192.0.2.1" }));
  return written.split(";")[0] ?? "";
}

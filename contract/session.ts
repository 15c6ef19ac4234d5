import * as z from "zod";
import { proofField } from "./abuse-protection";
import { endpoint } from "./endpoint";
import { Email, Id, Timestamp } from "./fields";
import { exampleProject, ProjectRecord } from "./project";
import { EmptyReply, exampleStaff, PasskeyAssertion, Password, SecondFactorCode, StaffRecord } from "./staff-fields";

const tag = "Sign-in";

/** The signed-in staff member and their project. */
export const CurrentSession = z.object({ staff: StaffRecord, project: ProjectRecord });
export type CurrentSession = z.output<typeof CurrentSession>;

/** A signed-in browser. */
export const SessionRecord = z
  .object({
    id: Id,
    current: z.boolean().meta({ description: "Whether this is the session that made the request." }),
    device: z.string().meta({ description: "The browser and operating system, according to the user agent." }),
    ipAddress: z.string().meta({ description: "The IP address at sign-in." }),
    method: z.string().meta({ description: "How the staff member signed in: `password`, `passkey`, or the ID of an identity provider." }),
    createdAt: Timestamp,
    lastSeenAt: Timestamp,
  })
  .meta({ id: "Session" });
export type SessionRecord = z.output<typeof SessionRecord>;

const exampleSession: SessionRecord = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e99",
  current: true,
  device: "Firefox on Linux",
  ipAddress: "192.0.2.10",
  method: "password",
  createdAt: "2026-11-21T08:00:00.000Z",
  lastSeenAt: "2026-11-21T12:00:00.000Z",
};
export const exampleCurrentSession: CurrentSession = { staff: exampleStaff, project: exampleProject };

export const signInEndpoint = endpoint({
  method: "POST",
  path: "/session",
  tag,
  summary: "Sign in",
  description:
    "Sets the session cookie. The response is the same for an unknown email address and an incorrect password. After too many attempts for an email address, requests return `proof_required`, except from browsers that have signed in to that account before.",
  access: [],
  body: z.strictObject({
    email: Email,
    password: Password,
    code: SecondFactorCode.optional().meta({ description: "This or `passkey` is required if the account has a second factor." }),
    passkey: PasskeyAssertion.optional(),
    ...proofField,
  }),
  reply: CurrentSession,
  errors: [
    "invalid_credentials",
    "second_factor_required",
    "second_factor_invalid",
    "passkey_invalid",
    "too_many_requests",
    "proof_required",
  ],
  example: { body: { email: "grace@example.org", password: "seven violet umbrellas hum", code: "123456" }, reply: exampleCurrentSession },
});

export const confirmSignInEndpoint = endpoint({
  method: "POST",
  path: "/session/second-factor",
  tag,
  summary: "Confirm a sign-in with an identity provider",
  description:
    "Finishes a sign-in of this browser with an identity provider that isn't trusted for the second factor. Sets the session cookie.",
  access: [],
  body: z.strictObject({
    code: SecondFactorCode.optional().meta({ description: "This or `passkey` is required." }),
    passkey: PasskeyAssertion.optional(),
  }),
  reply: CurrentSession,
  errors: ["sign_in_expired", "second_factor_required", "second_factor_invalid", "passkey_invalid", "too_many_requests"],
  example: { body: { code: "123456" }, reply: exampleCurrentSession },
});

export const getSessionEndpoint = endpoint({
  method: "GET",
  path: "/session",
  tag,
  summary: "Get the current session",
  access: ["viewer"],
  reply: CurrentSession,
  errors: [],
  example: { reply: exampleCurrentSession },
});

export const signOutEndpoint = endpoint({
  method: "DELETE",
  path: "/session",
  tag,
  summary: "Sign out",
  access: ["viewer"],
  reply: EmptyReply,
  errors: [],
  example: { reply: {} },
});

export const listSessionsEndpoint = endpoint({
  method: "GET",
  path: "/sessions",
  tag,
  summary: "List your sessions",
  description: "Most recently used first.",
  access: ["viewer"],
  reply: z.array(SessionRecord),
  errors: [],
  example: { reply: [exampleSession] },
});

export const revokeSessionEndpoint = endpoint({
  method: "DELETE",
  path: "/sessions/:id",
  tag,
  summary: "Revoke a session",
  access: ["viewer"],
  params: z.strictObject({ id: Id }),
  reply: SessionRecord,
  errors: ["session_not_found"],
  example: { params: { id: exampleSession.id }, reply: { ...exampleSession, current: false } },
});

export const revokeAllSessionsEndpoint = endpoint({
  method: "DELETE",
  path: "/sessions",
  tag,
  summary: "Sign out everywhere",
  description: "Revokes all of your sessions, including the current one.",
  access: ["viewer"],
  reply: z.object({ count: z.number().int().meta({ description: "The number of sessions that were revoked." }) }),
  errors: [],
  example: { reply: { count: 3 } },
});

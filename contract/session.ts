import { z } from "zod";
import { endpoint } from "./endpoint";
import { Email, Id, Timestamp } from "./fields";
import { exampleProject, ProjectRecord } from "./project";
import { Done, exampleStaff, SecondFactorCode, StaffRecord, TypedPassword } from "./staff";

const tag = "Sign-in";

/** How long a session lasts without a request, and at most: in hours and in days. */
export const sessionLife = { idleHours: 12, mostDays: 30 } as const;

/** How often a password may be wrong: for one address, and from one client. Times in seconds. */
export const signInLimits = { address: { most: 10, seconds: 900 }, client: { most: 50, seconds: 900 } } as const;

/** Who is signed in, and to which project. */
export const Signed = z.object({ staff: StaffRecord, project: ProjectRecord });
export type Signed = z.output<typeof Signed>;

/** A browser that is signed in. */
export const SessionRecord = z
  .object({
    id: Id,
    current: z.boolean().meta({ description: "Whether it is the one that asks." }),
    device: z.string().meta({ description: "Browser and system, as the browser told." }),
    address: z.string().meta({ description: "The client's network address at sign-in." }),
    way: z.string().meta({ description: "How it was signed in: `password`, or the name of an identity provider." }),
    createdAt: Timestamp,
    lastSeenAt: Timestamp,
  })
  .meta({ id: "Session" });
export type SessionRecord = z.output<typeof SessionRecord>;

const exampleSession: SessionRecord = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e99",
  current: true,
  device: "Firefox on Linux",
  address: "192.0.2.10",
  way: "password",
  createdAt: "2026-11-21T08:00:00.000Z",
  lastSeenAt: "2026-11-21T12:00:00.000Z",
};
export const exampleSigned: Signed = { staff: exampleStaff, project: exampleProject };

export const signInEndpoint = endpoint({
  method: "POST",
  path: "/session",
  tag,
  summary: "Sign in",
  description: "Sets the session's cookie. Unknown addresses and wrong passwords are answered alike.",
  access: [],
  body: z.strictObject({ email: Email, password: TypedPassword, code: SecondFactorCode.optional() }),
  reply: Signed,
  errors: ["wrong_credentials", "second_factor_required", "second_factor_wrong", "too_many_requests"],
  example: { body: { email: "grace@example.org", password: "correct horse battery staple" }, reply: exampleSigned },
});

export const findSessionEndpoint = endpoint({
  method: "GET",
  path: "/session",
  tag,
  summary: "Tell who is signed in",
  access: ["viewer"],
  reply: Signed,
  errors: [],
  example: { reply: exampleSigned },
});

export const signOutEndpoint = endpoint({
  method: "DELETE",
  path: "/session",
  tag,
  summary: "Sign out",
  access: ["viewer"],
  reply: Done,
  errors: [],
  example: { reply: {} },
});

export const listSessionsEndpoint = endpoint({
  method: "GET",
  path: "/sessions",
  tag,
  summary: "List one's own sessions",
  description: "Last used first.",
  access: ["viewer"],
  reply: z.array(SessionRecord),
  errors: [],
  example: { reply: [exampleSession] },
});

export const endSessionEndpoint = endpoint({
  method: "DELETE",
  path: "/sessions/:id",
  tag,
  summary: "Sign one of one's own sessions out",
  access: ["viewer"],
  params: z.strictObject({ id: Id }),
  reply: SessionRecord,
  errors: ["session_not_found"],
  example: { params: { id: exampleSession.id }, reply: { ...exampleSession, current: false } },
});

export const endSessionsEndpoint = endpoint({
  method: "DELETE",
  path: "/sessions",
  tag,
  summary: "Sign out everywhere",
  description: "All of one's own sessions, the one that asks too.",
  access: ["viewer"],
  reply: z.object({ ended: z.number().int() }),
  errors: [],
  example: { reply: { ended: 3 } },
});

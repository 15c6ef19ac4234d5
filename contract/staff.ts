import { z } from "zod";
import { Id, line, Timestamp } from "./fields";
import { roles } from "./roles";

export const RoleName = z.enum(roles, `must be one of ${roles.join(", ")}`);

/** Somebody's own name, for colleagues to read. */
export const PersonName = line(100).pipe(z.string().min(1, "must not be empty"));

/** How many characters a new password has at least, and at most. */
export const leastPassword = 10;
export const mostPassword = 200;

/** A new password: long rather than strange (OWASP, NIST 800-63B). Its output is in Unicode NFKC, so that every keyboard types the same. */
export const NewPassword = z
  .string()
  .refine((text) => text.isWellFormed(), "must not contain broken Unicode")
  .transform((text) => text.normalize("NFKC"))
  .pipe(
    z
      .string()
      .min(leastPassword, `must have at least ${leastPassword} characters`)
      .max(mostPassword, `must be at most ${mostPassword} characters`),
  )
  .meta({ override: { type: "string", minLength: leastPassword, maxLength: mostPassword, format: "password" } });

/** A password as somebody types it, to be compared. */
export const TypedPassword = z
  .string()
  .max(1000, "must be at most 1000 characters")
  .transform((text) => text.toWellFormed().normalize("NFKC"))
  .meta({ override: { type: "string", format: "password" } });

/** What a link in a mail carries. */
export const LinkToken = z.string().min(1, "is missing").max(200, "must be at most 200 characters");

/** The six digits of an authenticator, or a recovery code; spaces and hyphens do not matter. */
export const SecondFactorCode = z
  .string()
  .max(40, "must be at most 40 characters")
  .transform((text) => text.replace(/[\s-]/g, "").toLowerCase())
  .meta({ override: { type: "string", maxLength: 40 }, example: "123456" });

/** Somebody of the staff, as colleagues see them. */
export const StaffRecord = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    role: RoleName,
    secondFactor: z.boolean().meta({ description: "Whether signing in takes a second factor." }),
    disabled: z.boolean(),
    lastSeenAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: "Staff" });
export type StaffRecord = z.output<typeof StaffRecord>;

export const exampleStaff: StaffRecord = {
  id: "019aa6c5-0000-7000-8000-00000000000a",
  email: "grace@example.org",
  name: "Grace Hopper",
  role: "owner",
  secondFactor: true,
  disabled: false,
  lastSeenAt: "2026-11-21T12:00:00.000Z",
  createdAt: "2026-11-01T09:00:00.000Z",
};

/** What answers say that have nothing to tell but that it is done. */
export const Done = z.object({});

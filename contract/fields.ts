import { z } from "zod";
import { normalizeCode, normalizeEmail, parseDateTime } from "./normalize";

// Anything below U+0020, DEL, the C1 block and the line separators; `notes` alone may hold line breaks and tabs.
const control = /[\p{Cc}\u2028\u2029]/u;
const controlButLines = /[^\P{Cc}\t\n\r]/u;

/** An e-mail address; its output is the normalised address, which is the lead's identity. */
export const Email = z
  .string()
  .transform((raw, ctx) => {
    const address = normalizeEmail(raw);
    if (address !== null) return address;
    ctx.addIssue({ code: "custom", message: "must be one plain e-mail address, such as ada@example.org" });
    return z.NEVER;
  })
  .meta({
    override: { type: "string", format: "email", maxLength: 254 },
    description: "An e-mail address. Trimmed, Unicode NFKC, lower-cased; international domains are kept in ASCII.",
    example: "ada@example.org",
  });

/** A code as a person types it; its output is the code's identity. */
export const CodeText = z
  .string()
  .max(200, "must be at most 200 characters")
  .refine((text) => text.isWellFormed() && !control.test(text), "must not contain control characters or broken Unicode")
  .transform((text, ctx) => {
    const identity = normalizeCode(text);
    if (identity !== "") return identity;
    ctx.addIssue({ code: "custom", message: "must contain a letter or a digit" });
    return z.NEVER;
  })
  .meta({
    override: { type: "string", maxLength: 200 },
    description: "A code, entered forgivingly: letter case, spaces, hyphens and underscores do not matter.",
    example: "curious-pineapple",
  });

/** One line of text of at most `max` characters, trimmed. */
export const singleLineText = (max: number) =>
  z
    .string()
    .refine((text) => text.isWellFormed() && !control.test(text), "must not contain control characters or broken Unicode")
    .transform((text) => text.trim())
    .pipe(z.string().max(max, `must be at most ${max} characters`))
    .meta({ override: { type: "string", maxLength: max } });

/** Text of at most `max` characters that may have several lines. */
export const multilineText = (max: number) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine((text) => text.isWellFormed() && !controlButLines.test(text), "must not contain control characters or broken Unicode")
    .meta({ override: { type: "string", maxLength: max } });

/** A date-time in a request; its output is ISO 8601 in UTC with milliseconds. */
export const Instant = z
  .string()
  .max(64, "must be a date-time")
  .transform((text, ctx) => {
    const instant = parseDateTime(text);
    if (instant !== null) return instant;
    ctx.addIssue({ code: "custom", message: "must be an ISO 8601 date and time, such as 2026-12-31T23:59:00Z" });
    return z.NEVER;
  })
  .meta({
    override: { type: "string", format: "date-time" },
    description: "ISO 8601 date and time with an offset or `Z`; without one it is UTC. Years 1900 to 9999.",
    example: "2026-12-31T23:59:00Z",
  });

/** A date-time in an answer: ISO 8601, UTC, milliseconds. */
export const Timestamp = z.string().meta({ override: { type: "string", format: "date-time" }, example: "2026-11-21T12:00:00.000Z" });

type Window = { validFrom?: string; validUntil?: string };

/** What a window's refinement takes: its end, where both are given, comes after its start. */
export const endsAfterStart: [(window: Window) => boolean, { path: string[]; message: string }] = [
  ({ validFrom, validUntil }) => !validFrom || !validUntil || validFrom < validUntil,
  { path: ["validUntil"], message: "must be after validFrom" },
];

/** A number of things, from 1; refuses fractions and anything above `max`. */
export const wholeNumber = (max: number, min = 1) =>
  z
    .number({ error: ({ input }) => (input === undefined ? "is required" : "must be a whole number") })
    .int("must be a whole number")
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

/** An identifier that the service made. */
export const Id = z
  .uuid({ error: (issue) => (issue.input === undefined ? "is required" : "must be an id, as the service gave it") })
  .meta({ example: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66" });

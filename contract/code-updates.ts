import { z } from "zod";
import { CodeRecord, codeBody, codeFilters, exampleCode, NamedCodes } from "./codes";
import { eitherOf, endpoint, longBodyLimit, matching } from "./endpoint";
import { CodeText, count, Email, Instant } from "./fields";
import { maxClaims } from "./limits";
import { exampleTask, TaskRecord } from "./tasks";

const tag = "Codes";

export const pauseCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/pause",
  tag,
  summary: "Pause a code",
  description: "Nobody new can claim it until it is resumed. Pausing a paused code changes nothing.",
  access: ["secret_key", "member"],
  body: codeBody,
  reply: CodeRecord,
  errors: ["code_not_found"],
  example: { body: { code: "curious-pineapple" }, reply: { ...exampleCode, status: "paused" } },
});

export const resumeCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/resume",
  tag,
  summary: "Resume a code",
  access: ["secret_key", "member"],
  body: codeBody,
  reply: CodeRecord,
  errors: ["code_not_found", "batch_paused"],
  example: { body: { code: "curious-pineapple" }, reply: exampleCode },
});

/** What an extension changes; what is not given stays. */
const extension = {
  validUntil: Instant.nullable()
    .optional()
    .meta({ description: "The new end, sooner or later than the old one; `null` takes it away. Must be after `validFrom`." }),
  allowedClaims: count(maxClaims).optional().meta({ description: "How many customers may claim the code; not fewer than have." }),
};
const changesSomething = [
  ({ validUntil, allowedClaims }: { validUntil?: unknown; allowedClaims?: unknown }) =>
    validUntil !== undefined || allowedClaims !== undefined,
  { path: ["validUntil"], message: "name a new end, a new number of claims, or both" },
] as const satisfies [unknown, { path: string[]; message: string }];

/** The body of an act that changes until when, or how often, what `what` names can be claimed. */
export const extending = <S extends z.ZodRawShape>(what: S) => z.strictObject({ ...what, ...extension }).refine(...changesSomething);

export const extendCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/extend",
  tag,
  summary: "Change until when, or how often, a code can be claimed",
  access: ["secret_key", "member"],
  body: extending({ code: CodeText }),
  reply: CodeRecord,
  errors: ["code_not_found"],
  example: {
    body: { code: "curious-pineapple", validUntil: "2026-12-31T22:59:00Z" },
    reply: { ...exampleCode, validUntil: "2026-12-31T22:59:00.000Z" },
  },
});

export const reserveCodeEndpoint = endpoint({
  method: "POST",
  path: "/codes/reserve",
  tag,
  summary: "Reserve a code for a lead",
  description:
    "From then on only this address can claim it; `null` lets anybody. Claims that exist stay. The address need not be a lead yet.",
  access: ["secret_key", "member"],
  body: z.strictObject({ code: CodeText, email: Email.nullable() }),
  reply: CodeRecord,
  errors: ["code_not_found"],
  example: { body: { code: "curious-pineapple", email: "ada@example.org" }, reply: exampleCode },
});

/** What can be done to many codes at once. */
export const codeActs = ["pause", "resume", "extend", "delete"] as const;
export type CodeAct = (typeof codeActs)[number];

export const actOnCodesEndpoint = endpoint({
  method: "POST",
  path: "/codes/act",
  tag,
  summary: "Pause, resume, extend or delete many codes",
  description: `Takes either \`codes\` or \`filter\`. A few are done before the answer, many by the worker: the task says how far it is. Those that do not exist any more, or need nothing done, are passed over, and so are codes whose whole batch is paused, where they are to be resumed. A code that cannot take the new end, or the new number, keeps the old one and takes the other. \`problem\` then says how many, as \`batch_paused\` or \`invalid_input\`. What is made after the call is not touched.`,
  access: ["secret_key", "member"],
  bodyLimit: longBodyLimit,
  body: z
    .strictObject({
      act: z.enum(codeActs, `must be one of ${codeActs.join(", ")}`),
      codes: NamedCodes.optional(),
      filter: matching(codeFilters).optional(),
      ...extension,
    })
    .refine(...eitherOf("codes"))
    .refine((body) => (body.act === "extend") === changesSomething[0](body), {
      path: ["validUntil"],
      message: "to extend, name a new end, a new number of claims, or both; the other acts take neither",
    }),
  reply: TaskRecord,
  errors: [],
  example: { body: { act: "pause", filter: { type: "numeric", status: "active" } }, reply: exampleTask },
});

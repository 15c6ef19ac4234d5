import { z } from "zod";
import { CodeType } from "./codes";
import { endpoint } from "./endpoint";
import { Timestamp } from "./fields";

const tag = "Codes";

export const FormatRecord = z
  .object({
    type: CodeType,
    total: z.number().int().meta({ description: "Number of different codes in this format." }),
    used: z.number().int().meta({ description: "Codes of this type, in any status." }),
    remaining: z
      .number()
      .int()
      .meta({ description: "How many more codes can be generated. Codes of another type that look like this format count as used here." }),
    claimable: z
      .number()
      .int()
      .meta({ description: "Codes of this type that a guess could claim: active, with claims left, not reserved." }),
    asOf: Timestamp,
  })
  .meta({ id: "Format" });
export type FormatRecord = z.output<typeof FormatRecord>;

export const listFormatsEndpoint = endpoint({
  method: "GET",
  path: "/formats",
  tag,
  summary: "List code formats",
  description: "Shows how many codes each format can still hold and how many of its codes can be claimed.",
  access: ["secret_key", "viewer"],
  reply: z.array(FormatRecord),
  errors: [],
  example: {
    reply: [{ type: "creative", total: 2_741_744, used: 1200, remaining: 2_740_544, claimable: 980, asOf: "2026-11-21T12:00:00.000Z" }],
  },
});

import * as z from "zod";
import { CodeType } from "./codes";
import { endpoint } from "./endpoint";
import { Timestamp } from "./fields";

const tag = "Codes";

export const FormatRecord = z
  .object({
    type: CodeType,
    total: z.number().int().meta({ description: "The number of possible codes in this format." }),
    used: z.number().int().meta({ description: "The number of codes of this type, with any status." }),
    remaining: z.number().int().meta({
      description: "How many more codes of this type can be generated. Codes of other types that match this format aren't available.",
    }),
    claimable: z
      .number()
      .int()
      .meta({ description: "The number of codes of this type that someone could claim by guessing. They're active and not reserved." }),
    asOf: Timestamp.meta({ description: "When the numbers were computed." }),
  })
  .meta({ id: "Format" });
export type FormatRecord = z.output<typeof FormatRecord>;

export const listFormatsEndpoint = endpoint({
  method: "GET",
  path: "/formats",
  tag,
  summary: "List code formats",
  description: "Returns how many more codes each format can generate and how many of its codes someone could claim by guessing.",
  access: ["secret_key", "viewer"],
  reply: z.array(FormatRecord),
  errors: [],
  example: {
    reply: [{ type: "creative", total: 2_741_744, used: 1200, remaining: 2_740_544, claimable: 980, asOf: "2026-11-21T12:00:00.000Z" }],
  },
});

import { z } from "zod";
import { CodeType } from "./codes";
import { endpoint } from "./endpoint";
import { Timestamp } from "./fields";

const tag = "Codes";

/** How a format stands: what it could hold, what it holds, and how well its codes are hidden. */
export const FormatRecord = z
  .object({
    type: CodeType,
    space: z.number().int().meta({ description: "How many different codes the format has." }),
    used: z.number().int().meta({ description: "Codes of it that exist, in any status." }),
    remaining: z
      .number()
      .int()
      .meta({ description: "How many more can be made. Codes of another format that read like one of these take room too." }),
    live: z.number().int().meta({ description: "Codes of it that a guess could claim: active, with a use left, reserved for nobody." }),
    asOf: Timestamp,
  })
  .meta({ id: "Format" });
export type FormatRecord = z.output<typeof FormatRecord>;

export const listFormatsEndpoint = endpoint({
  method: "GET",
  path: "/formats",
  tag,
  summary: "Say how much room the formats have, and how guessable their codes are",
  access: ["secret_key", "viewer"],
  reply: z.array(FormatRecord),
  errors: [],
  example: {
    reply: [{ type: "creative", space: 2_741_744, used: 1200, remaining: 2_740_544, live: 980, asOf: "2026-11-21T12:00:00.000Z" }],
  },
});

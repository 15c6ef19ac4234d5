import * as z from "zod";
import { endpoint } from "./endpoint";
import { pausableFeatures } from "./enums";
import { multilineText } from "./fields";
import { exampleProject, ProjectRecord } from "./project";

const PausableFeatures = z
  .array(z.enum(pausableFeatures, `must be one of ${pausableFeatures.join(", ")}`))
  .max(pausableFeatures.length, `must have at most ${pausableFeatures.length} items`);

/** In characters. */
export const pausedMessageLimit = 500;

export const pauseProjectEndpoint = endpoint({
  method: "POST",
  path: "/project/pause",
  tag: "Project",
  summary: "Pause or resume claims, sign-ups and email",
  description:
    "Features you don't list don't change. While `claims` are paused, codes can't be claimed, but people who already claimed a code can still get a new token, and tokens can be exchanged. While `sign_ups` are paused, the join page and the public key can't create leads. While `email` is paused, emails to leads stay queued until you resume. Emails to staff are still sent.",
  access: ["secret_key", "member"],
  body: z
    .strictObject({
      pause: PausableFeatures.optional().meta({ description: "The features to pause." }),
      resume: PausableFeatures.optional().meta({ description: "The features to resume." }),
      message: multilineText(pausedMessageLimit).nullable().optional().meta({
        description:
          "The message that customers see while a feature is paused, on public pages and in API errors. `null` uses the default message.",
      }),
    })
    .refine(({ pause = [], resume = [] }) => !pause.some((feature) => resume.includes(feature)), {
      path: ["resume"],
      message: "must not contain a feature that is also in `pause`",
    }),
  reply: ProjectRecord,
  errors: [],
  example: {
    body: { pause: ["claims"], message: "We'll open again tomorrow at noon." },
    reply: { ...exampleProject, paused: ["claims"], pausedMessage: "We'll open again tomorrow at noon." },
  },
});

import { z } from "zod";
import { endpoint } from "./endpoint";
import { multilineText } from "./fields";
import { pausableFeatures } from "./kinds";
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
    "Features you leave out don't change. While `claims` are paused, no code can be claimed. People who claimed a code before still get a new token, and tokens can be exchanged. While `sign_ups` are paused, the join page and the public key create no leads. While `email` is paused, email to leads waits and is sent when you resume. Email to staff isn't paused.",
  access: ["secret_key", "member"],
  body: z
    .strictObject({
      pause: PausableFeatures.optional(),
      resume: PausableFeatures.optional(),
      message: multilineText(pausedMessageLimit).nullable().optional().meta({
        description: "What customers see while something is paused, on public pages and in API errors. `null` uses the default message.",
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

import { z } from "zod";
import { endpoint } from "./endpoint";
import { lines } from "./fields";
import { pausable } from "./kinds";
import { exampleProject, ProjectRecord } from "./project";

const Pausables = z
  .array(z.enum(pausable, `must be one of ${pausable.join(", ")}`))
  .max(pausable.length, `must name at most ${pausable.length}`);

/** The longest that pages say of a pause. */
export const pausedTextLimit = 500;

export const pauseProjectEndpoint = endpoint({
  method: "POST",
  path: "/project/pause",
  tag: "Project",
  summary: "Pause claims, sign-ups or mail, or resume them",
  description:
    "What is not named stays as it is. While `claims` are paused nobody claims a code; who has claimed one gets a token again all the same, and tokens are exchanged. While `sign_ups` are paused the public key and the join page make no leads. While `mail` is paused what is sent to leads waits, and leaves once it is resumed; mail to staff goes on.",
  access: ["secret_key", "member"],
  body: z
    .strictObject({
      pause: Pausables.optional(),
      resume: Pausables.optional(),
      text: lines(pausedTextLimit).nullable().optional().meta({
        description: "What pages say to customers while something is paused, and refusals to programs; their own words where it is null.",
      }),
    })
    .refine(({ pause = [], resume = [] }) => !pause.some((each) => resume.includes(each)), {
      path: ["resume"],
      message: "must name nothing that `pause` names",
    }),
  reply: ProjectRecord,
  errors: [],
  example: {
    body: { pause: ["claims"], text: "We are letting everybody in again tomorrow at noon." },
    reply: { ...exampleProject, paused: ["claims"], pausedText: "We are letting everybody in again tomorrow at noon." },
  },
});

import { z } from "zod";
import { endpoint } from "./endpoint";

/** The most clients that are counted as stopped. */
export const mostClientsCounted = 1000;

const whole = z.number().int();

const Rate = z.object({
  used: whole.meta({ description: "How many there were since the budget began." }),
  most: whole.meta({ description: "The project's budget." }),
  seconds: whole.meta({ description: "For how long the budget is." }),
  resetsIn: whole.nullable().meta({ description: "In how many seconds it begins anew; null where nothing was counted." }),
  needsProof: z.boolean().meta({ description: "Whether it is used up, and the public must bring a proof of work." }),
  clientsStopped: whole.meta({
    description: `How many clients are refused for now; counted to ${mostClientsCounted.toLocaleString("en")}.`,
  }),
});

/** How often the public tries, and what is left. */
export const ProtectionReply = z.object({
  guesses: Rate.meta({ description: "Codes that do not exist, asked for by the public." }),
  signUps: Rate.meta({ description: "Sign-ups by the public." }),
  held: whole.meta({ description: "Sign-ups that wait for staff to look at them." }),
});
export type ProtectionReply = z.output<typeof ProtectionReply>;

const exampleRate = { used: 12, most: 3000, seconds: 3600, resetsIn: 1260, needsProof: false, clientsStopped: 0 };

export const findProtectionEndpoint = endpoint({
  method: "GET",
  path: "/protection",
  tag: "Project",
  summary: "Say how often the public guesses and signs up, and what is left of the budgets",
  access: ["secret_key", "viewer"],
  reply: ProtectionReply,
  errors: [],
  example: { reply: { guesses: exampleRate, signUps: { ...exampleRate, used: 40, most: 5000 }, held: 3 } },
});

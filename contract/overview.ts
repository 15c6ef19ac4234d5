import { z } from "zod";
import { endpoint } from "./endpoint";
import { Timestamp } from "./fields";

const count = (description: string) => z.number().int().meta({ description });

/** What needs somebody's attention. */
export const attentionNames = [
  "failed_deliveries",
  "mail_not_connected",
  "mail_unreadable",
  "format_running_out",
  "task_failed",
  "guessing",
  "sign_up_flood",
  "held_sign_ups",
] as const;

/** How the project stands. */
export const OverviewReply = z.object({
  asOf: Timestamp.meta({ description: "When it was counted; of very large projects that may be some minutes ago." }),
  leads: z.object({
    all: count("Leads that exist."),
    waiting: count("Leads on the waitlist."),
    invited: count("Leads who were sent a personal code and have claimed no code."),
    admitted: count("Leads who have claimed a code."),
  }),
  codes: z.object({
    all: count("Codes that exist."),
    live: count("Codes that can be claimed now."),
    used: count("Codes with no use left."),
    expiring: count("Codes that can be claimed now and end within a week."),
  }),
  claims: count("Claims that exist."),
  attention: z.array(
    z.object({
      name: z.enum(attentionNames),
      count: z.number().int().nullable(),
      about: z.string().nullable().meta({ description: "The id of the send or the task, or the name of the format." }),
      message: z.string(),
    }),
  ),
});
export type OverviewReply = z.output<typeof OverviewReply>;

export const getOverviewEndpoint = endpoint({
  method: "GET",
  path: "/overview",
  tag: "Overview",
  summary: "Say how the project stands",
  access: ["secret_key", "viewer"],
  reply: OverviewReply,
  errors: [],
  example: {
    reply: {
      asOf: "2026-11-21T12:00:00.000Z",
      leads: { all: 1200, waiting: 800, invited: 150, admitted: 250 },
      codes: { all: 2000, live: 1400, used: 350, expiring: 40 },
      claims: 420,
      attention: [{ name: "failed_deliveries", count: 3, about: null, message: "3 messages of the last 7 days were refused for good." }],
    },
  },
});

import * as z from "zod";
import { endpoint } from "./endpoint";
import { Timestamp } from "./fields";

const integerField = (description: string) => z.number().int().meta({ description });

const attentionNames = [
  "worker_not_running",
  "mail_server_unreachable",
  "email_refused",
  "email_limited",
  "refused_suppressions",
  "disk_nearly_full",
  "backup_failed",
  "backup_overdue",
  "backup_missing",
  "proxy_unreadable",
  "failed_deliveries",
  "failed_messages",
  "email_not_connected",
  "local_links",
  "unencrypted_password",
  "saved_emails",
  "email_settings_unreadable",
  "format_running_out",
  "ambiguous_codes",
  "job_failed",
  "webhook_failing",
  "webhook_disabled",
  "guessing",
  "sign_up_flood",
  "key_guesses",
  "held_sign_ups",
] as const;

export const OverviewReply = z.object({
  asOf: Timestamp.meta({ description: "When the numbers were computed. For very large projects, this can be a few minutes ago." }),
  leads: z.object({
    total: integerField("The number of leads."),
    waiting: integerField("Leads on the waitlist."),
    invited: integerField("Leads who were sent a personal code and haven't claimed a code yet."),
    claimed: integerField("Leads who have claimed a code."),
  }),
  codes: z.object({
    total: integerField("The number of codes."),
    claimable: integerField("Codes that can be claimed right now."),
    exhausted: integerField("Codes with no claims left."),
    expiring: integerField("Codes that can be claimed right now and expire within a week."),
  }),
  claims: integerField("The number of claims."),
  attention: z.array(
    z.object({
      name: z.enum(attentionNames),
      count: z.number().int().nullable().meta({ description: "The number that `message` mentions, if any." }),
      subject: z.string().nullable().meta({
        description: "The ID of the send, job or webhook, or the code type, that it's about. `null` if it's not about one of these.",
      }),
      message: z.string(),
    }),
  ),
});
export type OverviewReply = z.output<typeof OverviewReply>;

export const getOverviewEndpoint = endpoint({
  method: "GET",
  path: "/overview",
  tag: "Overview",
  summary: "Get the overview",
  description: "Returns the project's key numbers and what needs your attention.",
  access: ["secret_key", "viewer"],
  reply: OverviewReply,
  errors: [],
  example: {
    reply: {
      asOf: "2026-11-21T12:00:00.000Z",
      leads: { total: 1200, waiting: 800, invited: 150, claimed: 250 },
      codes: { total: 2000, claimable: 1400, exhausted: 350, expiring: 40 },
      claims: 420,
      attention: [{ name: "failed_deliveries", count: 3, subject: null, message: "3 emails failed in the last 7 days." }],
    },
  },
});

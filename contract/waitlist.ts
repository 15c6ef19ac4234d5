import * as z from "zod";
import { endpoint, listQuery } from "./endpoint";
import { type CsvExport, csvFormat } from "./export-columns";
import { Email, Timestamp } from "./fields";
import { leadFilters, Source, WaitlistStatus } from "./lead-filters";

const tag = "Waitlist";

/** The filters of the waitlist. There, `status` is the waitlist status. */
const { status: _, waitlistStatus: __, ...waitlistFilters } = leadFilters;

export const WaitlistEntry = z
  .object({
    email: z.string(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    status: WaitlistStatus,
    position: z
      .number()
      .int()
      .nullable()
      .meta({ description: "The position in line, starting at 1. `null` unless `status` is `waiting`." }),
    joinedAt: Timestamp.meta({
      description: "When the lead joined the waitlist. Unless `status` is `waiting`: when the lead was created.",
    }),
    referrals: z.number().int().meta({ description: "The number of active leads who joined with this lead's referral link." }),
    source: Source,
    sourceTag: z.string().nullable(),
    invitedAt: Timestamp.nullable(),
  })
  .meta({ id: "WaitlistEntry" });
export type WaitlistEntry = z.output<typeof WaitlistEntry>;

const exampleEntry: WaitlistEntry = {
  email: "ada@example.org",
  firstname: "Ada",
  lastname: "Lovelace",
  status: "waiting",
  position: 12,
  joinedAt: "2026-11-21T12:00:00.000Z",
  referrals: 2,
  source: "page",
  sourceTag: "newsletter",
  invitedAt: null,
};

const csv: CsvExport<WaitlistEntry> = {
  name: "waitlist",
  columns: {
    position: ["Position", ({ position }) => position],
    email: ["Email", ({ email }) => email],
    firstname: ["First name", ({ firstname }) => firstname],
    lastname: ["Last name", ({ lastname }) => lastname],
    status: ["Status", ({ status }) => status],
    joinedAt: ["Joined", ({ joinedAt }) => joinedAt],
    referrals: ["Referrals", ({ referrals }) => referrals],
    source: ["Source", ({ source }) => source],
    sourceTag: ["Source tag", ({ sourceTag }) => sourceTag],
    invitedAt: ["Invited", ({ invitedAt }) => invitedAt],
  },
};

export const listWaitlistEndpoint = endpoint({
  method: "GET",
  path: "/waitlist",
  tag,
  summary: "List the waitlist",
  description:
    "Returns the leads with one waitlist status, or those that a wave invited, in the order of the line. Without `limit`, the response streams all of them.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    status: WaitlistStatus.optional().meta({ description: "Defaults to `waiting`, and with `wave` to any status." }),
    ...waitlistFilters,
    sort: z.enum(["position"], "must be position").optional().meta({ description: "The field to sort by. Defaults to `position`." }),
    order: z
      .enum(["asc", "desc"], "must be asc or desc")
      .optional()
      .meta({ description: "The sort order: `asc` starts with the first in line, `desc` with the last. Defaults to `asc`." }),
    ...csvFormat,
  }),
  csv,
  reply: z.array(WaitlistEntry),
  errors: [],
  example: { query: { limit: "50" }, reply: [exampleEntry] },
});

const count = (description: string) => z.number().int().meta({ description });

const funnelCounts = {
  joined: count("People who joined the waitlist or were invited, including unconfirmed and held sign-ups."),
  confirmed: count("Those of them who confirmed their email address. See `confirmedAt` of a lead."),
  invited: count(
    "Those of them who were invited or have claimed a code. Someone who claimed a shared code without an invitation is counted, although `invitedAt` of the lead is `null`.",
  ),
  claimed: count("Those of them who have claimed a code."),
};

export const WaitlistFunnel = z.object({
  asOf: Timestamp.meta({ description: "When the numbers were computed. For very large projects, this can be a few minutes ago." }),
  total: z.object(funnelCounts),
  channels: z
    .array(z.object({ source: Source, ...funnelCounts }))
    .meta({ description: "By channel: how people's sign-ups reached Gatehouse, largest first." }),
  sources: z
    .array(z.object({ sourceTag: z.string().nullable(), ...funnelCounts }))
    .meta({ description: "By source tag, largest first, at most 20. `sourceTag` is `null` for people without one." }),
  otherSources: z
    .object(funnelCounts)
    .nullable()
    .meta({ description: "Everyone whose source tag isn't one of these 20. `null` if there are no more." }),
  weeks: z
    .array(z.object({ week: z.string().meta({ description: "The Monday of the week.", example: "2026-11-16" }), ...funnelCounts }))
    .meta({ description: "By the week in which the lead was created, newest first: the last 12 weeks in the project's time zone." }),
});
export type WaitlistFunnel = z.output<typeof WaitlistFunnel>;

const exampleFunnel = { joined: 1200, confirmed: 1100, invited: 400, claimed: 250 };

export const getWaitlistFunnelEndpoint = endpoint({
  method: "GET",
  path: "/waitlist/funnel",
  tag,
  summary: "Get the waitlist funnel",
  description:
    "Returns how many people joined, and how many of them confirmed their email address, were invited or claimed a code, and claimed one.",
  access: ["secret_key", "viewer"],
  reply: WaitlistFunnel,
  errors: [],
  example: {
    reply: {
      asOf: "2026-11-21T12:00:00.000Z",
      total: exampleFunnel,
      channels: [{ source: "page", ...exampleFunnel }],
      sources: [{ sourceTag: "newsletter", ...exampleFunnel }],
      otherSources: null,
      weeks: [{ week: "2026-11-16", ...exampleFunnel }],
    },
  },
});

const position = "must be a whole number from 1";

export const moveOnWaitlistEndpoint = endpoint({
  method: "POST",
  path: "/waitlist/move",
  tag,
  summary: "Move a lead on the waitlist",
  description: "Moves a lead to a position. A position beyond the end moves them to the end.",
  access: ["secret_key", "member"],
  body: z.strictObject({ email: Email, position: z.int(position).min(1, position).max(2_147_483_647) }),
  reply: WaitlistEntry,
  errors: ["lead_not_found", "not_waiting"],
  example: { body: { email: "ada@example.org", position: 1 }, reply: { ...exampleEntry, position: 1 } },
});

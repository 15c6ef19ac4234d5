import type { OverviewReply } from "@/contract/overview";
import { routes, withQuery } from "@/lib/routes";
import { overviewLabels } from "./labels";

/** A number of the overview, with a link to the list that it counts. */
export type OverviewStat = { label: string; count: number; hint?: string; href: string };

const weekInMs = 7 * 24 * 3_600_000;
const { stats: labels } = overviewLabels;

/** The numbers of the overview: people first, then codes. */
export function overviewStats({ asOf, leads, codes, claims }: OverviewReply): OverviewStat[] {
  const inOneWeek = new Date(Date.parse(asOf) + weekInMs).toISOString();
  return [
    { label: labels.leads, count: leads.total, href: routes.leads },
    { label: labels.waiting, count: leads.waiting, href: withQuery(routes.leads, { waitlist: "true" }) },
    { label: labels.invited, count: leads.invited, href: withQuery(routes.leads, { invited: "true", claimed: "false" }) },
    {
      label: labels.conversions,
      count: leads.claimed,
      hint: labels.conversionsHint,
      href: withQuery(routes.leads, { claimed: "true" }),
    },
    {
      label: labels.activeCodes,
      count: codes.claimable,
      hint: labels.activeCodesHint(codes.total.toLocaleString("en")),
      href: withQuery(routes.codes, { status: "active" }),
    },
    { label: labels.usedUp, count: codes.exhausted, href: withQuery(routes.codes, { usesLeft: "false" }) },
    { label: labels.expiringSoon, count: codes.expiring, href: withQuery(routes.codes, { status: "active", endsBefore: inOneWeek }) },
    { label: labels.claims, count: claims, href: routes.claims },
  ];
}

import type { OverviewReply } from "@/contract/overview";
import { withQuery, routes } from "@/lib/routes";

/** A number of the overview, and the list that holds what it counts. */
export type OverviewStat = { label: string; count: number; hint?: string; href: string };

const week = 7 * 24 * 3_600_000;

/** The numbers in their order: people first, then codes. */
export function overviewStats({ asOf, leads, codes, claims }: OverviewReply): OverviewStat[] {
  const inAWeek = new Date(Date.parse(asOf) + week).toISOString();
  return [
    { label: "Leads", count: leads.total, href: routes.leads },
    { label: "Waiting", count: leads.waiting, href: withQuery(routes.leads, { waitlist: "true" }) },
    { label: "Invited", count: leads.invited, href: withQuery(routes.leads, { invited: "true", claimed: "false" }) },
    { label: "Admitted", count: leads.claimed, hint: "have claimed", href: withQuery(routes.leads, { claimed: "true" }) },
    {
      label: "Live codes",
      count: codes.claimable,
      hint: `of ${codes.total.toLocaleString("en")}`,
      href: withQuery(routes.codes, { status: "active" }),
    },
    { label: "Used up", count: codes.exhausted, href: withQuery(routes.codes, { usesLeft: "false" }) },
    { label: "End within a week", count: codes.expiring, href: withQuery(routes.codes, { status: "active", endsBefore: inAWeek }) },
    { label: "Claims", count: claims, href: routes.claims },
  ];
}

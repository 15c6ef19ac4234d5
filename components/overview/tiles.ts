import type { OverviewReply } from "@/contract/overview";
import { narrowed, routes } from "@/lib/routes";

/** A number of the overview, and the list that holds what it counts. */
export type Tile = { label: string; count: number; hint?: string; href: string };

const week = 7 * 24 * 3_600_000;

/** The numbers in their order: people first, then codes. */
export function tilesOf({ asOf, leads, codes, claims }: OverviewReply): Tile[] {
  const inAWeek = new Date(Date.parse(asOf) + week).toISOString();
  return [
    { label: "Leads", count: leads.all, href: routes.leads },
    { label: "Waiting", count: leads.waiting, href: narrowed(routes.leads, { waitlist: "true" }) },
    { label: "Invited", count: leads.invited, href: narrowed(routes.leads, { invited: "true", claimed: "false" }) },
    { label: "Admitted", count: leads.admitted, hint: "have claimed", href: narrowed(routes.leads, { claimed: "true" }) },
    {
      label: "Live codes",
      count: codes.live,
      hint: `of ${codes.all.toLocaleString("en")}`,
      href: narrowed(routes.codes, { status: "active" }),
    },
    { label: "Used up", count: codes.used, href: narrowed(routes.codes, { usesLeft: "false" }) },
    { label: "End within a week", count: codes.expiring, href: narrowed(routes.codes, { status: "active", endsBefore: inAWeek }) },
    { label: "Claims", count: claims, href: routes.claims },
  ];
}

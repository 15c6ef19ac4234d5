import { HydrationBoundary } from "@tanstack/react-query";
import { invitations, team } from "@/components/team/queries";
import { TeamView } from "@/components/team/team-view";
import { leastRole } from "@/contract/endpoint";
import { listInvitationsEndpoint, listStaffEndpoint } from "@/contract/team";
import { mailStanding } from "@/core/email-delivery/way";
import * as invited from "@/core/staff/invitations";
import * as members from "@/core/staff/team";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Team" };

export default async function TeamPage() {
  const { ctx } = await staffPage(leastRole(listStaffEndpoint));
  const [staff, open, mail] = await Promise.all([members.listStaff(ctx), invited.listInvitations(ctx), mailStanding(ctx)]);
  return (
    <HydrationBoundary state={seeded(seed(listStaffEndpoint, team, staff), seed(listInvitationsEndpoint, invitations, open))}>
      <TeamView isMailKept={mail === "kept"} />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import { invitations, team } from "@/components/team/queries";
import { TeamView } from "@/components/team/team-view";
import { requiredRole } from "@/contract/endpoint";
import { listInvitationsEndpoint, listStaffEndpoint } from "@/contract/team";
import { getTransportStatus } from "@/core/email-delivery/transport";
import * as invited from "@/core/staff/invitations";
import * as members from "@/core/staff/team";
import { requireStaffPage } from "@/server/staff-page";
import { seedQuery, dehydrateQueries } from "@/server/query-client";

export const metadata = { title: "Team" };

export default async function TeamPage() {
  const { ctx } = await requireStaffPage(requiredRole(listStaffEndpoint));
  const [staff, open, mail] = await Promise.all([members.listStaff(ctx), invited.listInvitations(ctx), getTransportStatus(ctx)]);
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listStaffEndpoint, team, staff), seedQuery(listInvitationsEndpoint, invitations, open))}>
      <TeamView areEmailsSavedToFile={mail === "kept"} />
    </HydrationBoundary>
  );
}

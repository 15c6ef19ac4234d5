import { HydrationBoundary } from "@tanstack/react-query";
import { TeamView } from "@/components/team/list";
import { roleMatrix } from "@/contract/guide";
import { listInvitationsEndpoint, listStaffEndpoint } from "@/contract/team";
import { getTransportStatus } from "@/core/email-delivery/transport";
import { listInvitations } from "@/core/staff/invitations";
import { listStaff } from "@/core/staff/team";
import { listProviderNames } from "@/server/providers";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { staffPage } from "../../staff-page";

export const metadata = { title: "Team" };

export default staffPage(listStaffEndpoint, async ({ ctx }) => {
  const [staff, pendingInvitations, transport] = await Promise.all([listStaff(ctx), listInvitations(ctx), getTransportStatus(ctx)]);
  return (
    <HydrationBoundary
      state={dehydrateQueries(seedQuery(listStaffEndpoint, {}, staff), seedQuery(listInvitationsEndpoint, {}, pendingInvitations))}
    >
      <TeamView areEmailsSavedToFile={transport === "saved_to_file"} providers={listProviderNames()} roleMatrix={roleMatrix()} />
    </HydrationBoundary>
  );
});

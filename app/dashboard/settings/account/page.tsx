import { HydrationBoundary } from "@tanstack/react-query";
import { AccountView } from "@/components/account/account-view";
import { sessionsQuery } from "@/components/account/queries";
import { listSessionsEndpoint } from "@/contract/session";
import { listSessions } from "@/core/staff/sessions";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Account" };

export default async function AccountPage() {
  const { ctx } = await requireStaffPage();
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listSessionsEndpoint, sessionsQuery, await listSessions(ctx)))}>
      <AccountView />
    </HydrationBoundary>
  );
}

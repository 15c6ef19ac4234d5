import { HydrationBoundary } from "@tanstack/react-query";
import { AccountView } from "@/components/account/account-view";
import { sessions } from "@/components/account/queries";
import { listSessionsEndpoint } from "@/contract/session";
import * as own from "@/core/staff/sessions";
import { requireStaffPage } from "@/server/staff-page";
import { seedQuery, dehydrateQueries } from "@/server/query-client";

export const metadata = { title: "Account" };

export default async function AccountPage() {
  const { ctx } = await requireStaffPage();
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listSessionsEndpoint, sessions, await own.listSessions(ctx)))}>
      <AccountView />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import { AccountView } from "@/components/account/account-view";
import { sessions } from "@/components/account/queries";
import { listSessionsEndpoint } from "@/contract/session";
import * as own from "@/core/staff/sessions";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Account" };

export default async function AccountPage() {
  const { ctx } = await staffPage();
  return (
    <HydrationBoundary state={seeded(seed(listSessionsEndpoint, sessions, await own.listSessions(ctx)))}>
      <AccountView />
    </HydrationBoundary>
  );
}

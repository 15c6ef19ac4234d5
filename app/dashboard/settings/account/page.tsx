import { HydrationBoundary } from "@tanstack/react-query";
import { AccountView } from "@/components/account/view";
import { listPasskeysEndpoint } from "@/contract/passkeys";
import { listSessionsEndpoint } from "@/contract/session";
import { listPasskeys } from "@/core/staff/passkeys";
import { listSessions } from "@/core/staff/sessions";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Account" };

export default async function AccountPage() {
  const { ctx } = await requireStaffPage();
  const [sessions, passkeys] = await Promise.all([listSessions(ctx), listPasskeys(ctx)]);
  return (
    <HydrationBoundary
      state={dehydrateQueries(seedQuery(listSessionsEndpoint, {}, sessions), seedQuery(listPasskeysEndpoint, {}, passkeys))}
    >
      <AccountView />
    </HydrationBoundary>
  );
}

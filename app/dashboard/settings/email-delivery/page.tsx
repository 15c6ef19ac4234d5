import { HydrationBoundary } from "@tanstack/react-query";
import { EmailDeliveryView } from "@/components/email-delivery/email-delivery-view";
import { emailDeliveryQuery } from "@/components/email-delivery/queries";
import { getEmailDeliveryEndpoint } from "@/contract/email-delivery";
import { requiredRole } from "@/contract/endpoint";
import { getEmailDelivery } from "@/core/email-delivery/settings";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Email delivery" };

export default async function EmailDeliveryPage() {
  const { ctx } = await requireStaffPage(requiredRole(getEmailDeliveryEndpoint));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(getEmailDeliveryEndpoint, emailDeliveryQuery, await getEmailDelivery(ctx)))}>
      <EmailDeliveryView />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import { emailTemplatesQuery } from "@/components/email-templates/api";
import { TemplatesView } from "@/components/email-templates/list";
import { listEmailTemplatesEndpoint } from "@/contract/email-templates";
import { requiredRole } from "@/contract/endpoint";
import { listEmailTemplates } from "@/core/email-templates/templates";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Email templates" };

export default async function EmailTemplatesPage() {
  const { ctx } = await requireStaffPage(requiredRole(listEmailTemplatesEndpoint));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listEmailTemplatesEndpoint, emailTemplatesQuery, await listEmailTemplates(ctx)))}>
      <TemplatesView />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import { TemplatesView } from "@/components/email-templates/templates-view";
import { emailTemplatesQuery } from "@/components/email-templates/queries";
import { requiredRole } from "@/contract/endpoint";
import { listEmailTemplatesEndpoint } from "@/contract/email-template-api";
import * as texts from "@/core/email-templates/templates";
import { requireStaffPage } from "@/server/staff-page";
import { seedQuery, dehydrateQueries } from "@/server/query-client";

export const metadata = { title: "Mails" };

export default async function EmailTemplatesPage() {
  const { ctx } = await requireStaffPage(requiredRole(listEmailTemplatesEndpoint));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listEmailTemplatesEndpoint, emailTemplatesQuery, await texts.listEmailTemplates(ctx)))}>
      <TemplatesView />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { TemplateView } from "@/components/email-templates/template-view";
import { emailTemplatesQuery } from "@/components/email-templates/queries";
import { requiredRole } from "@/contract/endpoint";
import { listEmailTemplatesEndpoint, EmailTemplateRecord } from "@/contract/email-template-api";
import * as texts from "@/core/email-templates/templates";
import { requireStaffPage } from "@/server/staff-page";
import { seedQuery, dehydrateQueries } from "@/server/query-client";

type Props = { params: Promise<{ kind: string }> };

export const metadata = { title: "Mail" };

export default async function EmailTemplatePage({ params }: Props) {
  const { ctx } = await requireStaffPage(requiredRole(listEmailTemplatesEndpoint));
  const kind = EmailTemplateRecord.shape.kind.safeParse((await params).kind).data ?? notFound();
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listEmailTemplatesEndpoint, emailTemplatesQuery, await texts.listEmailTemplates(ctx)))}>
      <TemplateView kind={kind} />
    </HydrationBoundary>
  );
}

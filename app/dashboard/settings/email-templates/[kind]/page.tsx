import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { emailTemplatesQuery } from "@/components/email-templates/api";
import { TemplateView } from "@/components/email-templates/detail";
import { EmailTemplateRecord, listEmailTemplatesEndpoint } from "@/contract/email-templates";
import { requiredRole } from "@/contract/endpoint";
import { listEmailTemplates } from "@/core/email-templates/templates";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { requireStaffPage } from "@/server/staff-page";

type Props = { params: Promise<{ kind: string }> };

export const metadata = { title: "Email template" };

export default async function EmailTemplatePage({ params }: Props) {
  const { ctx } = await requireStaffPage(requiredRole(listEmailTemplatesEndpoint));
  const kind = EmailTemplateRecord.shape.kind.safeParse((await params).kind).data ?? notFound();
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listEmailTemplatesEndpoint, emailTemplatesQuery, await listEmailTemplates(ctx)))}>
      <TemplateView kind={kind} />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { TemplateView } from "@/components/email-templates/detail";
import { EmailTemplateRecord, listEmailTemplatesEndpoint } from "@/contract/email-templates";
import { listEmailTemplates } from "@/core/email-templates/templates";
import { dehydrateQueries, seedQuery } from "@/server/query-client";
import { staffPage } from "../../../staff-page";

type Props = { params: Promise<{ kind: string }> };

export const metadata = { title: "Email template" };

export default staffPage(listEmailTemplatesEndpoint, async ({ ctx }, { params }: Props) => {
  const kind = EmailTemplateRecord.shape.kind.safeParse((await params).kind).data ?? notFound();
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(listEmailTemplatesEndpoint, {}, await listEmailTemplates(ctx)))}>
      <TemplateView kind={kind} />
    </HydrationBoundary>
  );
});

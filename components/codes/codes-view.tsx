"use client";

import { Plus, Ticket } from "lucide-react";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { SendDialogFromUrl } from "@/components/sends/send-dialog-from-url";
import { useCan } from "@/components/shell/use-can";
import { ButtonLink } from "@/components/ui/button";
import { callUrl } from "@/contract/call";
import { formatTotal } from "@/lib/plural";
import { routes } from "@/lib/routes";
import { CodesList, useCodes } from "./codes-list";
import { codesUrlState } from "./filters";
import { labels } from "./labels";

/** The page that lists all codes. */
export function CodesView() {
  const list = useCodes(codesUrlState);
  const canGenerate = useCan("POST /batches");
  const generate = canGenerate && (
    <ButtonLink href={routes.generate}>
      <Plus aria-hidden="true" /> {labels.generate}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={labels.title}
        count={list.total && formatTotal(list.total)}
        action={
          <div className="flex flex-wrap gap-2">
            <ExportLink href={callUrl("GET /codes", { query: { ...list.filterQuery, format: "csv" } })} />
            {generate}
          </div>
        }
      />
      <CodesList list={list} emptyState={{ icon: Ticket, ...labels.emptyList, action: generate }} />
      <SendDialogFromUrl />
    </>
  );
}

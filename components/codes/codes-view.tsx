"use client";

import { Plus, Ticket } from "lucide-react";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { SendDialogFromUrl } from "@/components/sends/send-dialog-from-url";
import { useMay } from "@/components/shell/use-may";
import { ButtonLink } from "@/components/ui/button";
import { addressOf } from "@/contract/call";
import { countOf } from "@/lib/counts";
import { routes } from "@/lib/routes";
import { CodesList, useCodes } from "./codes-list";
import { codesUrlState } from "./filters";

/** Every code there is. */
export function CodesView() {
  const list = useCodes(codesUrlState);
  const mayMake = useMay("POST /batches");
  const generate = mayMake && (
    <ButtonLink href={routes.generate}>
      <Plus aria-hidden="true" /> Generate codes
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Codes"
        count={list.total && countOf(list.total)}
        action={
          <div className="flex flex-wrap gap-2">
            <ExportLink href={addressOf("GET /codes", { query: { ...list.narrowing, format: "csv" } })} />
            {generate}
          </div>
        }
      />
      <CodesList
        list={list}
        nothing={{
          icon: Ticket,
          title: "No codes yet",
          text: "A code lets whoever has it in, as often as it allows.",
          action: generate,
        }}
      />
      <SendDialogFromUrl />
    </>
  );
}

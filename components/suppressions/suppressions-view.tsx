"use client";

import { MailX } from "lucide-react";
import { useMemo } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { ListTable } from "@/components/list/list-table";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/use-can";
import { callUrl } from "@/contract/call";
import type { SuppressionRecord } from "@/contract/suppressions";
import { countOf } from "@/lib/counts";
import { AddSuppression, AddSuppressionButton } from "./add-suppression";
import { suppressionColumns } from "./columns";
import { suppressionsUrl } from "./filters";
import { suppressionsQuery } from "./queries";
import { SuppressionsFilters } from "./suppressions-filters";

const idOf = ({ email }: SuppressionRecord) => email;

/** The addresses that get no mail, and why. */
export function SuppressionsView() {
  const list = useList(suppressionsUrl, suppressionsQuery);
  const { filterQuery, total, zone } = list;
  const mayAdd = useCan("POST /suppressions/add");
  const columns = useMemo(() => suppressionColumns(zone, mayAdd), [zone, mayAdd]);
  return (
    <>
      <PageHeader
        title="Suppressions"
        count={total && countOf(total)}
        description="Nothing is sent to these addresses, be they a lead’s or not."
        action={
          <div className="flex flex-wrap gap-2">
            <ExportLink href={callUrl("GET /suppressions", { query: { ...filterQuery, format: "csv" } })} />
            {mayAdd && <AddSuppressionButton />}
          </div>
        }
      />
      <SuppressionsFilters list={list} />
      <ListTable
        list={list}
        label="Suppressions"
        columns={columns}
        getRowId={idOf}
        emptyState={{
          icon: MailX,
          title: "Nobody is suppressed",
          description: "Whoever asks for no more mail stands here, and every address that you add.",
          action: mayAdd && <AddSuppressionButton />,
        }}
      />
      {mayAdd && <AddSuppression />}
    </>
  );
}

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
import { formatTotal } from "@/lib/plural";
import { AddSuppression, AddSuppressionButton } from "./add-suppression";
import { suppressionColumns } from "./columns";
import { suppressionsUrl } from "./filters";
import { suppressionLabels } from "./labels";
import { suppressionsQuery } from "./queries";
import { SuppressionsFilters } from "./suppressions-filters";

const getSuppressionId = ({ email }: SuppressionRecord) => email;

/** The list of suppressions. */
export function SuppressionsView() {
  const list = useList(suppressionsUrl, suppressionsQuery);
  const { filterQuery, total, zone } = list;
  const canAdd = useCan("POST /suppressions");
  const columns = useMemo(() => suppressionColumns(zone, canAdd), [zone, canAdd]);
  return (
    <>
      <PageHeader
        title={suppressionLabels.title}
        count={total && formatTotal(total)}
        description={suppressionLabels.description}
        action={
          <div className="flex flex-wrap gap-2">
            <ExportLink href={callUrl("GET /suppressions", { query: { ...filterQuery, format: "csv" } })} />
            {canAdd && <AddSuppressionButton />}
          </div>
        }
      />
      <SuppressionsFilters list={list} />
      <ListTable
        list={list}
        label={suppressionLabels.title}
        columns={columns}
        getRowId={getSuppressionId}
        emptyState={{
          icon: MailX,
          title: suppressionLabels.emptyTitle,
          description: suppressionLabels.emptyDescription,
          action: canAdd && <AddSuppressionButton />,
        }}
      />
      {canAdd && <AddSuppression />}
    </>
  );
}

"use client";

import type { ReactNode } from "react";
import { PageHeader } from "@/components/layout/page";
import type { ExportFormat } from "@/contract/enums";
import { formatTotal } from "@/lib/plural";
import { ExportMenu } from "./export";
import { FilterBar, type FilterList } from "./filters";
import { ListTable, type ListTableProps } from "./table";

type ListPageProps<Item> = Omit<ListTableProps<Item>, "label"> & {
  list: Pick<FilterList<unknown>, "hasFilters" | "clearFilters">;
  /** The heading of the page, and the name of the table for screen readers. */
  title: string;
  description?: ReactNode;
  /** Returns the URL of the file with all matching items. Omitted if the list has no export. */
  exportHref?: (format: ExportFormat) => string;
  /** More buttons beside the export. */
  headerActions?: ReactNode;
  /** Links to related lists. */
  tabs?: ReactNode;
  /** The search field and filter chips. */
  filters: ReactNode;
};

/** A page with a list: header, filters, table, pagination and the bar of the selected rows. */
export function ListPage<Item>({ title, description, exportHref, headerActions, tabs, filters, ...table }: ListPageProps<Item>) {
  const { total } = table.list;
  return (
    <>
      <PageHeader
        title={title}
        count={total && formatTotal(total)}
        description={description}
        action={
          <div className="flex flex-wrap gap-2">
            {exportHref && <ExportMenu getHref={exportHref} />}
            {headerActions}
          </div>
        }
      />
      {tabs}
      <FilterBar list={table.list}>{filters}</FilterBar>
      <ListTable {...table} label={title} />
    </>
  );
}

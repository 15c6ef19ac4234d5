"use client";

import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/layout/page";
import { RoleNote } from "@/components/shell/role-note";
import { useCan } from "@/components/shell/session";
import { type Action, ActionButton } from "@/components/ui/actions";
import { lazyDialog } from "@/components/ui/lazy";
import { impersonalLists } from "@/contract/enums";
import { formatTotal } from "@/lib/plural";
import { type Column, visibleColumns } from "./columns";
import type { ListName } from "./definition";
import type { ExportedList } from "./dialogs";
import { FilterBar } from "./filters";
import { listLabels } from "./labels";
import type { SelectionState } from "./selection";
import { ListTable, type ListTableProps } from "./table";
import { ColumnsMenu, ViewsMenu } from "./views";

type ListPageProps<Item> = Omit<ListTableProps<Item>, "label"> & {
  list: Pick<ExportedList, "filterQuery">;
  /** The name of the list in the API. Omitted if the list has neither views nor an export. */
  name?: ListName;
  /** The heading of the page, and the name of the table for screen readers. */
  title: string;
  description?: ReactNode;
  /** More buttons beside the export. */
  headerActions?: ReactNode;
  /** Links to related lists. */
  tabs?: ReactNode;
  /** The search field and filter chips. */
  filters: ReactNode;
};

/** A page with a list: header, filters, table, pagination and the bar of the selected rows. */
export function ListPage<Item>({ name, title, description, headerActions, tabs, filters, ...table }: ListPageProps<Item>) {
  const { total } = table.list;
  const exports = useListExport({ ...table, name });
  return (
    <>
      <PageHeader
        title={title}
        count={total && formatTotal(total)}
        description={description}
        action={
          <div className="flex flex-wrap gap-2">
            {name && exports.button}
            {name && <RoleNote call="POST /exports" action={restrictedActions(name)} />}
            {headerActions}
          </div>
        }
      />
      {tabs}
      <FilterBar
        list={table.list}
        start={name && <ViewsMenu name={name} list={table.list} />}
        end={name && <ColumnsMenu columns={table.columns} list={table.list} />}
      >
        {filters}
      </FilterBar>
      <ListTable {...table} label={title} actions={withExport(name, table.actions, exports.action)} />
    </>
  );
}

const restrictedActions = (name: ListName): string => {
  if (name === "events") return listLabels.restricted.export;
  return impersonalLists.includes(name) ? listLabels.restricted.change(name) : listLabels.restricted.exportAndChange(name);
};

/** Adds the export to the actions on selected rows, before those that delete them. Only leads and codes can be exported by selection. */
export const withExport = (name: ListName | undefined, actions: readonly Action[] = [], action: Action | null): readonly Action[] => {
  if (action === null || (name !== "leads" && name !== "codes")) return actions;
  const isHarmless = ({ destructive }: Action) => !destructive;
  return [...actions.filter(isHarmless), action, ...actions.filter((each) => !isHarmless(each))];
};

const ExportDialog = lazyDialog(() => import("./dialogs").then((dialog) => dialog.ExportDialog));

type ListExportOptions<Item> = {
  /** Undefined for a list without an export. */
  name: ListName | undefined;
  list: ExportedList;
  columns: readonly Column<Item>[];
  selection?: SelectionState | undefined;
};

/** Whether the signed-in staff member can export a list. */
function useCanExport(name: ListName | undefined): boolean {
  const canExportPeople = useCan("POST /exports");
  return name !== undefined && (canExportPeople || impersonalLists.includes(name));
}

/** For staff members who can export: the button that exports a list, and the action that exports the selected rows. */
export function useListExport<Item>({ name, list, columns, selection }: ListExportOptions<Item>): {
  button: ReactNode;
  action: Action | null;
} {
  const canExport = useCanExport(name);
  if (name === undefined || !canExport) return { button: null, action: null };
  const shown = visibleColumns(columns, list.columns).flatMap(({ id, fields }) => fields ?? id);
  const exportAction = (selectedIds: readonly string[]): Action => ({
    label: listLabels.export,
    icon: Download,
    dialog: (dialog) => <ExportDialog {...dialog} name={name} list={list} shown={shown} selectedIds={selectedIds} />,
  });
  return {
    button: <ActionButton action={exportAction([])} />,
    action: exportAction(selection?.value.kind === "some" ? selection.value.ids : []),
  };
}

"use client";

import { MailCheck, MailX, Pencil, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useMemo, useState } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { createColumns } from "@/components/list/columns";
import { ExportLink } from "@/components/list/export-link";
import { FilterBar, type FilterList, filterProps } from "@/components/list/filter-bar";
import { ListTable } from "@/components/list/list-table";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import { TruncatedText } from "@/components/list/truncated-text";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/use-can";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";
import { MoreMenu } from "@/components/ui/more-menu";
import { Time } from "@/components/ui/time";
import { callUrl } from "@/contract/call";
import type { SuppressionRecord } from "@/contract/suppressions";
import { formatTotal } from "@/lib/plural";
import { leadPath } from "@/lib/routes";
import { type SuppressionFilterValues, suppressionsQuery, suppressionsUrl } from "./api";
import { reasonFilterOptions, reasonLabels, suppressionLabels } from "./labels";

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
      <SuppressionsFilterBar list={list} />
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

function SuppressionsFilterBar({ list }: { list: FilterList<SuppressionFilterValues> }) {
  return (
    <FilterBar list={list}>
      <SearchField label={suppressionLabels.search} value={list.filters.q} onChange={(q) => list.setSearch({ q })} />
      <MenuFilter
        label={suppressionLabels.reason}
        options={reasonFilterOptions}
        anyLabel={suppressionLabels.anyReason}
        {...filterProps(list, "reason")}
      />
    </FilterBar>
  );
}

const AddSuppressionDialog = lazyDialog(() => import("./dialogs").then((module) => module.AddSuppressionDialog));

/** The URL holds whether the dialog is open, so that other pages can link to it. */
const useDialogState = () => useQueryState("add", parseAsBoolean.withDefault(false));

function AddSuppressionButton() {
  const [, setOpen] = useDialogState();
  return (
    <Button onClick={() => void setOpen(true)}>
      <MailX aria-hidden="true" /> {suppressionLabels.add.button}
    </Button>
  );
}

/** The dialog that the buttons open. Render it once per page. */
function AddSuppression() {
  const [open, setOpen] = useDialogState();
  return <AddSuppressionDialog open={open} onClose={() => void setOpen(false)} />;
}

const { columns: headers, noNote } = suppressionLabels;
const { columns, display } = createColumns<SuppressionRecord>();
const suppressionColumns = (zone: string, canEdit: boolean) =>
  columns([
    display({
      id: "email",
      header: headers.email,
      meta: { mono: true },
      cell: ({ row }) => <TruncatedText text={row.original.email} mono />,
    }),
    display({ id: "reason", header: headers.reason, meta: { width: "w-36" }, cell: ({ row }) => reasonLabels[row.original.reason] }),
    display({
      id: "note",
      header: headers.note,
      meta: { width: "w-80", minTableWidth: "lg", className: "text-muted-foreground" },
      cell: ({ row }) => (row.original.note === "" ? noNote : <TruncatedText text={row.original.note} />),
    }),
    display({
      id: "created",
      header: headers.created,
      meta: { width: "w-36", minTableWidth: "sm", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
    display({
      id: "actions",
      header: headers.actions,
      meta: { width: "w-12", hideLabel: true, className: "px-0 text-center" },
      cell: ({ row }) => <SuppressionActions suppression={row.original} canEdit={canEdit} />,
    }),
  ]);

export type SuppressionDialogProps = { suppression: SuppressionRecord; open: boolean; onClose: () => void };

const EditSuppression = lazyDialog<SuppressionDialogProps>(() => import("./dialogs").then((module) => module.EditSuppressionDialog));
const RemoveSuppression = lazyDialog<SuppressionDialogProps>(() => import("./dialogs").then((module) => module.RemoveSuppressionDialog));

/** The menu of a suppression. Renders nothing if there is no action. */
function SuppressionActions({ suppression, canEdit }: { suppression: SuppressionRecord; canEdit: boolean }) {
  const router = useRouter();
  const [openDialog, setOpenDialog] = useState<"edit" | "remove" | null>(null);
  const close = () => setOpenDialog(null);
  const { email, isLead } = suppression;
  if (!canEdit && !isLead) return null;
  return (
    <>
      <MoreMenu size="icon-sm" label={suppressionLabels.actionsFor(email)}>
        {({ MenuItem }) => (
          <>
            {isLead && (
              <MenuItem onSelect={() => router.push(leadPath(email))}>
                <UserRound aria-hidden="true" /> {suppressionLabels.openLead}
              </MenuItem>
            )}
            {canEdit && (
              <MenuItem onSelect={() => setOpenDialog("edit")}>
                <Pencil aria-hidden="true" /> {suppressionLabels.edit.menuItem}
              </MenuItem>
            )}
            {canEdit && (
              <MenuItem onSelect={() => setOpenDialog("remove")} destructive>
                <MailCheck aria-hidden="true" /> {suppressionLabels.remove.menuItem}
              </MenuItem>
            )}
          </>
        )}
      </MoreMenu>
      {canEdit && <EditSuppression suppression={suppression} open={openDialog === "edit"} onClose={close} />}
      {canEdit && <RemoveSuppression suppression={suppression} open={openDialog === "remove"} onClose={close} />}
    </>
  );
}

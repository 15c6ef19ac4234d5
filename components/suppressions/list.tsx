"use client";

import { FileUp, MailCheck, MailX, Pencil, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { apiPageQuery } from "@/components/api-query";
import { type Column, timeColumn } from "@/components/list/columns";
import { type FilterList, filterProps, MenuFilter } from "@/components/list/filters";
import { ListPage } from "@/components/list/list-page";
import { SearchField } from "@/components/list/search-field";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/session";
import { Button, ButtonLink } from "@/components/ui/button";
import { useUrlFlag } from "@/components/ui/hooks";
import { lazyDialog } from "@/components/ui/lazy";
import { ActionMenu } from "@/components/ui/menu";
import { TruncatedText } from "@/components/ui/text";
import type { SuppressionRecord } from "@/contract/suppressions";
import { leadPath, routes } from "@/lib/routes";
import { suppressionLabels } from "./labels";
import { reasonFilterOptions, reasonLabels } from "./reasons";
import { type SuppressionFilterValues, suppressionsUrl } from "./url";

const { columns: headers, noNote } = suppressionLabels;

const getSuppressionId = ({ email }: SuppressionRecord) => email;

/** The list of suppressions. */
export function SuppressionsView() {
  const list = useList(suppressionsUrl, (query) => apiPageQuery("GET /suppressions", { query }));
  const { zone } = list;
  const canAdd = useCan("POST /suppressions");
  const [isAdding, setAdding] = useUrlFlag("add");
  const addButton = canAdd && (
    <div className="flex flex-wrap gap-2">
      <ButtonLink href={routes.importSuppressions} variant="outline">
        <FileUp aria-hidden="true" /> {suppressionLabels.import}
      </ButtonLink>
      <Button onClick={() => setAdding(true)}>
        <MailX aria-hidden="true" /> {suppressionLabels.add.button}
      </Button>
    </div>
  );
  return (
    <>
      <ListPage
        list={list}
        name="suppressions"
        title={suppressionLabels.title}
        description={suppressionLabels.description}
        headerActions={addButton}
        filters={<Filters list={list} />}
        columns={suppressionColumns(zone, canAdd)}
        getRowId={getSuppressionId}
        emptyState={{
          icon: MailX,
          title: suppressionLabels.emptyTitle,
          description: suppressionLabels.emptyDescription,
          action: addButton,
        }}
      />
      {canAdd && <AddSuppressionDialog open={isAdding} onClose={() => setAdding(false)} />}
    </>
  );
}

function Filters({ list }: { list: FilterList<SuppressionFilterValues> }) {
  return (
    <>
      <SearchField label={suppressionLabels.search} value={list.filters.q} onChange={(q) => list.setSearch({ q })} />
      <MenuFilter
        label={suppressionLabels.reason}
        options={reasonFilterOptions}
        anyLabel={suppressionLabels.anyReason}
        {...filterProps(list, "reason")}
      />
    </>
  );
}

const AddSuppressionDialog = lazyDialog(() => import("./dialogs").then((module) => module.AddSuppressionDialog));

const suppressionColumns = (zone: string, canEdit: boolean): Column<SuppressionRecord>[] => [
  { id: "email", header: headers.email, mono: true, cell: (suppression) => <TruncatedText text={suppression.email} mono /> },
  { id: "reason", header: headers.reason, width: "w-36", cell: (suppression) => reasonLabels[suppression.reason] },
  {
    id: "note",
    header: headers.note,
    width: "w-80",
    minTableWidth: "lg",
    className: "text-muted-foreground",
    cell: (suppression) => (suppression.note === "" ? noNote : <TruncatedText text={suppression.note} />),
  },
  timeColumn({ id: "created", header: headers.created, width: "w-36", minTableWidth: "sm" }, zone, ({ createdAt }) => createdAt),
  {
    id: "actions",
    header: headers.actions,
    width: "w-12",
    hideLabel: true,
    className: "px-0 text-center",
    cell: (suppression) => <SuppressionActions suppression={suppression} canEdit={canEdit} />,
  },
];

export type SuppressionDialogProps = { suppression: SuppressionRecord; open: boolean; onClose: () => void };

const EditSuppression = lazyDialog<SuppressionDialogProps>(() => import("./dialogs").then((module) => module.EditSuppressionDialog));
const RemoveSuppression = lazyDialog<SuppressionDialogProps>(() => import("./dialogs").then((module) => module.RemoveSuppressionDialog));

/** The menu of a suppression. Renders nothing if there is no action. */
function SuppressionActions({ suppression, canEdit }: { suppression: SuppressionRecord; canEdit: boolean }) {
  const router = useRouter();
  const [openDialog, setOpenDialog] = useState<"edit" | "remove" | null>(null);
  const close = () => setOpenDialog(null);
  const { email, isLead } = suppression;
  return (
    <>
      <ActionMenu
        size="icon-sm"
        label={suppressionLabels.actionsFor(email)}
        actions={[
          isLead && { label: suppressionLabels.openLead, icon: UserRound, onSelect: () => router.push(leadPath(email)) },
          canEdit && { label: suppressionLabels.edit.menuItem, icon: Pencil, onSelect: () => setOpenDialog("edit") },
          canEdit && {
            label: suppressionLabels.remove.menuItem,
            icon: MailCheck,
            destructive: true,
            onSelect: () => setOpenDialog("remove"),
          },
        ]}
      />
      {canEdit && <EditSuppression suppression={suppression} open={openDialog === "edit"} onClose={close} />}
      {canEdit && <RemoveSuppression suppression={suppression} open={openDialog === "remove"} onClose={close} />}
    </>
  );
}

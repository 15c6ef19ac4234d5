"use client";

import { FileUp, MailCheck, MailX, Pencil, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { apiPageQuery } from "@/components/api-query";
import { actionsColumn, type Column, timeColumn } from "@/components/list/columns";
import { type FilterList, filterProps, MenuFilter } from "@/components/list/filters";
import { ListPage } from "@/components/list/list-page";
import { SearchField } from "@/components/list/search-field";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/session";
import { type Action, ActionButton, useUrlActionDialogs } from "@/components/ui/actions";
import { ButtonLink } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";
import { TruncatedText } from "@/components/ui/text";
import { useApiMutation } from "@/components/use-api-mutation";
import type { SuppressionRecord } from "@/contract/suppressions";
import { leadPath, routes } from "@/lib/routes";
import { removalConfirmation, suppressionLabels } from "./labels";
import { reasonFilterOptions, reasonLabels } from "./reasons";
import { type SuppressionFilterValues, suppressionsUrl } from "./url";

const { columns: headers, noNote } = suppressionLabels;

const getSuppressionId = ({ email }: SuppressionRecord) => email;

const AddSuppressionDialog = lazyDialog(() => import("./dialogs").then((module) => module.AddSuppressionDialog));

/** The list of suppressions. */
export function SuppressionsView() {
  const list = useList(suppressionsUrl, (query) => apiPageQuery("GET /suppressions", { query }));
  const { zone } = list;
  const add = useCan("POST /suppressions") && { label: suppressionLabels.add.button, icon: MailX, dialog: AddSuppressionDialog };
  const dialogs = useUrlActionDialogs("add", { true: add });
  const buttons = add && (
    <div className="flex flex-wrap gap-2">
      <ButtonLink href={routes.importSuppressions} variant="outline">
        <FileUp aria-hidden="true" /> {suppressionLabels.import}
      </ButtonLink>
      <ActionButton action={add} dialogs={dialogs} variant="default" />
    </div>
  );
  return (
    <>
      <ListPage
        list={list}
        name="suppressions"
        title={suppressionLabels.title}
        description={suppressionLabels.description}
        headerActions={buttons}
        filters={<Filters list={list} />}
        columns={suppressionColumns(zone, useSuppressionActions())}
        getRowId={getSuppressionId}
        emptyState={{
          icon: MailX,
          title: suppressionLabels.emptyTitle,
          description: suppressionLabels.emptyDescription,
          action: buttons,
        }}
      />
      {dialogs.dialog}
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

type SuppressionActions = (suppression: SuppressionRecord) => (Action | false)[];

const suppressionColumns = (zone: string, getActions: SuppressionActions): Column<SuppressionRecord>[] => [
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
  actionsColumn(headers.actions, ({ email }) => suppressionLabels.actionsFor(email), getActions),
];

const EditSuppression = lazyDialog(() => import("./dialogs").then((module) => module.EditSuppressionDialog));

/** The actions of a suppression. */
function useSuppressionActions(): SuppressionActions {
  const router = useRouter();
  const canEdit = useCan("POST /suppressions");
  const remove = useApiMutation("DELETE /suppressions/:email", { changes: ["GET /suppressions"] });
  return (suppression) => {
    const { email, isLead } = suppression;
    return [
      isLead && { label: suppressionLabels.openLead, icon: UserRound, run: () => router.push(leadPath(email)) },
      canEdit && {
        label: suppressionLabels.edit.menuItem,
        icon: Pencil,
        dialog: (dialog) => <EditSuppression suppression={suppression} {...dialog} />,
      },
      canEdit && {
        label: suppressionLabels.remove,
        icon: MailCheck,
        destructive: true,
        confirm: removalConfirmation(suppression),
        run: () => remove.mutateAsync({ params: { email } }),
      },
    ];
  };
}

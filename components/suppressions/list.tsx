"use client";

import { FileUp, MailCheck, MailX, Pencil, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { actionsColumn, type Column, textColumn, timeColumn } from "@/components/list/columns";
import { ListFilters } from "@/components/list/list-filters";
import { ListPage } from "@/components/list/list-page";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/session";
import { type Action, ActionButton, useUrlActionDialogs } from "@/components/ui/actions";
import { ButtonLink } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";
import { TruncatedText } from "@/components/ui/text";
import { useApiMutation } from "@/components/use-api-mutation";
import type { SuppressionRecord } from "@/contract/suppressions";
import { leadPath, routes } from "@/lib/routes";
import { suppressionsList } from "./definition";
import { removalConfirmation, suppressionLabels } from "./labels";
import { reasonLabels } from "./reasons";

const { columns: headers, noNote } = suppressionLabels;

const getSuppressionId = ({ email }: SuppressionRecord) => email;

const AddSuppressionDialog = lazyDialog(() => import("./dialogs").then((module) => module.AddSuppressionDialog));

/** The list of suppressions. */
export function SuppressionsView() {
  const list = useList(suppressionsList);
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
        filters={<ListFilters list={list} />}
        columns={suppressionColumns(useSuppressionActions())}
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

type SuppressionActions = (suppression: SuppressionRecord) => (Action | false)[];

const suppressionColumns = (getActions: SuppressionActions): Column<SuppressionRecord>[] => [
  textColumn({ id: "email", header: headers.email, mono: true }, ({ email }) => email),
  { id: "reason", header: headers.reason, width: "w-36", cell: (suppression) => reasonLabels[suppression.reason] },
  {
    id: "note",
    header: headers.note,
    width: "w-80",
    minTableWidth: "lg",
    className: "text-muted-foreground",
    cell: (suppression) => (suppression.note === "" ? noNote : <TruncatedText text={suppression.note} />),
  },
  timeColumn({ id: "created", header: headers.created, width: "w-36", minTableWidth: "sm" }, ({ createdAt }) => createdAt),
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

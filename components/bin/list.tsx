"use client";

import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Trash2, Undo2 } from "lucide-react";
import { Actor } from "@/components/activity";
import { dismissUndo, useJobMutation } from "@/components/jobs";
import { type Column, timeColumn } from "@/components/list/columns";
import { ListFilters } from "@/components/list/list-filters";
import { ListPage } from "@/components/list/list-page";
import { useList } from "@/components/list/use-list";
import { RoleNote } from "@/components/shell/role-note";
import { useCan, useSession } from "@/components/shell/session";
import { ActionButton } from "@/components/ui/actions";
import { TextLink } from "@/components/ui/link";
import { ActionMenu } from "@/components/ui/menu";
import { WrappedName } from "@/components/ui/text";
import type { BinEntry } from "@/contract/bin";
import { countOf, plural } from "@/lib/plural";
import { routes } from "@/lib/routes";
import { binList, kindLabels } from "./definition";

const binLabels = {
  title: "Bin",
  description: (days: number) =>
    days === 0
      ? "Nothing is kept: deleted codes, batches and leads are deleted permanently at once."
      : plural(days, {
          one: "Deleted codes, batches and leads are kept for {n} day.",
          other: "Deleted codes, batches and leads are kept for {n} days.",
        }),
  change: "Change",
  emptyTitle: "The bin is empty",
  emptyDescription: "Codes, batches and leads that your team deletes appear here, and can be restored.",
  columns: { label: "Deleted", kind: "Kind", content: "Contains", by: "Deleted by", at: "When", until: "Kept until", actions: "Actions" },
  unnamedBatch: "Unnamed batch",
  inBatch: (name: string) => `in ${name}`,
  actionsFor: (label: string) => `Actions for ${label}`,
  restore: "Restore",
  restricted: "Restoring and deleting permanently",
  restoreAll: "Restore all deleted with it",
  restoreFailed: "Couldn't restore it",
  delete: {
    menuItem: "Delete permanently",
    title: (label: string) => `Delete ${label} permanently?`,
    consequence: "You won't be able to restore it. This can't be undone.",
    submit: "Delete permanently",
    confirmText: "delete",
  },
  empty: {
    button: "Empty bin",
    title: "Empty the bin?",
    consequence: "You won't be able to restore anything in it. This can't be undone.",
    submit: "Empty bin",
    confirmText: "empty",
  },
} as const;

/** The name of an entry. Batches can have none. */
const entryLabel = ({ label }: Pick<BinEntry, "label">): string => label || binLabels.unnamedBatch;

/** What is restored with an entry: "12 codes", "1 claim". Empty if there is nothing. */
function contentLabel({ codes, claims }: Pick<BinEntry, "codes" | "claims">): string {
  if (codes !== null) return countOf(codes, "code");
  return claims === null || claims === 0 ? "" : countOf(claims, "claim");
}

const getEntryId = ({ id }: BinEntry) => id;

/** The list of deleted codes, batches and leads. */
export function BinView() {
  const list = useList(binList);
  const canRestore = useCan("POST /bin/restore");
  const isEmpty = !list.hasFilters && list.page.data?.items.length === 0;
  return (
    <ListPage
      list={list}
      title={binLabels.title}
      description={<Description />}
      headerActions={!isEmpty && (canRestore ? <EmptyBinButton /> : <RoleNote call="POST /bin/restore" action={binLabels.restricted} />)}
      filters={<ListFilters list={list} />}
      columns={binColumns(canRestore)}
      getRowId={getEntryId}
      getRowName={entryLabel}
      emptyState={{ icon: Trash2, title: binLabels.emptyTitle, description: binLabels.emptyDescription }}
    />
  );
}

function Description() {
  const { binDays } = useSession().project;
  const canChange = useCan("PATCH /project");
  return (
    <>
      {binLabels.description(binDays)} {canChange && <TextLink href={routes.settings.project}>{binLabels.change}</TextLink>}
    </>
  );
}

function EmptyBinButton() {
  const client = useQueryClient();
  const { mutateAsync } = useJobMutation("POST /bin/delete", { onReply: () => dismissUndo(client) });
  const { button: label, title, consequence, confirmText } = binLabels.empty;
  return (
    <ActionButton
      action={{
        label,
        icon: Trash2,
        confirm: { title, consequence, action: label, confirmText },
        run: () => mutateAsync({ body: { all: true } }),
      }}
    />
  );
}

const { columns: headers } = binLabels;

const binColumns = (canRestore: boolean): Column<BinEntry>[] => [
  {
    id: "label",
    header: headers.label,
    cell: (entry) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="grid max-w-full shrink-0">
          <WrappedName text={entryLabel(entry)} mono={entry.kind !== "batch"} />
        </span>
        {entry.batch && (
          <span className="min-w-0 truncate text-muted-foreground">{binLabels.inBatch(entryLabel({ label: entry.batch.name }))}</span>
        )}
      </span>
    ),
  },
  { id: "kind", header: headers.kind, width: "w-20", minTableWidth: "sm", cell: ({ kind }) => kindLabels[kind] },
  {
    id: "content",
    header: headers.content,
    width: "w-28",
    minTableWidth: "md",
    className: "text-muted-foreground tabular-nums",
    cell: contentLabel,
  },
  {
    id: "by",
    header: headers.by,
    width: "w-44",
    minTableWidth: "lg",
    cell: ({ deletedBy }) => <Actor actor={{ id: null, ...deletedBy }} />,
  },
  timeColumn({ id: "at", header: headers.at, width: "w-32", minTableWidth: "md" }, ({ deletedAt }) => deletedAt),
  timeColumn({ id: "until", header: headers.until, width: "w-32", minTableWidth: "lg" }, ({ expiresAt }) => expiresAt),
  ...(canRestore
    ? [
        {
          id: "actions",
          header: headers.actions,
          width: "w-36",
          hideLabel: true,
          className: "px-0",
          cell: (entry: BinEntry) => <EntryActions entry={entry} />,
        },
      ]
    : []),
];

function EntryActions({ entry }: { entry: BinEntry }) {
  const { id, deletion, kind, batch } = entry;
  const client = useQueryClient();
  // What was deleted together can then no longer be restored as a whole.
  const onReply = () => dismissUndo(client, deletion);
  const restore = useJobMutation("POST /bin/restore", { onReply });
  const remove = useJobMutation("POST /bin/delete", { onReply });
  const label = entryLabel(entry);
  const failed = binLabels.restoreFailed;
  const restoreDeletion = () => restore.mutateAsync({ body: { deletion } });
  const { menuItem, title, consequence, submit, confirmText } = binLabels.delete;
  return (
    <div className="flex items-center justify-end gap-1 pr-2">
      <ActionButton
        size="sm"
        action={{
          label: binLabels.restore,
          icon: Undo2,
          // A code of a deleted batch comes back with the batch.
          run: () => (batch ? restoreDeletion() : restore.mutateAsync({ body: { entries: [id] } })),
          failed,
        }}
      >
        <span className="sr-only"> {label}</span>
      </ActionButton>
      <ActionMenu
        size="icon-sm"
        label={binLabels.actionsFor(label)}
        actions={[
          kind !== "batch" && batch === null && { label: binLabels.restoreAll, icon: RotateCcw, run: restoreDeletion, failed },
          {
            label: menuItem,
            icon: Trash2,
            destructive: true,
            confirm: { title: title(label), consequence, action: submit, confirmText },
            run: () => remove.mutateAsync({ body: { entries: [id] } }),
          },
        ]}
      />
    </div>
  );
}

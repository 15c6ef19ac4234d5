"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock, Copy, type LucideIcon, Mail, Pause, Play, Plus, Printer, Ticket, Trash2 } from "lucide-react";
import { apiQuery, cachedItems } from "@/components/api-query";
import { BatchFilter, batchName } from "@/components/batches";
import { useJobMutation } from "@/components/jobs";
import { bulkAction } from "@/components/list/bulk-actions";
import type { SelectedRows } from "@/components/list/bulk-dialog";
import { type Column, linkColumn, textColumn, timeColumn } from "@/components/list/columns";
import type { FilterControlProps, FilterQuery } from "@/components/list/definition";
import { FilterBar, FilterPresets, PopoverFilter } from "@/components/list/filters";
import { type FilterControls, ListFilters } from "@/components/list/list-filters";
import { ListPage, useListExport, withExport } from "@/components/list/list-page";
import { type SelectionState, useSelection } from "@/components/list/selection";
import { ListTable } from "@/components/list/table";
import { type ListState, useList } from "@/components/list/use-list";
import { SendDialogFromUrl, useOpenSendDialog } from "@/components/sends";
import { useCan, useSession } from "@/components/shell/session";
import { TagFilter, TagsCell, tagActions } from "@/components/tags";
import type { Action } from "@/components/ui/actions";
import { ButtonLink } from "@/components/ui/button";
import { lazy, lazyDialog } from "@/components/ui/lazy";
import { TextLink } from "@/components/ui/link";
import { UsageBar } from "@/components/ui/progress";
import { Interpolate } from "@/components/ui/text";
import { showErrorToast, toast } from "@/components/ui/toast";
import { callPage } from "@/contract/call";
import type { CodeRecord } from "@/contract/codes";
import { addDays, formatDate, lastInstantBefore, localDate, startOfDay } from "@/lib/dates";
import { formatTotal } from "@/lib/plural";
import { batchPath, codePath, leadPath, routes } from "@/lib/routes";
import { copyCodes, fetchMatchingCodes } from "./copy-codes";
import { batchCodesList, codesList, type SelectedCodes, selectedCodes } from "./definition";
import { PrintDialog } from "./index";
import { codeTotalLabel, labels, usageLabel } from "./labels";
import { CodeStatus, Validity } from "./validity";

/** The page that lists all codes. */
export function CodesView() {
  const list = useList(codesList);
  const table = useCodesTable(list);
  const canGenerate = useCan("POST /batches");
  const generate = canGenerate && (
    <ButtonLink href={routes.generate}>
      <Plus aria-hidden="true" /> {labels.generate}
    </ButtonLink>
  );
  return (
    <>
      <ListPage
        {...table}
        name="codes"
        title={labels.title}
        headerActions={generate}
        filters={<ListFilters list={list} controls={codeFilterControls(list.zone)} />}
        emptyState={{ icon: Ticket, ...labels.emptyList, action: generate }}
      />
      <SendDialogFromUrl />
    </>
  );
}

/** The codes of a batch, on its page. */
export function BatchCodes({ batch }: { batch: string }) {
  const list = useList(batchCodesList, { input: { query: { batch } } });
  const table = useCodesTable(list, { isBatchPage: true });
  const exports = useListExport({ ...table, name: "codes" });
  return (
    <section aria-labelledby="codes" className="min-w-0 pt-8">
      <h2 id="codes" className="flex gap-x-2 pb-3 font-semibold text-md">
        {labels.title}
        {list.total && <span className="font-normal text-muted-foreground">{formatTotal(list.total)}</span>}
      </h2>
      <FilterBar list={list} end={exports.button}>
        <ListFilters list={list} controls={codeFilterControls(list.zone)} />
      </FilterBar>
      <ListTable
        {...table}
        actions={withExport("codes", table.actions, exports.action)}
        label={labels.title}
        emptyState={{ icon: Ticket, ...labels.emptyBatch }}
      />
      <SendDialogFromUrl />
    </section>
  );
}

type CodesList = ListState<CodeRecord> & { filterQuery: FilterQuery<"GET /codes"> };

const codeKey = ({ code }: CodeRecord) => code;
const rowLink = { href: ({ code }: CodeRecord) => codePath(code) };

/** The table of a list of codes. */
function useCodesTable(list: CodesList, { isBatchPage = false } = {}) {
  const { filterQuery, total, zone } = list;
  const selection = useSelection({ filterQuery, total });
  const columns = codeColumns(zone, { isBatchPage });
  const actions = useBulkActions(selection, filterQuery);
  return {
    list,
    columns,
    getRowId: codeKey,
    rowOpening: rowLink,
    selection,
    actions,
    noResultsHint: filterQuery.q && <SimilarCodes text={filterQuery.q} />,
  };
}

/** Links to codes that someone who mistyped a code can mean. */
function SimilarCodes({ text }: { text: string }) {
  const { data = [] } = useQuery({ ...apiQuery("POST /codes/suggest", { body: { code: text } }), retry: false });
  if (data.length === 0) return null;
  const links = data.map(({ code }, index) => (
    <span key={code}>
      {index > 0 && ", "}
      <TextLink translate="no" href={codePath(code)} className="font-mono text-2sm">
        {code}
      </TextLink>
    </span>
  ));
  return <Interpolate text={labels.didYouMean} values={{ codes: links }} />;
}

const ExtendCodes = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.ExtendCodes));

/** The bulk actions of a selection. Viewers can only copy the codes that they selected one by one. */
function useBulkActions(selection: SelectionState, filterQuery: FilterQuery<"GET /codes">): Action[] {
  const openSendDialog = useOpenSendDialog();
  const canUpdate = useCan("POST /codes/bulk");
  const canPrint = useCan("POST /prints");
  const { mutateAsync } = useJobMutation("POST /codes/bulk");
  // Deleted codes can't stay selected.
  const { mutateAsync: remove } = useJobMutation("POST /codes/bulk", { onReply: selection.clear });
  const client = useQueryClient();
  const { binDays } = useSession().project;
  const { value } = selection;
  const [single] = value.kind === "some" && value.ids.length === 1 ? value.ids : [];
  const copy: Action = { label: labels.copy, icon: Copy, run: () => void copySelected(value, filterQuery) };
  if (!canUpdate) return value.kind === "some" ? [copy] : [];
  const codes = selectedCodes(value, filterQuery);
  const selected: SelectedRows = {
    selection,
    getName: (size) => single ?? codeTotalLabel(size),
    count: async () => (await callPage("GET /codes", { query: { ...filterQuery, limit: "1" } })).total,
  };
  const change = (action: "pause" | "resume", icon: LucideIcon): Action =>
    bulkAction(selected, {
      label: labels[action],
      icon,
      confirm: () => import("./dialog-labels").then(({ bulkConfirmations }) => bulkConfirmations[action]),
      run: () => mutateAsync({ body: { action, ...codes } }),
    });
  return [
    // A send takes one code.
    ...(single === undefined ? [] : [{ label: labels.send, icon: Mail, run: () => openSendDialog(single) }]),
    change("pause", Pause),
    change("resume", Play),
    bulkAction(selected, {
      label: labels.extend,
      icon: CalendarClock,
      dialog: (dialog) => <ExtendCodes {...dialog} codes={codes} />,
    }),
    ...tagActions(selected, "codes", (body) => mutateAsync({ body: { ...body, ...codes } })),
    ...(canPrint
      ? [
          bulkAction(selected, {
            label: labels.print,
            icon: Printer,
            dialog: ({ rows, ...dialog }) => <PrintDialog {...dialog} name={rows.name} codes={codes} />,
          }),
        ]
      : []),
    copy,
    bulkAction(selected, {
      label: labels.delete,
      icon: Trash2,
      destructive: true,
      confirm: async () => {
        const { bulkDeleteConfirmation } = await import("./dialog-labels");
        // The text must not change while the codes are being deleted.
        const claims = countClaims(client, codes);
        return (rows) => bulkDeleteConfirmation(rows, claims, binDays);
      },
      run: () => remove({ body: { action: "delete", ...codes, bin: true } }),
    }),
  ];
}

/** Counts the claims of the selected codes. Returns null if a selected code isn't in the cache. */
function countClaims(client: QueryClient, selected: SelectedCodes): number | null {
  if (!("codes" in selected)) return null;
  const claimsByCode = new Map(cachedItems(client, "GET /codes").map((item) => [item.code, item.claims]));
  const claims = selected.codes.map((code) => claimsByCode.get(code));
  return claims.every((count) => count !== undefined) ? claims.reduce((sum, count) => sum + count, 0) : null;
}

async function copySelected(value: SelectionState["value"], filterQuery: FilterQuery<"GET /codes">): Promise<void> {
  if (value.kind === "some") return copyCodes(value.ids);
  try {
    const codes = await fetchMatchingCodes(filterQuery);
    if (codes !== null) return await copyCodes(codes);
    toast.error(labels.copyToast.tooMany, { description: labels.copyToast.tooManyDescription });
  } catch (error) {
    showErrorToast(labels.copyToast.failed)(error);
  }
}

const { filters: filterLabels, columns: headers } = labels;

const codeFilterControls = (zone: string): FilterControls<"GET /codes"> => ({
  batch: (filter) => <BatchFilter {...filter} />,
  tag: (filter) => <TagFilter resource="codes" {...filter} />,
  endsBefore: (filter) => <ExpiryFilter zone={zone} {...filter} />,
});

const expiryDateForm = lazy(() => import("./dialogs").then((dialogs) => dialogs.ExpiryDateForm));

const presets = [
  { label: labels.expiryPresets.today, days: 0 },
  { label: labels.expiryPresets.week, days: 7 },
  { label: labels.expiryPresets.month, days: 30 },
] as const;

/** Filters codes that expire by a date in `zone`. The value is the time before which they expire. */
function ExpiryFilter({ label, value, zone, onChange }: FilterControlProps & { zone: string }) {
  const day = value === null ? null : localDate(zone, lastInstantBefore(value));
  return (
    <PopoverFilter
      label={label}
      value={day === null ? undefined : filterLabels.expiresBy(formatDate(day))}
      title={filterLabels.expiryTitle(zone)}
      lazyForm={expiryDateForm}
      onApply={(date: string) => onChange(startOfDay(addDays(date, 1), zone))}
      onClear={() => onChange(null)}
    >
      {(ExpiryDateForm, apply) => (
        <>
          <FilterPresets presets={presets} onSelect={(days) => apply(addDays(localDate(zone, new Date()), days))} />
          <ExpiryDateForm day={day} onApply={apply} />
          <p className="text-2sm text-muted-foreground">{filterLabels.expiryNote}</p>
        </>
      )}
    </PopoverFilter>
  );
}

const batchColumn = linkColumn<CodeRecord>({ id: "batch", header: headers.batch, width: "w-44", minTableWidth: "lg" }, ({ batch }) => ({
  href: batchPath(batch.id),
  text: batchName(batch),
}));

/** The columns of the codes table. A batch's page leaves out the batch. */
const codeColumns = (zone: string, { isBatchPage }: { isBatchPage: boolean }): Column<CodeRecord>[] => [
  textColumn({ id: "code", header: headers.code, mono: true }, ({ code }) => code),
  {
    id: "status",
    header: headers.status,
    width: "w-32",
    cell: (code) => <CodeStatus status={code.status} />,
  },
  {
    id: "uses",
    header: headers.uses,
    width: "w-32",
    minTableWidth: "sm",
    cell: (code) => <UsageBar used={code.claims} total={code.allowedClaims} title={usageLabel(code.claims, code.allowedClaims)} />,
    fields: ["claims", "allowedClaims"],
  },
  {
    id: "validUntil",
    header: headers.validity,
    width: "w-44",
    minTableWidth: "md",
    cell: (code) => <Validity period={code} zone={zone} />,
    fields: ["validFrom", "validUntil"],
  },
  linkColumn(
    { id: "reservedFor", header: headers.reservedFor, width: "w-44", minTableWidth: "wide" },
    ({ reservedFor }) => reservedFor && { href: leadPath(reservedFor.email), text: reservedFor.email, mono: true },
  ),
  ...(isBatchPage ? [] : [batchColumn]),
  {
    id: "tags",
    header: headers.tags,
    width: "w-32",
    minTableWidth: isBatchPage ? "wide" : "max",
    cell: ({ tags }) => <TagsCell tags={tags} />,
  },
  timeColumn(
    { id: "created", header: headers.created, width: "w-32", minTableWidth: isBatchPage ? "lg" : "wide" },
    ({ createdAt }) => createdAt,
  ),
];

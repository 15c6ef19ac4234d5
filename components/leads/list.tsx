"use client";

import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, FileUp, ListMinus, ListPlus, Mail, MailPlus, Megaphone, Trash2, Undo2, UserPlus, Users } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  BooleanFilter,
  DateRangeFilter,
  FilterChip,
  type FilterList,
  FilterTrigger,
  filterProps,
  MenuFilter,
  PopoverFilter,
  TextFilter,
} from "@/components/list/filters";
import { ListPage } from "@/components/list/list-page";
import { SearchField } from "@/components/list/search-field";
import { type Selection, type SelectionState, useSelection } from "@/components/list/selection";
import { useList } from "@/components/list/use-list";
import { useCan, useSession } from "@/components/shell/session";
import { suppressionReasonOptions } from "@/components/suppressions";
import { TagFilter, tagSelectionActions } from "@/components/tags";
import { Button, ButtonLink } from "@/components/ui/button";
import { useUrlFlag } from "@/components/ui/hooks";
import { lazy, lazyDialog } from "@/components/ui/lazy";
import type { Action } from "@/components/ui/menu";
import type { LeadAction } from "@/contract/bulk-lead-actions";
import { leadStatuses, sources } from "@/contract/enums";
import { importName } from "@/contract/import-values";
import type { LeadRecord } from "@/contract/leads";
import { importPath, leadPath, routes } from "@/lib/routes";
import { type LeadFilters, leadsQuery, leadsUrlState, sourceImportQuery } from "./api";
import { leadColumns } from "./columns";
import { formatAnswer, labels, leadSourceLabels, leadStatusLabels } from "./labels";

const SelectionDialogs = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.SelectionDialogs));

const { filters: filterLabels } = labels;

const leadKey = ({ email }: LeadRecord) => email;
const rowLink = { href: ({ email }: LeadRecord) => leadPath(email) };

const selectionActions = (start: (action: SelectionAction) => void, isHeldList: boolean): Action[] => [
  ...(isHeldList ? [{ label: labels.selection.approve, icon: BadgeCheck, onSelect: () => start("approve") }] : []),
  { label: labels.selection.send, icon: Mail, onSelect: () => start("send") },
  { label: labels.selection.announce, icon: Megaphone, onSelect: () => start("announce") },
  { label: labels.selection.joinWaitlist, icon: ListPlus, onSelect: () => start("join_waitlist") },
  { label: labels.selection.leaveWaitlist, icon: ListMinus, onSelect: () => start("leave_waitlist") },
  { label: labels.selection.returnToWaitlist, icon: Undo2, onSelect: () => start("return_to_waitlist") },
  { label: labels.selection.reissueInvitation, icon: MailPlus, onSelect: () => start("reissue_invitation") },
  ...tagSelectionActions(start),
  { label: labels.selection.delete, icon: Trash2, destructive: true, onSelect: () => start("delete") },
];

/** The page that lists all leads. */
export function LeadsView() {
  const list = useList(leadsUrlState, leadsQuery);
  const { filterQuery, total, zone } = list;
  const selection = useSelection({ filterQuery, total });
  const { pendingAction, isOpen, startAction, close } = useSelectionAction(selection);
  const canAdd = useCan("POST /leads/create");
  const [isAdding, setAdding] = useUrlFlag("add");
  const canImport = useCan("POST /imports");
  const addButton = canAdd && (
    <Button onClick={() => setAdding(true)}>
      <UserPlus aria-hidden="true" /> {labels.addLead}
    </Button>
  );
  const buttons = (
    <>
      {canImport && (
        <ButtonLink href={routes.imports} variant="outline">
          <FileUp aria-hidden="true" /> {labels.import}
        </ButtonLink>
      )}
      {addButton}
    </>
  );
  const canUpdate = useCan("POST /leads/bulk");
  const canEdit = useCan("PATCH /leads/email/:email");
  const isHeldList = filterQuery.status === "held";
  const { questions } = useSession().project;
  const columns = leadColumns({ zone, canEdit, isHeldList, questions });
  return (
    <>
      <ListPage
        list={list}
        name="leads"
        title={labels.title}
        headerActions={buttons}
        filters={<Filters list={list} />}
        columns={columns}
        getRowId={leadKey}
        rowOpening={rowLink}
        selection={canUpdate ? selection : undefined}
        actions={selectionActions(startAction, isHeldList)}
        emptyState={{
          icon: Users,
          ...labels.emptyList,
          action: canAdd && <div className="flex flex-wrap justify-center gap-2">{buttons}</div>,
        }}
      />
      {canUpdate && (
        <SelectionDialogs
          pendingAction={pendingAction}
          open={isOpen}
          onClose={close}
          filterQuery={filterQuery}
          onRemoved={selection.clear}
        />
      )}
      {canAdd && <AddLeadDialog open={isAdding} onClose={() => setAdding(false)} />}
    </>
  );
}

const sourceOptions = sources.map((value) => ({ value, label: leadSourceLabels[value] }));
const statusOptions = leadStatuses.map((value) => ({ value, label: leadStatusLabels[value] }));

/** The search field and filters of the leads. */
function Filters({ list }: { list: FilterList<LeadFilters> }) {
  const { filters, setFilters, setSearch, zone } = list;
  const { q, referredBy, from, to } = filters;
  return (
    <>
      <SearchField label={filterLabels.search} value={q} onChange={(next) => setSearch({ q: next })} />
      <BooleanFilter label={filterLabels.waitlist} {...filterProps(list, "waitlist")} />
      <BooleanFilter label={filterLabels.invited} {...filterProps(list, "invited")} />
      <BooleanFilter label={filterLabels.claimed} {...filterProps(list, "claimed")} />
      <BooleanFilter label={filterLabels.referred} {...filterProps(list, "referred")} />
      {referredBy !== null && <TextFilter label={filterLabels.referredBy} kind="lead" {...filterProps(list, "referredBy")} />}
      <TextFilter label={filterLabels.referralCode} kind="code" {...filterProps(list, "referralCode")} />
      <TextFilter label={filterLabels.source} kind="source" {...filterProps(list, "sourceTag")} />
      <TagFilter resource="leads" {...filterProps(list, "tag")} />
      <AnswerFilter {...filterProps(list, "field")} />
      <MenuFilter label={filterLabels.channel} options={sourceOptions} {...filterProps(list, "source")} />
      <MenuFilter label={filterLabels.status} options={statusOptions} {...filterProps(list, "status")} />
      <MenuFilter label={filterLabels.suppression} options={suppressionReasonOptions} {...filterProps(list, "suppression")} />
      {filters.import !== null && <ImportFilter id={filters.import} onClear={() => setFilters({ import: null })} />}
      <DateRangeFilter label={filterLabels.created} range={{ from, to }} zone={zone} onChange={setFilters} />
    </>
  );
}

/** The filter by the import that added or updated the leads, which links to the import. */
function ImportFilter({ id, onClear }: { id: string; onClear: () => void }) {
  const router = useRouter();
  const { data } = useQuery(sourceImportQuery(id));
  return (
    <FilterChip label={filterLabels.import} onClear={onClear}>
      <FilterTrigger label={filterLabels.import} value={data ? importName(data) : "…"} onClick={() => router.push(importPath(id))} />
    </FilterChip>
  );
}

const answerForm = lazy(() => import("./edit-forms").then((forms) => forms.AnswerForm));

/** A filter by the answer to a question, such as `company:Acme`. */
function AnswerFilter({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const { questions } = useSession().project;
  if (questions.length === 0 && value === null) return null;
  const [key = "", answer = ""] = value?.split(/:(.*)/s) ?? [];
  const question = questions.find((each) => each.key === key);
  const shownAnswer = question?.type === "checkbox" ? formatAnswer(answer === "true") : answer;
  return (
    <PopoverFilter
      label={filterLabels.answer}
      value={value === null ? undefined : labels.answers.chosen(question?.label ?? key, shownAnswer)}
      title={filterLabels.answer}
      hideTitle
      lazyForm={answerForm}
      onApply={onChange}
      onClear={() => onChange(null)}
    >
      {(AnswerForm, apply) => <AnswerForm questions={questions} value={{ key, answer }} onApply={apply} />}
    </PopoverFilter>
  );
}

const AddLeadDialog = lazyDialog(() => import("./dialogs").then((dialog) => dialog.AddLeadDialog));

/** What can be done with selected leads. */
type SelectionAction = "send" | "announce" | LeadAction;

/** An action and the leads that were selected when it started. Running it may clear the selection while the dialog is still closing. */
export type PendingAction = { action: SelectionAction; selection: Selection; size: string };

const noAction: PendingAction = { action: "send", selection: { kind: "some", ids: [] }, size: "0" };

/** Keeps the action whose dialog is open. */
function useSelectionAction(selection: SelectionState) {
  const [pendingAction, setPendingAction] = useState(noAction);
  const [isOpen, setOpen] = useState(false);
  return {
    pendingAction,
    isOpen,
    startAction: (action: SelectionAction) => {
      setPendingAction({ action, selection: selection.value, size: selection.size });
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}

"use client";

import { BadgeCheck, FileUp, ListMinus, ListPlus, Mail, MailPlus, Megaphone, Trash2, Undo2, UserPlus, Users } from "lucide-react";
import { apiPageQuery } from "@/components/api-query";
import { type SelectionAction, SelectionDialogs, useSelectionAction } from "@/components/lead-selection";
import { BooleanFilter, type FilterList, filterProps, MenuFilter } from "@/components/list/filters";
import { ListPage } from "@/components/list/list-page";
import { MoreFilters } from "@/components/list/more-filters";
import { SearchField } from "@/components/list/search-field";
import { useSelection } from "@/components/list/selection";
import { useList } from "@/components/list/use-list";
import { useCan, useSession } from "@/components/shell/session";
import { tagSelectionActions } from "@/components/tags";
import type { Action } from "@/components/ui/actions";
import { Button, ButtonLink } from "@/components/ui/button";
import { useUrlFlag } from "@/components/ui/hooks";
import { lazyDialog } from "@/components/ui/lazy";
import { leadStatuses, waitlistStatuses } from "@/contract/enums";
import type { LeadRecord } from "@/contract/leads";
import { leadPath, routes } from "@/lib/routes";
import { leadColumns } from "./columns";
import { LeadFlagFilter, MoreSharedFilters, UsualSharedFilters } from "./filters";
import { labels, leadStatusLabels, waitlistStatusLabels } from "./labels";
import { type LeadFilters, leadsUrlState } from "./url";

const { filters: filterLabels } = labels;

const leadKey = ({ email }: LeadRecord) => email;
const rowLink = { href: ({ email }: LeadRecord) => leadPath(email) };

/** The bulk actions. Held sign-ups get no email, so they can only be approved. */
const selectionActions = (start: (action: SelectionAction) => void, isHeldList: boolean): Action[] => [
  ...(isHeldList
    ? [{ label: labels.selection.approve, icon: BadgeCheck, run: () => start("approve") }]
    : [
        { label: labels.selection.send, icon: Mail, run: () => start("send") },
        { label: labels.selection.announce, icon: Megaphone, run: () => start("announce") },
      ]),
  { label: labels.selection.joinWaitlist, icon: ListPlus, run: () => start("join_waitlist") },
  { label: labels.selection.leaveWaitlist, icon: ListMinus, run: () => start("leave_waitlist") },
  { label: labels.selection.returnToWaitlist, icon: Undo2, run: () => start("return_to_waitlist") },
  { label: labels.selection.reissueInvitation, icon: MailPlus, run: () => start("reissue_invitation") },
  ...tagSelectionActions(start),
  { label: labels.selection.delete, icon: Trash2, destructive: true, run: () => start("delete") },
];

/** The page that lists all leads. */
export function LeadsView() {
  const list = useList(leadsUrlState, (query) => apiPageQuery("GET /leads", { query }));
  const { filterQuery, total, zone } = list;
  const selection = useSelection({ filterQuery, total });
  const { dialogProps, startAction } = useSelectionAction(selection, filterQuery);
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
      {canUpdate && <SelectionDialogs {...dialogProps} />}
      {canAdd && <AddLeadDialog open={isAdding} onClose={() => setAdding(false)} />}
    </>
  );
}

const waitlistStatusOptions = waitlistStatuses.map((value) => ({ value, label: waitlistStatusLabels[value].label }));
const statusOptions = leadStatuses.map((value) => ({ value, label: leadStatusLabels[value] }));

/** The search field and filters of the leads. */
function Filters({ list }: { list: FilterList<LeadFilters> }) {
  const { filters, setSearch } = list;
  return (
    <>
      <SearchField label={filterLabels.search} value={filters.q} onChange={(next) => setSearch({ q: next })} />
      <MoreFilters
        usual={
          <>
            <BooleanFilter label={filterLabels.waitlist} {...filterProps(list, "waitlist")} />
            <LeadFlagFilter list={list} name="invited" />
            <LeadFlagFilter list={list} name="claimed" />
            <UsualSharedFilters list={list} />
          </>
        }
        more={
          <>
            <MenuFilter label={filterLabels.status} options={statusOptions} {...filterProps(list, "status")} />
            <MenuFilter label={filterLabels.waitlistStatus} options={waitlistStatusOptions} {...filterProps(list, "waitlistStatus")} />
            <LeadFlagFilter list={list} name="confirmed" />
            <MoreSharedFilters list={list} />
          </>
        }
      />
    </>
  );
}

const AddLeadDialog = lazyDialog(() => import("./dialogs").then((dialog) => dialog.AddLeadDialog));

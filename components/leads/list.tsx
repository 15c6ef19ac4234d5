"use client";

import { FileUp, UserPlus, Users } from "lucide-react";
import { apiPageQuery } from "@/components/api-query";
import { useLeadBulkActions } from "@/components/lead-selection";
import { FilterMenu } from "@/components/list/filter-menu";
import { BooleanFilter, type FilterList, filterProps, MenuFilter } from "@/components/list/filters";
import { ListPage } from "@/components/list/list-page";
import { SearchField } from "@/components/list/search-field";
import { useSelection } from "@/components/list/selection";
import { useUrlList } from "@/components/list/use-list";
import { useCan, useSession } from "@/components/shell/session";
import { ActionButton, useUrlActionDialogs } from "@/components/ui/actions";
import { ButtonLink } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";
import { leadStatuses, waitlistStatuses } from "@/contract/enums";
import type { LeadRecord } from "@/contract/leads";
import { leadPath, routes } from "@/lib/routes";
import { leadColumns } from "./columns";
import { SharedFilters } from "./filters";
import { labels, leadStatusLabels, waitlistStatusLabels } from "./labels";
import { type LeadFilters, leadsUrlState } from "./url";

const { filters: filterLabels } = labels;

const leadKey = ({ email }: LeadRecord) => email;
const rowLink = { href: ({ email }: LeadRecord) => leadPath(email) };

const AddLeadDialog = lazyDialog(() => import("./dialogs").then((dialog) => dialog.AddLeadDialog));

/** The page that lists all leads. */
export function LeadsView() {
  const list = useUrlList(leadsUrlState, (query) => apiPageQuery("GET /leads", { query }));
  const { filterQuery, total, zone } = list;
  const selection = useSelection({ filterQuery, total });
  const { tags, ...bulk } = useLeadBulkActions(selection, filterQuery);
  const add = useCan("POST /leads/create") && { label: labels.addLead, icon: UserPlus, dialog: AddLeadDialog };
  const dialogs = useUrlActionDialogs("add", { true: add });
  const canImport = useCan("POST /imports");
  const buttons = (
    <>
      {canImport && (
        <ButtonLink href={routes.imports} variant="outline">
          <FileUp aria-hidden="true" /> {labels.import}
        </ButtonLink>
      )}
      <ActionButton action={add} dialogs={dialogs} variant="default" />
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
        actions={[
          // Held sign-ups get no email, so they can only be approved.
          ...(isHeldList ? [bulk.approve] : [bulk.send, bulk.announce]),
          bulk.joinWaitlist,
          bulk.leaveWaitlist,
          bulk.returnToWaitlist,
          bulk.reissueInvitation,
          ...tags,
          bulk.delete,
        ]}
        emptyState={{
          icon: Users,
          ...labels.emptyList,
          action: add && <div className="flex flex-wrap justify-center gap-2">{buttons}</div>,
        }}
      />
      {dialogs.dialog}
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
      <FilterMenu>
        <BooleanFilter label={filterLabels.waitlist} {...filterProps(list, "waitlist")} />

        <MenuFilter label={filterLabels.status} options={statusOptions} {...filterProps(list, "status")} />
        <MenuFilter label={filterLabels.waitlistStatus} options={waitlistStatusOptions} {...filterProps(list, "waitlistStatus")} />
        <SharedFilters list={list} />
      </FilterMenu>
    </>
  );
}

"use client";

import { ListOrdered, QrCode, Waves } from "lucide-react";
import { useState } from "react";
import { leadSourceLabels, waitlistStatusLabels } from "@/components/leads";
import { BooleanFilter, type FilterList, filterProps, MenuFilter, TextFilter } from "@/components/list/filters";
import { ListPage } from "@/components/list/list-page";
import { SearchField } from "@/components/list/search-field";
import { useList } from "@/components/list/use-list";
import { useCan, useSession } from "@/components/shell/session";
import { TagFilter } from "@/components/tags";
import { Button, ButtonLink } from "@/components/ui/button";
import { lazy } from "@/components/ui/lazy";
import { Popover } from "@/components/ui/popover";
import { InviteButton, WaveFilter } from "@/components/waves";
import { sources, waitlistStatuses } from "@/contract/enums";
import type { WaitlistEntry } from "@/contract/waitlist";
import { leadPath, routes } from "@/lib/routes";
import { referralSteps, type WaitlistFilters, waitlistQuery, waitlistUrlState } from "./api";
import { waitlistColumns } from "./columns";
import { labels } from "./labels";

const { filters: filterLabels, joinLink } = labels;

const emptyState = {
  icon: ListOrdered,
  ...labels.emptyList,
  action: (
    <ButtonLink href={routes.leads} variant="outline">
      {labels.viewLeads}
    </ButtonLink>
  ),
};

const entryKey = ({ email }: WaitlistEntry) => email;
const rowLink = { href: ({ email }: WaitlistEntry) => leadPath(email) };

/** The page of the waitlist, in the order of the line. */
export function WaitlistView() {
  const list = useList(waitlistUrlState, waitlistQuery);
  const { filterQuery, zone } = list;
  const canEdit = useCan("POST /waitlist/move");
  const canInvite = useCan("POST /waves");
  const { status: _, wave: __, ...waveFilter } = filterQuery;
  return (
    <ListPage
      list={list}
      name="waitlist"
      title={labels.title}
      headerActions={
        <>
          <JoinLinkButton />
          <ButtonLink href={routes.waves} variant="outline">
            <Waves aria-hidden="true" /> {labels.waves}
          </ButtonLink>
          {canInvite && <InviteButton filter={waveFilter} />}
        </>
      }
      filters={<Filters list={list} />}
      columns={waitlistColumns(zone, canEdit)}
      getRowId={entryKey}
      rowOpening={rowLink}
      emptyState={emptyState}
    />
  );
}

const joinLinkCode = lazy(() => import("./join-link"));

/** Shows the link of the join page. */
function JoinLinkButton() {
  const { appUrl } = useSession();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger={
        <Button variant="outline">
          <QrCode aria-hidden="true" /> {joinLink.button}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      lazyContent={joinLinkCode}
      title={joinLink.title}
    >
      {({ JoinLink }) => <JoinLink url={appUrl + routes.join} />}
    </Popover>
  );
}

// Without a status, the list shows those who are waiting, or all people of a wave.
const statusOptions = waitlistStatuses
  .filter((value) => value !== "waiting")
  .map((value) => ({ value, label: waitlistStatusLabels[value].label }));
const sourceOptions = sources.map((value) => ({ value, label: leadSourceLabels[value] }));
const referralOptions = referralSteps.map((value) => ({ value, label: filterLabels.atLeast(value) }));

/** The search field and filters of the waitlist. */
function Filters({ list }: { list: FilterList<WaitlistFilters> }) {
  const { filters, setSearch } = list;
  return (
    <>
      <SearchField label={filterLabels.search} value={filters.q} onChange={(next) => setSearch({ q: next })} />
      <MenuFilter
        label={filterLabels.status}
        options={statusOptions}
        anyLabel={filters.wave === null ? waitlistStatusLabels.waiting.label : undefined}
        {...filterProps(list, "status")}
      />
      {filters.wave !== null && <WaveFilter id={filters.wave} onClear={() => list.setFilters({ wave: null })} />}
      <TextFilter label={filterLabels.source} kind="source" {...filterProps(list, "sourceTag")} />
      <TagFilter resource="leads" {...filterProps(list, "tag")} />
      <MenuFilter label={filterLabels.channel} options={sourceOptions} {...filterProps(list, "source")} />
      <BooleanFilter label={filterLabels.confirmed} {...filterProps(list, "confirmed")} />
      <MenuFilter label={filterLabels.minReferrals} options={referralOptions} {...filterProps(list, "minReferrals")} />
    </>
  );
}

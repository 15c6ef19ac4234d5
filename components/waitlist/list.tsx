"use client";

import { ArrowUpToLine, ListMinus, ListOrdered, MailPlus, MoveVertical, QrCode, UserRound, Waves } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { leadSourceLabel, leadSourceLabels, waitlistStatusLabels } from "@/components/leads";
import { type Column, timeColumn } from "@/components/list/columns";
import { BooleanFilter, type FilterList, filterProps, MenuFilter, TextFilter } from "@/components/list/filters";
import { ListPage } from "@/components/list/list-page";
import { SearchField } from "@/components/list/search-field";
import { useList } from "@/components/list/use-list";
import { SendDialog } from "@/components/sends";
import { useCan, useSession } from "@/components/shell/session";
import { TagFilter } from "@/components/tags";
import { Button, ButtonLink } from "@/components/ui/button";
import { lazy, lazyDialog } from "@/components/ui/lazy";
import { ActionMenu } from "@/components/ui/menu";
import { Popover } from "@/components/ui/popover";
import { Status } from "@/components/ui/status";
import { TruncatedText } from "@/components/ui/text";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import { InviteButton, WaveFilter } from "@/components/waves";
import { sources, waitlistStatuses } from "@/contract/enums";
import type { WaitlistEntry } from "@/contract/waitlist";
import { leadPath, routes } from "@/lib/routes";
import { referralSteps, useMoveOnWaitlist, useRemoveFromWaitlist, type WaitlistFilters, waitlistQuery, waitlistUrlState } from "./api";
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

const joinLinkCode = lazy(() => import("./dialogs"));

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

const { columns: headers, actions } = labels;

/** The columns of the waitlist. */
const waitlistColumns = (zone: string, canEdit: boolean): Column<WaitlistEntry>[] => [
  {
    id: "position",
    header: headers.position,
    width: "w-24",
    numeric: true,
    cell: ({ position }) => (position === null ? labels.none : position.toLocaleString("en")),
  },
  { id: "email", header: headers.email, mono: true, isMain: true, cell: ({ email }) => <TruncatedText text={email} mono /> },
  {
    id: "status",
    header: headers.status,
    width: "w-40",
    minTableWidth: "md",
    cell: ({ status }) => <Status tone={waitlistStatusLabels[status].tone}>{waitlistStatusLabels[status].label}</Status>,
  },
  {
    id: "referrals",
    header: headers.referrals,
    width: "w-24",
    minTableWidth: "sm",
    numeric: true,
    cell: ({ referrals }) => referrals.toLocaleString("en"),
  },
  {
    id: "source",
    header: headers.source,
    width: "w-32",
    minTableWidth: "lg",
    className: "text-muted-foreground",
    cell: (entry) => <TruncatedText text={leadSourceLabel(entry)} />,
  },
  timeColumn({ id: "joined", header: headers.joined, width: "w-36", minTableWidth: "md" }, zone, ({ joinedAt }) => joinedAt),
  {
    id: "actions",
    header: headers.actions,
    width: "w-12",
    hideLabel: true,
    className: "px-0 text-center",
    cell: (entry) => <EntryActions entry={entry} canEdit={canEdit} />,
  },
];

const MoveDialog = lazyDialog(() => import("./dialogs").then((dialog) => dialog.MoveDialog));

/** The action menu of a lead on the waitlist. */
function EntryActions({ entry: { email, position }, canEdit }: { entry: WaitlistEntry; canEdit: boolean }) {
  const router = useRouter();
  const [isMoving, setMoving] = useState(false);
  const [isInviting, setInviting] = useState(false);
  const canInvite = useCan("POST /leads/invite") && position !== null;
  const move = useMoveOnWaitlist();
  const remove = useRemoveFromWaitlist();
  const onError = showErrorToast(actions.failed);
  const canMove = canEdit && position !== null;
  return (
    <>
      <ActionMenu
        size="icon-sm"
        label={actions.menu(email)}
        pending={move.isPending || remove.isPending}
        actions={[
          { label: actions.view, icon: UserRound, onSelect: () => router.push(leadPath(email)) },
          canInvite && { label: actions.invite, icon: MailPlus, onSelect: () => setInviting(true) },
          canMove && {
            label: actions.moveToTop,
            icon: ArrowUpToLine,
            disabled: position === 1,
            onSelect: () => move.mutate({ email, position: 1 }, { onSuccess: () => toast.success(actions.moved(email, 1)), onError }),
          },
          canMove && { label: actions.move, icon: MoveVertical, onSelect: () => setMoving(true) },
          canMove && {
            label: actions.remove,
            icon: ListMinus,
            separated: true,
            onSelect: () => remove.mutate(email, { onSuccess: () => toast.success(actions.removed(email)), onError }),
          },
        ]}
      />
      {canInvite && <SendDialog open={isInviting} onClose={() => setInviting(false)} recipients={{ emails: [email] }} content="personal" />}
      {canMove && <MoveDialog email={email} position={position} open={isMoving} onClose={() => setMoving(false)} />}
    </>
  );
}

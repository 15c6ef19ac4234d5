"use client";

import { ArrowUpToLine, ListMinus, ListOrdered, MailPlus, MoveVertical, QrCode, UserRound, Waves } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useLeadBulkActions } from "@/components/lead-selection";
import { leadFilterControls, sourceColumns, waitlistStatusLabels } from "@/components/leads";
import { actionsColumn, type Column, countColumn, statusColumn, textColumn, timeColumn } from "@/components/list/columns";
import { MenuFilter } from "@/components/list/filters";
import { ListFilters } from "@/components/list/list-filters";
import { ListPage } from "@/components/list/list-page";
import { useSelection } from "@/components/list/selection";
import { useList } from "@/components/list/use-list";
import { SendDialog } from "@/components/sends";
import { useCan, useSession } from "@/components/shell/session";
import type { Action, DialogProps } from "@/components/ui/actions";
import { Button, ButtonLink } from "@/components/ui/button";
import { lazy, lazyDialog } from "@/components/ui/lazy";
import { Popover } from "@/components/ui/popover";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { InviteButton } from "@/components/waves";
import { waitlistStatuses } from "@/contract/enums";
import type { WaitlistEntry } from "@/contract/waitlist";
import { leadPath, routes } from "@/lib/routes";
import { toLeadFilter, waitlistList } from "./definition";
import { labels } from "./labels";

const { joinLink } = labels;

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
  const list = useList(waitlistList);
  const { filterQuery, total } = list;
  const leadFilter = toLeadFilter(filterQuery);
  const selection = useSelection({ filterQuery, total });
  const { tags, ...bulk } = useLeadBulkActions(selection, leadFilter);
  const canUpdate = useCan("POST /leads/bulk");
  const canInvite = useCan("POST /waves");
  // Waves only invite people who are waiting, whatever status the list shows.
  const { waitlistStatus, wave: _, ...waveFilter } = leadFilter;
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
      filters={
        <ListFilters
          list={list}
          controls={{
            ...leadFilterControls,
            status: (filter) => (
              <MenuFilter
                {...filter}
                options={statusOptions}
                anyLabel={filterQuery.wave === undefined ? waitlistStatusLabels.waiting.label : undefined}
              />
            ),
          }}
        />
      }
      columns={waitlistColumns(useEntryActions())}
      getRowId={entryKey}
      rowOpening={rowLink}
      emptyState={emptyState}
      selection={canUpdate ? selection : undefined}
      actions={[
        bulk.invite,
        bulk.announce,
        ...tags,
        // People who are no longer waiting can be put back in line instead of removed from it.
        waitlistStatus === "waiting" ? bulk.leaveWaitlist : bulk.joinWaitlist,
        bulk.delete,
      ]}
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

const { columns: headers, actions } = labels;

type EntryActions = (entry: WaitlistEntry) => (Action | false)[];

/** The columns of the waitlist. */
const waitlistColumns = (getActions: EntryActions): Column<WaitlistEntry>[] => [
  {
    id: "position",
    header: headers.position,
    width: "w-24",
    numeric: true,
    cell: ({ position }) => (position === null ? labels.none : position.toLocaleString("en")),
  },
  textColumn({ id: "email", header: headers.email, mono: true, isMain: true }, ({ email }) => email),
  statusColumn({ id: "status", header: headers.status, width: "w-40", minTableWidth: "md" }, ({ status }) => waitlistStatusLabels[status]),
  countColumn({ id: "referrals", header: headers.referrals, width: "w-24", minTableWidth: "sm" }, ({ referrals }) => referrals),
  ...sourceColumns({ width: "w-32", minTableWidth: "lg" }),
  timeColumn({ id: "joined", header: headers.joined, width: "w-36", minTableWidth: "lg" }, ({ joinedAt }) => joinedAt),
  actionsColumn(headers.actions, ({ email }) => actions.menu(email), getActions),
];

const MoveDialog = lazyDialog(() => import("./dialogs").then((dialog) => dialog.MoveDialog));

/** The actions of a lead on the waitlist. */
function useEntryActions(): EntryActions {
  const router = useRouter();
  const canEdit = useCan("POST /waitlist/move");
  const canInvite = useCan("POST /leads/invite");
  const move = useApiMutation("POST /waitlist/move", { changes: ["GET /waitlist"] });
  const remove = useApiMutation("PATCH /leads/email/:email", { changes: ["GET /waitlist"] });
  const { failed } = actions;
  return ({ email, position }) => [
    { label: actions.view, icon: UserRound, run: () => router.push(leadPath(email)) },
    canInvite &&
      position !== null && {
        label: actions.invite,
        icon: MailPlus,
        dialog: (dialog) => <SendDialog {...dialog} recipients={{ emails: [email] }} content="personal" />,
      },
    ...(canEdit && position !== null
      ? [
          {
            label: actions.moveToTop,
            icon: ArrowUpToLine,
            disabled: position === 1,
            run: () => move.mutateAsync({ body: { email, position: 1 } }).then(() => toast.success(actions.moved(email, 1))),
            failed,
          },
          {
            label: actions.move,
            icon: MoveVertical,
            dialog: (dialog: DialogProps) => <MoveDialog {...dialog} email={email} position={position} />,
          },
          {
            label: actions.remove,
            icon: ListMinus,
            separated: true,
            run: () =>
              remove.mutateAsync({ params: { email }, body: { waitlist: false } }).then(() => toast.success(actions.removed(email))),
            failed,
          },
        ]
      : []),
  ];
}

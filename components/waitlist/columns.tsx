import { ArrowUpToLine, ListMinus, MailPlus, MoveVertical, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { leadSourceLabel, waitlistStatusLabels } from "@/components/leads";
import { type Column, timeColumn } from "@/components/list/columns";
import { SendDialog } from "@/components/sends";
import { useCan } from "@/components/shell/session";
import { lazyDialog } from "@/components/ui/lazy";
import { ActionMenu } from "@/components/ui/menu";
import { Status } from "@/components/ui/status";
import { TruncatedText } from "@/components/ui/text";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import type { WaitlistEntry } from "@/contract/waitlist";
import { leadPath } from "@/lib/routes";
import { useMoveOnWaitlist, useRemoveFromWaitlist } from "./api";
import { labels } from "./labels";

const { columns: headers, actions } = labels;

/** The columns of the waitlist. */
export const waitlistColumns = (zone: string, canEdit: boolean): Column<WaitlistEntry>[] => [
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

const MoveDialog = lazyDialog(() => import("./move-dialog").then((dialog) => dialog.MoveDialog));

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

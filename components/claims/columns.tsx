import { Ticket, Undo2, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { batchName } from "@/components/batches";
import { type Column, linkColumn, timeColumn } from "@/components/list/columns";
import { ActionMenu } from "@/components/ui/menu";
import { TruncatedText } from "@/components/ui/text";
import type { ClaimRecord } from "@/contract/claims";
import { batchPath, codePath, leadPath } from "@/lib/routes";
import { claimSourceLabels, labels } from "./labels";
import { RevokeClaim } from "./revoke-claim";

const { columns: headers, actions } = labels;

/** The columns of the claims table. */
export const claimColumns = (zone: string, canRevoke: boolean): Column<ClaimRecord>[] => [
  { id: "email", header: headers.lead, mono: true, cell: (claim) => <TruncatedText text={claim.email} mono /> },
  linkColumn({ id: "code", header: headers.code, width: "w-36 sm:w-56" }, ({ code }) => ({ href: codePath(code), text: code, mono: true })),
  linkColumn({ id: "batch", header: headers.batch, width: "w-56", minTableWidth: "lg" }, ({ batch }) => ({
    href: batchPath(batch.id),
    text: batchName(batch),
  })),
  {
    id: "source",
    header: headers.source,
    width: "w-32",
    minTableWidth: "md",
    className: "text-muted-foreground",
    cell: (claim) => claimSourceLabels[claim.source],
  },
  timeColumn({ id: "claimed", header: headers.claimed, width: "w-36", minTableWidth: "sm" }, zone, ({ claimedAt }) => claimedAt),
  {
    id: "actions",
    header: headers.actions,
    width: "w-12",
    hideLabel: true,
    className: "px-0 text-center",
    cell: (claim) => <ClaimActions claim={claim} canRevoke={canRevoke} />,
  },
];

/** The action menu of a claim. */
function ClaimActions({ claim, canRevoke }: { claim: ClaimRecord; canRevoke: boolean }) {
  const router = useRouter();
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      <ActionMenu
        size="icon-sm"
        label={actions.menu(claim.email, claim.code)}
        actions={[
          { label: actions.viewLead, icon: UserRound, onSelect: () => router.push(leadPath(claim.email)) },
          { label: actions.viewCode, icon: Ticket, onSelect: () => router.push(codePath(claim.code)) },
          canRevoke && { label: actions.revoke, icon: Undo2, destructive: true, onSelect: () => setDialogOpen(true) },
        ]}
      />
      {canRevoke && <RevokeClaim claim={claim} open={isDialogOpen} onClose={() => setDialogOpen(false)} />}
    </>
  );
}

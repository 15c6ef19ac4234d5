import { Ticket, Undo2, UserRound } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { batchName } from "@/components/batches";
import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { MoreMenu } from "@/components/ui/more-menu";
import { Time } from "@/components/ui/time";
import type { ClaimRecord } from "@/contract/claims";
import { batchPath, codePath, leadPath } from "@/lib/routes";
import { claimSourceLabels, labels } from "./labels";
import { RevokeClaim } from "./revoke-claim";

const { columns: headers, actions } = labels;

const { columns, display } = createColumns<ClaimRecord>();

/** The columns of the claims table. */
export const claimColumns = (zone: string, canRevoke: boolean) =>
  columns([
    display({
      id: "email",
      header: headers.lead,
      meta: { mono: true },
      cell: ({ row }) => <TruncatedText text={row.original.email} mono />,
    }),
    display({
      id: "code",
      header: headers.code,
      meta: { width: "w-36 sm:w-56" },
      cell: ({ row }) => (
        <SecondaryLink href={codePath(row.original.code)}>
          <TruncatedText text={row.original.code} mono />
        </SecondaryLink>
      ),
    }),
    display({
      id: "batch",
      header: headers.batch,
      meta: { width: "w-56", minTableWidth: "lg" },
      cell: ({ row: { original } }) => (
        <SecondaryLink href={batchPath(original.batch.id)}>
          <TruncatedText text={batchName(original.batch)} />
        </SecondaryLink>
      ),
    }),
    display({
      id: "source",
      header: headers.source,
      meta: { width: "w-32", minTableWidth: "md", className: "text-muted-foreground" },
      cell: ({ row }) => claimSourceLabels[row.original.source],
    }),
    display({
      id: "claimed",
      header: headers.claimed,
      meta: { width: "w-36", minTableWidth: "sm", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.claimedAt} zone={zone} />,
    }),
    display({
      id: "actions",
      header: headers.actions,
      meta: { width: "w-12", hideLabel: true, className: "px-0 text-center" },
      cell: ({ row }) => <ClaimActions claim={row.original} canRevoke={canRevoke} />,
    }),
  ]);

function SecondaryLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="-outline-offset-1 block truncate rounded-sm decoration-muted-foreground underline-offset-3 hover:underline"
    >
      {children}
    </Link>
  );
}

/** The action menu of a claim. */
function ClaimActions({ claim, canRevoke }: { claim: ClaimRecord; canRevoke: boolean }) {
  const router = useRouter();
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      <MoreMenu size="icon-sm" label={actions.menu(claim.email, claim.code)}>
        {({ MenuItem }) => (
          <>
            <MenuItem onSelect={() => router.push(leadPath(claim.email))}>
              <UserRound aria-hidden="true" /> {actions.viewLead}
            </MenuItem>
            <MenuItem onSelect={() => router.push(codePath(claim.code))}>
              <Ticket aria-hidden="true" /> {actions.viewCode}
            </MenuItem>
            {canRevoke && (
              <MenuItem onSelect={() => setDialogOpen(true)} destructive>
                <Undo2 aria-hidden="true" /> {actions.revoke}
              </MenuItem>
            )}
          </>
        )}
      </MoreMenu>
      {canRevoke && <RevokeClaim claim={claim} open={isDialogOpen} onClose={() => setDialogOpen(false)} />}
    </>
  );
}

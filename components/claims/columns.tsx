import Link from "next/link";
import { batchName } from "@/components/batches/labels";
import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { Time } from "@/components/ui/time";
import type { ClaimRecord } from "@/contract/claims";
import { batchPath, codePath } from "@/lib/routes";
import { ClaimActions } from "./claim-actions";
import { claimSourceLabels, labels } from "./labels";

const { columns: headers } = labels;

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

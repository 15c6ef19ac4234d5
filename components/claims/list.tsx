"use client";

import { BadgeCheck, Ticket, Undo2, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { BatchFilter, batchName } from "@/components/batches";
import { actionsColumn, type Column, linkColumn, textColumn, timeColumn } from "@/components/list/columns";
import { type FilterControls, ListFilters } from "@/components/list/list-filters";
import { ListPage } from "@/components/list/list-page";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/session";
import type { Action } from "@/components/ui/actions";
import { ButtonLink } from "@/components/ui/button";
import type { ClaimRecord } from "@/contract/claims";
import { batchPath, codePath, leadPath, routes } from "@/lib/routes";
import { claimsList } from "./definition";
import { claimKey, claimSourceLabels, labels } from "./labels";
import { useRevocation } from "./revocation";

const emptyState = {
  icon: BadgeCheck,
  ...labels.emptyList,
  action: (
    <ButtonLink href={routes.codes} variant="outline">
      {labels.viewCodes}
    </ButtonLink>
  ),
};

const filterControls: FilterControls<"GET /claims"> = { batch: (filter) => <BatchFilter {...filter} /> };

const claimRowName = ({ code, email }: ClaimRecord) => labels.rowName(email, code);
const rowLink = { href: ({ email }: ClaimRecord) => leadPath(email) };

/** The page that lists all claims. */
export function ClaimsView() {
  const list = useList(claimsList);
  const columns = claimColumns(useClaimActions());
  return (
    <ListPage
      list={list}
      name="claims"
      title={labels.title}
      filters={<ListFilters list={list} controls={filterControls} />}
      columns={columns}
      getRowId={claimKey}
      getRowName={claimRowName}
      rowOpening={rowLink}
      emptyState={emptyState}
    />
  );
}

const { columns: headers, actions } = labels;

type ClaimActions = (claim: ClaimRecord) => (Action | false)[];

/** The columns of the claims table. */
const claimColumns = (getActions: ClaimActions): Column<ClaimRecord>[] => [
  textColumn({ id: "email", header: headers.lead, mono: true }, ({ email }) => email),
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
  timeColumn({ id: "claimed", header: headers.claimed, width: "w-36", minTableWidth: "sm" }, ({ claimedAt }) => claimedAt),
  actionsColumn(headers.actions, ({ email, code }) => actions.menu(email, code), getActions),
];

/** The actions of a claim. */
function useClaimActions(): ClaimActions {
  const router = useRouter();
  const canRevoke = useCan("POST /claims/revoke");
  const revoke = useRevocation();
  return (claim) => [
    { label: actions.viewLead, icon: UserRound, run: () => router.push(leadPath(claim.email)) },
    { label: actions.viewCode, icon: Ticket, run: () => router.push(codePath(claim.code)) },
    canRevoke && { label: actions.revoke, icon: Undo2, destructive: true, ...revoke(claim) },
  ];
}

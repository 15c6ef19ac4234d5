"use client";

import { BadgeCheck } from "lucide-react";
import { useMemo } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { ListTable } from "@/components/list/list-table";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/use-can";
import { ButtonLink } from "@/components/ui/button";
import { callUrl } from "@/contract/call";
import type { ClaimRecord } from "@/contract/claims";
import { countOf } from "@/lib/counts";
import { leadPath, routes } from "@/lib/routes";
import { ClaimsFilterBar } from "./claims-filter-bar";
import { claimColumns } from "./columns";
import { claimsUrlState } from "./filters";
import { claimsQuery } from "./queries";
import { claimKey } from "./labels";

const emptyState = {
  icon: BadgeCheck,
  title: "No claims yet",
  text: "Whoever enters one of your codes stands here, newest first.",
  action: (
    <ButtonLink href={routes.codes} variant="outline">
      See the codes
    </ButtonLink>
  ),
};

const claimLabel = ({ code, email }: ClaimRecord) => `${email} on ${code}`;
const rowLink = { href: ({ email }: ClaimRecord) => leadPath(email) };

/** Who claimed which code. */
export function ClaimsView() {
  const list = useList(claimsUrlState, claimsQuery);
  const { filterQuery, total, zone } = list;
  const mayRevoke = useCan("POST /claims/revoke");
  const columns = useMemo(() => claimColumns(zone, mayRevoke), [zone, mayRevoke]);
  return (
    <>
      <PageHeader
        title="Claims"
        count={total && countOf(total)}
        action={<ExportLink href={callUrl("GET /claims", { query: { ...filterQuery, format: "csv" } })} />}
      />
      <ClaimsFilterBar list={list} />
      <ListTable list={list} label="Claims" columns={columns} getRowId={claimKey} getRowName={claimLabel} rowOpening={rowLink} emptyState={emptyState} />
    </>
  );
}

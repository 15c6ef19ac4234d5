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
import { formatTotal } from "@/lib/plural";
import { leadPath, routes } from "@/lib/routes";
import { ClaimsFilterBar } from "./claims-filter-bar";
import { claimColumns } from "./columns";
import { claimsUrlState } from "./filters";
import { claimKey, labels } from "./labels";
import { claimsQuery } from "./queries";

const emptyState = {
  icon: BadgeCheck,
  ...labels.emptyList,
  action: (
    <ButtonLink href={routes.codes} variant="outline">
      {labels.viewCodes}
    </ButtonLink>
  ),
};

const claimRowName = ({ code, email }: ClaimRecord) => labels.rowName(email, code);
const rowLink = { href: ({ email }: ClaimRecord) => leadPath(email) };

/** The page that lists all claims. */
export function ClaimsView() {
  const list = useList(claimsUrlState, claimsQuery);
  const { filterQuery, total, zone } = list;
  const canRevoke = useCan("POST /claims/revoke");
  const columns = useMemo(() => claimColumns(zone, canRevoke), [zone, canRevoke]);
  return (
    <>
      <PageHeader
        title={labels.title}
        count={total && formatTotal(total)}
        action={<ExportLink href={callUrl("GET /claims", { query: { ...filterQuery, format: "csv" } })} />}
      />
      <ClaimsFilterBar list={list} />
      <ListTable
        list={list}
        label={labels.title}
        columns={columns}
        getRowId={claimKey}
        getRowName={claimRowName}
        rowOpening={rowLink}
        emptyState={emptyState}
      />
    </>
  );
}

"use client";

import { BadgeCheck } from "lucide-react";
import { useMemo } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { ListTable } from "@/components/list/list-table";
import { useList } from "@/components/list/use-list";
import { useMay } from "@/components/shell/use-may";
import { ButtonLink } from "@/components/ui/button";
import { addressOf } from "@/contract/call";
import type { ClaimRecord } from "@/contract/claims";
import { countOf } from "@/lib/counts";
import { leadPage, routes } from "@/lib/routes";
import { ClaimsFilters } from "./claims-filters";
import { columnsFor } from "./columns";
import { claims } from "./filters";
import { claimsPage } from "./queries";
import { idOf } from "./words";

const nothing = {
  icon: BadgeCheck,
  title: "No claims yet",
  text: "Whoever enters one of your codes stands here, newest first.",
  action: (
    <ButtonLink href={routes.codes} variant="outline">
      See the codes
    </ButtonLink>
  ),
};

const nameOf = ({ code, email }: ClaimRecord) => `${email} on ${code}`;
const opens = { href: ({ email }: ClaimRecord) => leadPage(email) };

/** Who claimed which code. */
export function ClaimsView() {
  const list = useList(claims, claimsPage);
  const { narrowing, total, zone } = list;
  const mayRevoke = useMay("POST /claims/revoke");
  const columns = useMemo(() => columnsFor(zone, mayRevoke), [zone, mayRevoke]);
  return (
    <>
      <PageHeader
        title="Claims"
        count={total && countOf(total)}
        action={<ExportLink href={addressOf("GET /claims", { query: { ...narrowing, format: "csv" } })} />}
      />
      <ClaimsFilters list={list} />
      <ListTable list={list} label="Claims" columns={columns} rowId={idOf} nameOf={nameOf} opens={opens} nothing={nothing} />
    </>
  );
}

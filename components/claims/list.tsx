"use client";

import { BadgeCheck } from "lucide-react";
import { BatchFilter } from "@/components/batches";
import { DateRangeFilter, type FilterList, filterProps, MenuFilter, TextFilter } from "@/components/list/filters";
import { ListPage } from "@/components/list/list-page";
import { SearchField } from "@/components/list/search-field";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/session";
import { ButtonLink } from "@/components/ui/button";
import type { ClaimRecord } from "@/contract/claims";
import { claimSources } from "@/contract/enums";
import { leadPath, routes } from "@/lib/routes";
import { type ClaimFilters, claimsQuery, claimsUrlState } from "./api";
import { claimColumns } from "./columns";
import { claimKey, claimSourceLabels, labels } from "./labels";

const { filters: filterLabels } = labels;

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
  const { zone } = list;
  const canRevoke = useCan("POST /claims/revoke");
  const columns = claimColumns(zone, canRevoke);
  return (
    <ListPage
      list={list}
      name="claims"
      title={labels.title}
      filters={<Filters list={list} />}
      columns={columns}
      getRowId={claimKey}
      getRowName={claimRowName}
      rowOpening={rowLink}
      emptyState={emptyState}
    />
  );
}

const sourceOptions = claimSources.map((value) => ({ value, label: claimSourceLabels[value] }));

/** The search field and filters of the claims. */
function Filters({ list }: { list: FilterList<ClaimFilters> }) {
  const { filters, setFilters, setSearch, zone } = list;
  const { q, from, to } = filters;
  return (
    <>
      <SearchField label={filterLabels.search} value={q} onChange={(next) => setSearch({ q: next })} />
      <TextFilter label={filterLabels.code} kind="code" {...filterProps(list, "code")} />
      <TextFilter label={filterLabels.lead} kind="lead" {...filterProps(list, "email")} />
      <BatchFilter {...filterProps(list, "batch")} />
      <MenuFilter label={filterLabels.source} options={sourceOptions} {...filterProps(list, "source")} />
      <DateRangeFilter range={{ from, to }} zone={zone} onChange={setFilters} />
    </>
  );
}

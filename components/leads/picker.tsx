"use client";

import { apiPageQuery } from "@/components/api-query";
import { SearchPicker, type SearchPickerProps, type SearchResult } from "@/components/ui/combobox";
import { useSearch } from "@/components/ui/query-state";
import { describeUnsupportedEmail, normalizeEmail } from "@/contract/normalize";
import { leadName } from "./labels";

const pickerLabels = {
  placeholder: "Choose a lead",
  search: "Search leads",
  useEmail: "Use this email",
  noResults: "No leads found.",
  unsupportedEmail: (reason: string) => `An email ${reason}.`,
  noResultsEnterEmail: "No leads found. Enter a full email address.",
};

type LeadPickerProps = Pick<SearchPickerProps, "disabled" | "onBlur"> & {
  /** The email; null if no one is chosen. */
  value: string | null;
  onValueChange: (email: string | null) => void;
  placeholder?: string;
  /** The label of the option for no one. Left out if someone must be chosen. */
  noneLabel?: string;
  /** Only allows leads. Otherwise any email that is typed can be chosen. */
  leadsOnly?: boolean;
};

const leadSearchQuery = (text: string) => apiPageQuery("GET /leads", { query: { q: text, limit: "8", count: "capped" } });

/** Picks a lead by email or name, or any other email. Needs a `Field` around it. */
export function LeadPicker({
  value,
  onValueChange,
  placeholder = pickerLabels.placeholder,
  noneLabel,
  leadsOnly = false,
  ...rest
}: LeadPickerProps) {
  const { items, typedText, pickerProps } = useSearch(leadSearchQuery, (text) => {
    if (leadsOnly) return pickerLabels.noResults;
    const reason = describeUnsupportedEmail(text);
    return reason === null ? pickerLabels.noResultsEnterEmail : pickerLabels.unsupportedEmail(reason);
  });
  const typedEmail = leadsOnly ? null : normalizeEmail(typedText);
  const leads = items.map((lead): SearchResult => ({ id: lead.email, label: lead.email, hint: leadName(lead) }));
  const results: SearchResult[] = [
    ...(noneLabel !== undefined && typedText === "" ? [{ id: "", label: noneLabel }] : []),
    ...leads,
    ...(typedEmail !== null && !leads.some(({ id }) => id === typedEmail)
      ? [{ id: typedEmail, label: typedEmail, hint: pickerLabels.useEmail }]
      : []),
  ];
  return (
    <SearchPicker
      {...rest}
      {...pickerProps}
      label={pickerLabels.search}
      mono
      placeholder={noneLabel ?? placeholder}
      value={value === null ? null : { id: value, label: value }}
      onValueChange={({ id }) => onValueChange(id === "" ? null : id)}
      results={results}
    />
  );
}

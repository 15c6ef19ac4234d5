"use client";

import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "@/components/ui/error-message";
import { type SearchResult, SearchPicker, type SearchPickerProps } from "@/components/ui/search-picker";
import { useDebouncedValue } from "@/components/ui/use-debounced-value";
import { call } from "@/contract/call";
import type { LeadRecord } from "@/contract/leads";
import { normalizeEmail } from "@/contract/normalize";

type LeadPickerProps = Pick<SearchPickerProps, "disabled" | "onBlur"> & {
  /** The address; null where nobody is chosen. */
  value: string | null;
  onValueChange: (email: string | null) => void;
  placeholder?: string;
  /** What the line says that takes the choice back; left out where somebody must be chosen. */
  nobody?: string;
  /** Only leads can be chosen; otherwise any address that is typed. */
  leadsOnly?: boolean;
};

const leadSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ["lead-picker", text],
    queryFn: ({ signal }) => call("GET /leads", { query: { q: text, limit: "8", count: "capped" }, signal }),
    placeholderData: keepPreviousData,
  });

const fullName = ({ firstname, lastname }: LeadRecord): string => [firstname, lastname].filter(Boolean).join(" ");

/** A lead, found by a part of the address or of the name, or an address that is typed. Needs a `Field` around it. */
export function LeadPicker({ value, onValueChange, placeholder = "Choose a lead", nobody, leadsOnly = false, ...rest }: LeadPickerProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const asked = useDebouncedValue(text.trim());
  const { data = [], isFetching, error } = useQuery({ ...leadSearchQuery(asked), enabled: open });
  const typed = leadsOnly ? null : normalizeEmail(text);
  const leads = data.map((lead): SearchResult => ({ id: lead.email, label: lead.email, hint: fullName(lead) }));
  const lines: SearchResult[] = [
    ...(nobody !== undefined && text.trim() === "" ? [{ id: "", label: nobody }] : []),
    ...leads,
    ...(typed !== null && !leads.some(({ id }) => id === typed) ? [{ id: typed, label: typed, hint: "As typed" }] : []),
  ];
  return (
    <SearchPicker
      {...rest}
      label="Search leads"
      mono
      placeholder={nobody ?? placeholder}
      value={value === null ? null : { id: value, label: value }}
      onValueChange={({ id }) => onValueChange(id === "" ? null : id)}
      text={text}
      onTextChange={setText}
      onOpenChange={setOpen}
      results={lines}
      searching={isFetching || asked !== text.trim()}
      emptyMessage={error ? describeError(error).message : leadsOnly ? "No lead is found." : "No lead is found. Type a whole address."}
    />
  );
}

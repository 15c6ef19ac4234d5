"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { codeQuery } from "@/components/codes/queries";
import { useSession } from "@/components/shell/session";
import { describeError } from "@/components/ui/error-message";
import { SearchPicker, type SearchResult } from "@/components/ui/search-picker";
import { useDebouncedValue } from "@/components/ui/use-debounced-value";
import type { CodeRecord } from "@/contract/codes";
import { codeSearchQuery } from "./dialog-queries";
import { codeSummary, labels } from "./labels";

const { content } = labels;

type CodePickerProps = { value: string; onValueChange: (code: string) => void };

/** Picks a code by how it starts. Needs a `Field` around it. */
export function CodePicker({ value, onValueChange }: CodePickerProps) {
  const { timeZone: zone } = useSession().project;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const searchText = useDebouncedValue(text.trim());
  const { data = [], isFetching, error } = useQuery({ ...codeSearchQuery(searchText), enabled: open });
  const toResult = (code: CodeRecord): SearchResult => ({ id: code.code, label: code.code, hint: codeSummary(code, zone) });
  return (
    <SearchPicker
      label={content.searchCodes}
      mono
      placeholder={content.chooseCode}
      value={value === "" ? null : { id: value, label: value }}
      onValueChange={({ id }) => onValueChange(id)}
      text={text}
      onTextChange={setText}
      onOpenChange={setOpen}
      results={data.map(toResult)}
      searching={isFetching || searchText !== text.trim()}
      emptyMessage={error ? describeError(error).message : text.trim() === "" ? content.noUsableCodes : content.noCodesFound}
    />
  );
}

/** A line with the status, uses and dates of a code. */
export function CodeSummary({ code }: { code: string }) {
  const { timeZone: zone } = useSession().project;
  const { data } = useQuery(codeQuery(code));
  return <p className="min-h-5 text-[13px] text-muted-foreground">{data && codeSummary(data, zone)}</p>;
}

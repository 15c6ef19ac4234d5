"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { codeQuery } from "@/components/codes/queries";
import { useSession } from "@/components/shell/session";
import { describeError } from "@/components/ui/error-message";
import { type SearchResult, SearchPicker } from "@/components/ui/search-picker";
import { useDebouncedValue } from "@/components/ui/use-debounced-value";
import type { CodeRecord } from "@/contract/codes";
import { codeSearchQuery } from "./dialog-queries";
import { codeSummary } from "./labels";

type CodePickerProps = { value: string; onValueChange: (code: string) => void };

/** A code, found by how it begins. Needs a `Field` around it. */
export function CodePicker({ value, onValueChange }: CodePickerProps) {
  const { timeZone: zone } = useSession().project;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const asked = useDebouncedValue(text.trim());
  const { data = [], isFetching, error } = useQuery({ ...codeSearchQuery(asked), enabled: open });
  const foundOf = (code: CodeRecord): SearchResult => ({ id: code.code, label: code.code, hint: codeSummary(code, zone) });
  return (
    <SearchPicker
      label="Search codes"
      mono
      placeholder="Choose a code"
      value={value === "" ? null : { id: value, label: value }}
      onValueChange={({ id }) => onValueChange(id)}
      text={text}
      onTextChange={setText}
      onOpenChange={setOpen}
      results={data.map(foundOf)}
      searching={isFetching || asked !== text.trim()}
      emptyMessage={error ? describeError(error).message : text.trim() === "" ? "There is no code with uses left." : "No code begins like that."}
    />
  );
}

/** How a code stands, in a line. */
export function CodeSummary({ code }: { code: string }) {
  const { timeZone: zone } = useSession().project;
  const { data } = useQuery(codeQuery(code));
  return <p className="min-h-5 text-[13px] text-muted-foreground">{data && codeSummary(data, zone)}</p>;
}

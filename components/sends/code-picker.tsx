"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { codeQuery } from "@/components/codes/queries";
import { useVisitor } from "@/components/shell/visitor";
import { failureOf } from "@/components/ui/failure";
import { type Found, SearchPicker } from "@/components/ui/search-picker";
import { useSettled } from "@/components/ui/use-settled";
import type { CodeRecord } from "@/contract/codes";
import { codeSearchQuery } from "./dialog-queries";
import { codeSummary } from "./labels";

type CodePickerProps = { value: string; onValueChange: (code: string) => void };

/** A code, found by how it begins. Needs a `Field` around it. */
export function CodePicker({ value, onValueChange }: CodePickerProps) {
  const { timeZone: zone } = useVisitor().project;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const asked = useSettled(text.trim());
  const { data = [], isFetching, error } = useQuery({ ...codeSearchQuery(asked), enabled: open });
  const foundOf = (code: CodeRecord): Found => ({ id: code.code, label: code.code, hint: codeSummary(code, zone) });
  return (
    <SearchPicker
      label="Search codes"
      mono
      placeholder="Choose a code"
      value={value === "" ? null : { id: value, label: value }}
      onValueChange={({ id }) => onValueChange(id)}
      text={text}
      onText={setText}
      onOpenChange={setOpen}
      found={data.map(foundOf)}
      searching={isFetching || asked !== text.trim()}
      nothing={error ? failureOf(error).message : text.trim() === "" ? "There is no code with uses left." : "No code begins like that."}
    />
  );
}

/** How a code stands, in a line. */
export function CodeSummary({ code }: { code: string }) {
  const { timeZone: zone } = useVisitor().project;
  const { data } = useQuery(codeQuery(code));
  return <p className="min-h-5 text-[13px] text-muted-foreground">{data && codeSummary(data, zone)}</p>;
}

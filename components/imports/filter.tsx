"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { FilterChip, FilterTrigger } from "@/components/list/filters";
import { importPath } from "@/lib/routes";
import { importQuery } from "./api";
import { labels } from "./labels";

/** The filter of the leads by the import that added or updated them, which links to the import. */
export function ImportFilter({ id, onClear }: { id: string; onClear: () => void }) {
  const router = useRouter();
  const { data } = useQuery(importQuery(id));
  const name = data && (data.fileName || labels.upload.pastedName);
  return (
    <FilterChip label={labels.filter} onClear={onClear}>
      <FilterTrigger label={labels.filter} value={name ?? "…"} onClick={() => router.push(importPath(id))} />
    </FilterChip>
  );
}

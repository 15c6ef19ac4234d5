"use client";

import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/components/api-query";
import { codeCountLabel } from "@/components/codes";
import { SearchPicker } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { useSearch } from "@/components/ui/query-state";
import { RadioGroup } from "@/components/ui/radio-group";
import type { BatchRecord } from "@/contract/batches";
import { batchSearchQuery } from "./batch-filter";
import { batchName, hasCodesToHandOut, labels } from "./labels";

const { source, filter } = labels;

/** Where the codes of leads come from: new ones, or those of an existing batch. */
export const codeSources = ["new", "batch"] as const;
type CodeSource = (typeof codeSources)[number];

type CodeSourceFieldProps = { value: CodeSource; onValueChange: (source: CodeSource) => void; newCodesHint: string };

/** Chooses between new codes and those of a batch. */
export const CodeSourceField = ({ value, onValueChange, newCodesHint }: CodeSourceFieldProps) => (
  <RadioGroup
    label={source.label}
    options={[
      { value: "new", label: source.newCodes, hint: newCodesHint },
      { value: "batch", label: source.batch, hint: source.batchHint },
    ]}
    value={value}
    onValueChange={onValueChange}
  />
);

const describeBatch = ({ codeCount, paused }: BatchRecord): string =>
  paused ? `${codeCountLabel(codeCount)}, ${source.paused}` : codeCountLabel(codeCount);

type BatchFieldProps = {
  value: string;
  onValueChange: (batch: string) => void;
  /** Offers all batches and, by this name, none. Otherwise, only batches with codes to hand out are offered. */
  anyLabel?: string;
  error?: string | undefined;
};

/** Many, because batches of one code for everyone can't be handed out and aren't shown. */
const searchForCodes = (text: string) => batchSearchQuery(text, 100);

/** Picks a batch by its name. `value` is its ID, or empty. */
export function BatchField({ value, onValueChange, anyLabel, error }: BatchFieldProps) {
  const { items, pickerProps } = useSearch(searchForCodes, () => filter.noResults);
  const { data: batch, isError } = useQuery({ ...apiQuery("GET /batches/:batch", { params: { batch: value } }), enabled: value !== "" });
  const name = batch ? batchName(batch) : isError ? filter.notFound : filter.loading;
  return (
    <Field label={filter.label} error={error}>
      <SearchPicker
        {...pickerProps}
        label={filter.search}
        placeholder={anyLabel ?? source.choose}
        value={value === "" ? null : { id: value, label: name }}
        onValueChange={({ id }) => onValueChange(id)}
        results={[
          ...(anyLabel === undefined ? [] : [{ id: "", label: anyLabel }]),
          ...items
            .filter((result) => anyLabel !== undefined || hasCodesToHandOut(result))
            .map((result) => ({ id: result.id, label: batchName(result), hint: describeBatch(result) })),
        ]}
      />
    </Field>
  );
}

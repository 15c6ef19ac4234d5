"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { apiQuery } from "@/components/api-query";
import type { FilterControlProps } from "@/components/list/definition";
import { FilterChip, FilterTrigger, PopoverFilter } from "@/components/list/filters";
import type { FilterControls } from "@/components/list/list-filters";
import { useSession } from "@/components/shell/session";
import { TagFilter } from "@/components/tags";
import { lazy } from "@/components/ui/lazy";
import { importName } from "@/contract/import-values";
import { importPath, wavePath } from "@/lib/routes";
import { formatAnswer, labels } from "./labels";

/** The controls of the filters that the lists of leads and the waitlist share. */
export const leadFilterControls = {
  tag: (filter) => <TagFilter resource="leads" {...filter} />,
  field: (filter) => <AnswerFilter {...filter} />,
  wave: (filter) => <WaveFilter {...filter} />,
  import: (filter) => <ImportFilter {...filter} />,
} satisfies FilterControls<"GET /leads">;

/** The filter of a list by the wave that invited people, which links to the wave. */
export function WaveFilter({ label, value, onChange }: FilterControlProps) {
  const router = useRouter();
  const id = value ?? "";
  const { data } = useQuery(apiQuery("GET /waves/:id", { params: { id } }));
  return (
    <FilterChip label={label} onClear={() => onChange(null)}>
      <FilterTrigger label={label} value={data?.name ?? "…"} onClick={() => router.push(wavePath(id))} />
    </FilterChip>
  );
}

/** The filter by the import that added or updated the leads, which links to the import. */
function ImportFilter({ label, value, onChange }: FilterControlProps) {
  const router = useRouter();
  const id = value ?? "";
  const { data } = useQuery(apiQuery("GET /imports/:id", { params: { id } }));
  return (
    <FilterChip label={label} onClear={() => onChange(null)}>
      <FilterTrigger label={label} value={data ? importName(data) : "…"} onClick={() => router.push(importPath(id))} />
    </FilterChip>
  );
}

const answerForm = lazy(() => import("./edit-forms").then((forms) => forms.AnswerForm));

/** A filter by the answer to a question, such as `company:Acme`. */
function AnswerFilter({ label, value, onChange }: FilterControlProps) {
  const { questions } = useSession().project;
  if (questions.length === 0 && value === null) return null;
  const [key = "", answer = ""] = value?.split(/:(.*)/s) ?? [];
  const question = questions.find((each) => each.key === key);
  const shownAnswer = question?.type === "checkbox" ? formatAnswer(answer === "true") : answer;
  return (
    <PopoverFilter
      label={label}
      value={value === null ? undefined : labels.answers.chosen(question?.label ?? key, shownAnswer)}
      title={label}
      hideTitle
      lazyForm={answerForm}
      onApply={onChange}
      onClear={() => onChange(null)}
    >
      {(AnswerForm, apply) => <AnswerForm questions={questions} value={{ key, answer }} onApply={apply} />}
    </PopoverFilter>
  );
}

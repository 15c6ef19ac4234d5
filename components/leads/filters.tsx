"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { apiQuery } from "@/components/api-query";
import { deliveryStatusLabels } from "@/components/delivery-status";
import {
  BooleanFilter,
  DateRangeFilter,
  FilterChip,
  type FilterList,
  FilterTrigger,
  filterProps,
  MenuFilter,
  PopoverFilter,
  TextFilter,
} from "@/components/list/filters";
import type { FilterValues } from "@/components/list/list-url";
import { useSession } from "@/components/shell/session";
import { suppressionReasonOptions } from "@/components/suppressions";
import { TagFilter } from "@/components/tags";
import { lazy } from "@/components/ui/lazy";
import { deliveryStatuses, messageKinds, sources, utmParameters } from "@/contract/enums";
import { importName } from "@/contract/import-values";
import { importPath, wavePath } from "@/lib/routes";
import { emailKindLabels, formatAnswer, labels, leadSourceLabels } from "./labels";
import { referralSteps, type sharedFilterParsers } from "./url";

const { filters: filterLabels } = labels;

const sourceOptions = sources.map((value) => ({ value, label: leadSourceLabels[value] }));
const emailKindOptions = messageKinds.map((value) => ({ value, label: emailKindLabels[value] }));
const emailStatusOptions = deliveryStatuses.map((value) => ({ value, label: deliveryStatusLabels[value].label }));
const referralOptions = referralSteps.map((value) => ({ value, label: filterLabels.atLeast(value) }));

type SharedList = FilterList<FilterValues<typeof sharedFilterParsers>>;

/** A yes-or-no filter of leads. */
const LeadFlagFilter = ({ list, name }: { list: SharedList; name: "invited" | "claimed" | "confirmed" | "referred" | "sentCode" }) => (
  <BooleanFilter label={filterLabels[name]} {...filterProps(list, name)} />
);

/** The filters that the lists of leads and the waitlist share. */
export function SharedFilters({ list }: { list: SharedList }) {
  const { filters, setFilters, zone } = list;
  const { referredBy, from, to } = filters;
  return (
    <>
      <LeadFlagFilter list={list} name="confirmed" />
      <LeadFlagFilter list={list} name="invited" />
      <LeadFlagFilter list={list} name="claimed" />
      <TagFilter resource="leads" {...filterProps(list, "tag")} />
      <TextFilter label={filterLabels.source} kind="source" {...filterProps(list, "sourceTag")} />
      <LeadFlagFilter list={list} name="referred" />
      {referredBy !== null && <TextFilter label={filterLabels.referredBy} kind="lead" {...filterProps(list, "referredBy")} />}
      <TextFilter label={filterLabels.referralCode} kind="code" {...filterProps(list, "referralCode")} />
      <MenuFilter label={filterLabels.minReferrals} options={referralOptions} {...filterProps(list, "minReferrals")} />
      <AnswerFilter {...filterProps(list, "field")} />
      <MenuFilter label={filterLabels.channel} options={sourceOptions} {...filterProps(list, "source")} />
      {utmParameters.map((name) => (
        <TextFilter key={name} label={labels.profile.utm(name)} kind="utm" {...filterProps(list, `utm_${name}`)} />
      ))}
      <MenuFilter label={filterLabels.suppression} options={suppressionReasonOptions} {...filterProps(list, "suppression")} />
      <LeadFlagFilter list={list} name="sentCode" />
      <MenuFilter label={filterLabels.lastEmailKind} options={emailKindOptions} {...filterProps(list, "lastEmailKind")} />
      <MenuFilter label={filterLabels.lastEmailStatus} options={emailStatusOptions} {...filterProps(list, "lastEmailStatus")} />
      <DateRangeFilter
        label={filterLabels.lastEmailed}
        range={{ from: filters.emailedFrom, to: filters.emailedTo }}
        zone={zone}
        onChange={({ from: emailedFrom, to: emailedTo }) => setFilters({ emailedFrom, emailedTo })}
      />
      {filters.wave !== null && <WaveFilter id={filters.wave} onClear={() => setFilters({ wave: null })} />}
      {filters.import !== null && <ImportFilter id={filters.import} onClear={() => setFilters({ import: null })} />}
      <DateRangeFilter label={filterLabels.created} range={{ from, to }} zone={zone} onChange={setFilters} />
    </>
  );
}

/** The filter of a list by the wave that invited people, which links to the wave. */
export function WaveFilter({ id, onClear }: { id: string; onClear: () => void }) {
  const router = useRouter();
  const { data } = useQuery(apiQuery("GET /waves/:id", { params: { id } }));
  return (
    <FilterChip label={filterLabels.wave} onClear={onClear}>
      <FilterTrigger label={filterLabels.wave} value={data?.name ?? "…"} onClick={() => router.push(wavePath(id))} />
    </FilterChip>
  );
}

/** The filter by the import that added or updated the leads, which links to the import. */
function ImportFilter({ id, onClear }: { id: string; onClear: () => void }) {
  const router = useRouter();
  const { data } = useQuery(apiQuery("GET /imports/:id", { params: { id } }));
  return (
    <FilterChip label={filterLabels.import} onClear={onClear}>
      <FilterTrigger label={filterLabels.import} value={data ? importName(data) : "…"} onClick={() => router.push(importPath(id))} />
    </FilterChip>
  );
}

const answerForm = lazy(() => import("./edit-forms").then((forms) => forms.AnswerForm));

/** A filter by the answer to a question, such as `company:Acme`. */
function AnswerFilter({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const { questions } = useSession().project;
  if (questions.length === 0 && value === null) return null;
  const [key = "", answer = ""] = value?.split(/:(.*)/s) ?? [];
  const question = questions.find((each) => each.key === key);
  const shownAnswer = question?.type === "checkbox" ? formatAnswer(answer === "true") : answer;
  return (
    <PopoverFilter
      label={filterLabels.answer}
      value={value === null ? undefined : labels.answers.chosen(question?.label ?? key, shownAnswer)}
      title={filterLabels.answer}
      hideTitle
      lazyForm={answerForm}
      onApply={onChange}
      onClear={() => onChange(null)}
    >
      {(AnswerForm, apply) => <AnswerForm questions={questions} value={{ key, answer }} onApply={apply} />}
    </PopoverFilter>
  );
}

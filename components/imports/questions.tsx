"use client";

import { useSession } from "@/components/shell/session";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import {
  columnMeanings,
  dateOrderId,
  type ImportAnswers,
  importQuestions,
  isConsentField,
  isSuppressed,
  openQuestions,
} from "@/contract/import-questions";
import type { ImportColumnSummary, ImportQuestion } from "@/contract/import-settings";
import { type ImportKind, type ImportValueMeaning, ignoredColumn, meaningOptions } from "@/contract/import-values";
import type { ImportRecord } from "@/contract/imports";
import { formatDate, formatWithUtc } from "@/lib/dates";
import { fieldLabels } from "./labels";
import { questionLabels as text } from "./question-labels";

/** What each column holds, in the order of the columns, and what was answered. */
type MappingChoices = { fields: string[]; answers: Record<string, string> };

const columnMapping = ({ columns }: ImportRecord, fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column, index) => [column, fields[index] ?? ignoredColumn]));

/** What is asked about a file with these choices, and whether all of it is answered. */
export function readQuestions(record: ImportRecord, { fields, answers }: MappingChoices) {
  const questions = importQuestions(record.columnSummaries, columnMapping(record, fields), record);
  return { questions, isAnswered: openQuestions(questions, answers).length === 0 };
}

type QuestionsProps = MappingChoices & { record: ImportRecord; onChange: (choices: Partial<MappingChoices>) => void };

/** Says who will never be emailed, and asks what isn't certain about the columns of the file. */
export function ImportQuestions({ record, fields, answers, onChange }: QuestionsProps) {
  const { questions } = readQuestions(record, { fields, answers });
  const sentences = (isMeant: (meaning: ImportValueMeaning) => boolean, sentence: typeof text.suppressed) =>
    record.columnSummaries.flatMap((summary, index) => meaningSentence({ summary, field: fields[index], answers }, isMeant, sentence));
  const suppressed = sentences(isSuppressed, text.suppressed);
  const unconfirmed = sentences((meaning) => meaning === "unconfirmed", text.unconfirmed);
  const answer = (id: string, option: string) => onChange({ answers: { ...answers, [id]: option } });
  const uncertain = record.columnSummaries.filter(
    ({ column, consent }) =>
      (consent && !consent.isCertain) || questions.some((question) => question.kind === "unused_consent" && question.column === column),
  );
  const choices = questions.filter(({ kind }) => kind !== "value_meaning" && kind !== "unused_consent");
  const dateSentences = useDateSentences(record, fields, answers);
  const valueColumns = [...new Set(questions.flatMap(({ kind, column }) => (kind === "value_meaning" ? column : [])))];
  if (suppressed.length + unconfirmed.length + dateSentences.length + uncertain.length + questions.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Sentences title={text.suppressedTitle} sentences={suppressed} />
      <Sentences title={text.unconfirmedTitle} sentences={unconfirmed} />
      <Sentences title={text.datesTitle} sentences={dateSentences} />
      {uncertain.map((summary) => (
        <ConsentQuestion key={summary.column} summary={summary} record={record} fields={fields} answers={answers} onChange={onChange} />
      ))}
      {choices.map((question) => (
        <ChoiceQuestion key={question.id} question={question} answers={answers} onAnswer={answer} />
      ))}
      {valueColumns.map((column) => (
        <ValueQuestions
          key={column}
          kind={record.kind}
          column={column}
          questions={questions.filter((question) => question.kind === "value_meaning" && question.column === column)}
          answers={answers}
          onAnswer={answer}
        />
      ))}
    </section>
  );
}

/** What is known about columns, under a title. Renders nothing without sentences. */
const Sentences = ({ title, sentences }: { title: string; sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <div className="grid gap-1">
      <h3 className="font-medium">{title}</h3>
      <ul className="grid gap-1 text-muted-foreground">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );

const dateFields: readonly string[] = ["createdAt", "expires", "consentedAt", "confirmed", "unsubscribed", "bounced", "complained"];

/** Says how the first dates of each column are read. */
function useDateSentences({ columnSummaries }: ImportRecord, fields: readonly string[], answers: ImportAnswers): string[] {
  const { timeZone } = useSession().project;
  return columnSummaries.flatMap(({ column, dateOrder, dateSamples, orderedDates }, index) => {
    const order = dateOrder ?? (orderedDates === 0 ? "month_first" : answers[dateOrderId(column)]);
    const samples = dateSamples.flatMap(({ value, readings }) => {
      const reading = order === "month_first" || order === "day_first" || order === "year_first" ? readings[order] : null;
      if (!reading) return [];
      return `${value} → ${reading.length === 10 ? formatDate(reading) : formatWithUtc(new Date(reading), timeZone)}`;
    });
    return dateFields.includes(fields[index] ?? "") && samples.length > 0 ? text.dateSample(column, samples) : [];
  });
}

type ColumnChoice = { summary: ImportColumnSummary; field: string | undefined; answers: ImportAnswers };

/** Says how many people a column is about, and why, such as “212 people will be suppressed: “subscribed” is “no””. */
function meaningSentence(
  { summary, field, answers }: ColumnChoice,
  isMeant: (meaning: ImportValueMeaning) => boolean,
  sentence: typeof text.suppressed,
): string[] {
  const consentField = field === "consent" ? "subscribed" : field;
  if (!isConsentField(consentField)) return [];
  const found = columnMeanings(summary, consentField, answers).filter(({ meaning }) => isMeant(meaning));
  const rows = found.reduce((sum, each) => sum + each.rows, 0);
  return found.length === 0
    ? []
    : [
        sentence(
          rows,
          summary.column,
          found.map(({ value }) => value),
        ),
      ];
}

/** Asks what a column says about emails. An answer chooses the field that the column is imported as. */
function ConsentQuestion({ summary, record, fields, answers, onChange }: QuestionsProps & { summary: ImportColumnSummary }) {
  const { column, values, consent } = summary;
  const index = record.columns.indexOf(column);
  const field = fields[index] ?? ignoredColumn;
  const id = `unused_consent:${column}`;
  const fieldOptions = [...new Set([consent?.field ?? "subscribed", "subscribed", "unsubscribed", "emailStatus"] as const)];
  const choose = (option: string) => {
    const chosen = option !== "ignore" ? option : isConsentField(field) ? ignoredColumn : field;
    onChange({
      fields: fields.map((current, each) => (each === index ? chosen : current)),
      answers: { ...answers, [id]: option === "ignore" ? option : "" },
    });
  };
  return (
    <RadioGroup
      label={text.unusedConsent(column, values)}
      options={[
        ...fieldOptions.map((value) => ({ value: value as string, ...fieldLabels[record.kind][value] })),
        { value: "ignore", ...text.ignoreConsent },
      ]}
      value={isConsentField(field) ? field : (answers[id] ?? "")}
      onValueChange={choose}
    />
  );
}

type OnAnswer = (id: string, option: string) => void;

type AnswerProps = { answers: ImportAnswers; onAnswer: OnAnswer };

/** A question with a few answers. */
function ChoiceQuestion({
  question: { id, kind, column, rows, options, suggestion },
  answers,
  onAnswer,
}: AnswerProps & { question: ImportQuestion }) {
  const { label, optionLabels } = choiceLabels(kind, column, rows);
  return (
    <RadioGroup
      label={label}
      options={options.map((value) => ({ value, label: optionLabels[value] ?? value }))}
      value={answers[id] ?? suggestion ?? ""}
      onValueChange={(option) => onAnswer(id, option)}
    />
  );
}

type ChoiceLabels = { label: string; optionLabels: Readonly<Record<string, string>> };

function choiceLabels(kind: ImportQuestion["kind"], column: string, rows: number): ChoiceLabels {
  if (kind === "date_order") return { label: text.dateOrder(column), optionLabels: text.dateOrderOptions };
  if (kind === "unreadable_dates") return { label: text.unreadableDates(column, rows), optionLabels: text.unreadableOptions };
  if (kind === "unused_columns") return { label: text.unusedColumns(column), optionLabels: text.unusedOptions };
  if (kind === "missing_reason") {
    const optionLabels = Object.fromEntries(
      meaningOptions.suppressions.map((reason) => [reason, text.meanings.suppressions[reason].label]),
    );
    return { label: text.missingReason(rows), optionLabels };
  }
  if (kind === "expired_rows") return { label: text.expiredRows(column), optionLabels: text.expiredOptions };
  if (kind === "file_consent") return { label: text.fileConsent(rows), optionLabels: text.fileConsentOptions };
  if (kind === "cut_off") return { label: text.cutOff, optionLabels: text.cutOffOptions };
  if (kind === "allowlist") return { label: text.allowlist, optionLabels: text.allowlistOptions };
  return { label: text.oppositeSense(column), optionLabels: text.oppositeSenseOptions };
}

/** Asks what the values of a column mean, each once. */
function ValueQuestions({
  kind,
  column,
  questions,
  answers,
  onAnswer,
}: AnswerProps & { kind: ImportKind; column: string; questions: readonly ImportQuestion[] }) {
  const options = meaningOptions[kind].map((value) => ({ value: value as string, ...text.meanings[kind][value] }));
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="pb-3 font-medium text-2sm">{text.valueMeanings(column)}</legend>
      {questions.map(({ id, value, rows }) => (
        <Field key={id} label={text.value(value ?? "", rows)} className="grid items-center gap-1 sm:grid-cols-[1fr_18rem] sm:gap-4">
          <Select
            options={options}
            value={answers[id] || null}
            placeholder={text.choose}
            onValueChange={(option) => onAnswer(id, option)}
          />
        </Field>
      ))}
    </fieldset>
  );
}

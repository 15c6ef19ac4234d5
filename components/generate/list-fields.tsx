"use client";

import { Download, FileUp, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { type Column, countColumn } from "@/components/list/columns";
import { downloadFile } from "@/components/list/download";
import { ShortTable } from "@/components/list/query-table";
import { useSession } from "@/components/shell/session";
import { Button, ButtonLink, FileButton, tableFiles } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, FormErrorSummary } from "@/components/ui/form";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useConfirmation } from "@/components/ui/use-confirmation";
import { useApiMutation } from "@/components/use-api-mutation";
import type { createBatchEndpoint } from "@/contract/batches";
import { type CallInput, callUpload } from "@/contract/call";
import type { CodeQuestion, ImportCodesReply } from "@/contract/code-import";
import { importDateOrders, noLimitModes } from "@/contract/import-values";
import { textEncodings } from "@/contract/table-files";
import { formatThrough, formatWithUtc } from "@/lib/dates";
import { batchPath } from "@/lib/routes";
import { withConfirmedRisk } from "./confirmed-risk";
import type { GenerateFormState } from "./form-state";
import { labels } from "./labels";

const { list, riskDialog } = labels;

type ImportQuery = NonNullable<CallInput<"POST /codes/import">["query"]>;

/** Checks a list of codes, or adds them. */
const uploadCodes = (list: { file: Blob; query: ImportQuery }, idempotencyKey: string) =>
  callUpload("POST /codes/import", { ...list, idempotencyKey, signal: new AbortController().signal, onProgress: () => {} });

/** A list of codes that was pasted or chosen. */
export type List = { text: string; file: File | null; encoding: string };
const emptyList: List = { text: "", file: null, encoding: "" };

const encodingOptions = [
  { value: "", label: list.detectEncoding },
  ...textEncodings.map((value) => ({ value: value as string, label: value })),
];

/** The answers to the questions about a list, by `questionId`. */
type Answers = Readonly<Record<string, string>>;

const questionId = ({ kind, column }: CodeQuestion) => `${kind} ${column}`;

/** The query parameters that answer questions. */
function answerParameters(questions: readonly CodeQuestion[], answers: Answers): Pick<ImportQuery, "dates" | "noLimit" | "mapping"> {
  const answer = (kind: CodeQuestion["kind"]) => {
    const question = questions.find((each) => each.kind === kind);
    return question && answers[questionId(question)];
  };
  const unused = questions.filter(({ kind }) => kind === "unused_column");
  const mapping = Object.fromEntries(unused.map((question) => [question.column, answers[questionId(question)] ?? ""]));
  return {
    dates: importDateOrders.find((order) => order === answer("date_order")),
    noLimit: noLimitModes.find((mode) => mode === answer("no_limit")),
    mapping: unused.length === 0 ? undefined : JSON.stringify(mapping),
  };
}

type CodeListFieldsProps = {
  form: GenerateFormState;
  source: List | undefined;
  onSourceChange: (source: List) => void;
  /** The fields for all codes. */
  children: ReactNode;
};

/** The form that adds the codes of a list: checks it first, then adds what can be added. */
export function CodeListFields({ form, source = emptyList, onSourceChange, children }: CodeListFieldsProps) {
  const router = useRouter();
  const check = useApiMutation(uploadCodes, { changes: "nothing" });
  const add = useApiMutation(uploadCodes, { changes: ["GET /batches", "GET /codes"] });
  const [questions, setQuestions] = useState<readonly CodeQuestion[]>([]);
  const [answers, setAnswers] = useState<Answers>({});
  const [error, setError] = useState<string>();
  const [checked, setChecked] = useState<ImportCodesReply | null>(null);
  const [added, setAdded] = useState<ImportCodesReply | null>(null);
  const risk = useConfirmation((reason: string) => ({ ...riskDialog, consequence: reason }));
  const confirmRisk = withConfirmedRisk(risk.ask);
  const change = (next: Partial<List>) => {
    onSourceChange({ ...source, ...next });
    setChecked(null);
    setQuestions([]);
    setAnswers({});
    setError(undefined);
  };
  const submit = async ({
    name,
    allowedClaims = 1,
    validFrom,
    validUntil,
    reservedFor,
    tags = [],
    allowedDomains,
    oncePerBatch,
  }: z.output<typeof createBatchEndpoint.body>) => {
    if (source.file === null && source.text.trim() === "") return setError(list.noList);
    const file = source.file ?? new Blob([source.text]);
    const query = {
      name,
      uses: String(allowedClaims),
      validFrom,
      validUntil,
      reservedFor,
      tags: tags.join(","),
      allowedDomains: allowedDomains?.join(","),
      oncePerBatch,
      ...(source.encoding !== "" && { encoding: source.encoding }),
      ...answerParameters(questions, answers),
    };
    if (checked === null) {
      const reply = await check.mutateAsync({ file, query: { ...query, dryRun: true } });
      setQuestions([
        ...questions,
        ...reply.questions.filter((question) => questions.every((each) => questionId(each) !== questionId(question))),
      ]);
      return setChecked(reply);
    }
    const reply = await confirmRisk((allowEasyToGuess) => add.mutateAsync({ file, query: { ...query, allowEasyToGuess } }));
    if (reply?.batch && reply.refused.length === 0) router.push(batchPath(reply.batch.id));
    else if (reply) {
      onSourceChange(emptyList);
      setAdded(reply);
    }
  };
  const checkedTitle = checked && (checked.imported === 0 ? list.nothingToAdd : list.ready(checked.imported));
  const hasOpenQuestion = questions.some((question) => answers[questionId(question)] === undefined);
  if (added)
    return (
      <div className="grid gap-4">
        <ListReport reply={added} title={list.added(added.imported)} refusedTitle={list.notAdded(added.refused.length)} />
        <div className="flex flex-wrap gap-2">
          {added.batch && <ButtonLink href={batchPath(added.batch.id)}>{list.openBatch}</ButtonLink>}
          <Button
            variant="outline"
            onClick={() => {
              change(emptyList);
              setAdded(null);
            }}
          >
            {list.another}
          </Button>
        </div>
      </div>
    );
  return (
    <Form form={form} onSubmit={submit} className="grid gap-6">
      <p role="status" className="sr-only">
        {checkedTitle}
      </p>
      <ListSource source={source} error={error} onChange={change} />
      {children}
      {questions.length > 0 && (
        <ListQuestions
          questions={questions}
          answers={answers}
          onAnswer={(id, answer) => {
            setAnswers({ ...answers, [id]: answer });
            setChecked(null);
          }}
        />
      )}
      {checked && checkedTitle && <ListReport reply={checked} title={checkedTitle} refusedTitle={list.refused(checked.refused.length)} />}
      <FormErrorSummary form={form} />
      <Button
        type="submit"
        size="lg"
        pending={form.formState.isSubmitting}
        disabled={hasOpenQuestion || (checked?.imported === 0 && questions.length === 0)}
        className="justify-self-start"
      >
        {checked === null || hasOpenQuestion ? list.check : list.add(checked.imported)}
      </Button>
      {risk.dialog}
    </Form>
  );
}

type ListSourceProps = { source: List; error: string | undefined; onChange: (next: Partial<List>) => void };

function ListSource({ source, error, onChange }: ListSourceProps) {
  const { timeZone } = useSession().project;
  return (
    <div className="grid gap-4">
      {source.file === null ? (
        <Field label={list.paste} hint={list.pasteHint} error={error}>
          <Textarea
            mono
            rows={6}
            className="max-h-96 min-h-36"
            value={source.text}
            onChange={({ target }) => onChange({ text: target.value })}
            spellCheck={false}
          />
        </Field>
      ) : (
        <p className="flex items-center gap-2">
          <span className="min-w-0 truncate">{list.file(source.file.name)}</span>
          <Button variant="ghost" size="sm" onClick={() => onChange({ file: null, encoding: "" })}>
            <X aria-hidden="true" /> {list.removeFile}
          </Button>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <FileButton accept={tableFiles} onFile={(file) => onChange({ file })} variant="outline">
          <FileUp aria-hidden="true" /> {list.chooseFile}
        </FileButton>
        <span className="text-2sm text-muted-foreground">{list.fileHint(timeZone)}</span>
      </div>
      {source.file !== null && !/\.xls[xm]$/i.test(source.file.name) && (
        <Field label={list.encoding} className="sm:max-w-80">
          <Select options={encodingOptions} value={source.encoding} onValueChange={(encoding) => onChange({ encoding })} />
        </Field>
      )}
    </div>
  );
}

type ListQuestionsProps = { questions: readonly CodeQuestion[]; answers: Answers; onAnswer: (id: string, answer: string) => void };

/** Asks what isn't certain about a list. */
const ListQuestions = ({ questions, answers, onAnswer }: ListQuestionsProps) => (
  <section aria-label={list.questions.title} className="grid gap-4 rounded-lg border p-4">
    <div className="grid gap-1">
      <h2 className="font-semibold text-md">{list.questions.title}</h2>
      <p className="text-muted-foreground">{list.questions.description}</p>
    </div>
    {questions.map((question) => (
      <Field key={questionId(question)} label={list.questions[question.kind](question)} hint={list.questions.values(question.values)}>
        <Select
          options={question.options.map((value) => ({ value, label: list.questions.options[question.kind][value] ?? value }))}
          value={answers[questionId(question)] ?? null}
          placeholder={list.questions.choose}
          onValueChange={(answer) => onAnswer(questionId(question), answer)}
          className="sm:max-w-80"
        />
      </Field>
    ))}
  </section>
);

/** The number of refused rows that are shown. */
const maxShown = 50;

type ListReportProps = { reply: ImportCodesReply; title: string; refusedTitle: string };

/** What a check found, or an import did. */
function ListReport({ reply, title, refusedTitle }: ListReportProps) {
  const { timeZone } = useSession().project;
  const { refused, ignoredColumns, easyToGuess, dates, unlimited } = reply;
  return (
    <section aria-label={title} className="grid gap-3 rounded-lg border p-4">
      <div className="grid gap-1">
        <h2 className="font-semibold text-md">{title}</h2>
        {ignoredColumns.length > 0 && <p className="text-muted-foreground">{list.ignored(ignoredColumns)}</p>}
        {dates.map(({ column, field, samples }) => {
          const format = (date: string) =>
            field === "validUntil" ? formatThrough(date, timeZone) : formatWithUtc(new Date(date), timeZone);
          return (
            <p key={column} className="text-muted-foreground">
              {list.dates(
                column,
                samples.map(({ value, date }) => `${value} → ${format(date)}`),
              )}
            </p>
          );
        })}
        {unlimited > 0 && <p className="text-muted-foreground">{list.unlimited(unlimited)}</p>}
        {easyToGuess > 0 && <p className="text-muted-foreground">{list.risk(easyToGuess)}</p>}
      </div>
      {refused.length > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-medium">{refusedTitle}</h3>
            <Button variant="outline" size="sm" onClick={() => void downloadFile(Promise.resolve(refusedFile(reply)))}>
              <Download aria-hidden="true" /> {list.download}
            </Button>
          </div>
          {/* The header sticks to the top of this box, not below that of the page. */}
          <div className="max-h-80 overflow-auto [--sticky-top:0px]">
            <ShortTable label={refusedTitle} columns={refusedColumns} getRowId={refusedId} items={refused.slice(0, maxShown)} />
          </div>
          {refused.length > maxShown && <p className="text-2sm text-muted-foreground">{list.shown(maxShown)}</p>}
        </>
      )}
    </section>
  );
}

/** A cell of a CSV file. An apostrophe keeps spreadsheets from running it as a formula. */
const csvCell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

type RefusedRow = ImportCodesReply["refused"][number];

const refusedId = ({ row }: RefusedRow) => String(row);

const refusedColumns: readonly Column<RefusedRow>[] = [
  countColumn({ id: "row", header: list.columns.row, width: "w-px" }, ({ row }) => row),
  {
    id: "value",
    header: list.columns.value,
    mono: true,
    className: "max-w-48 truncate",
    cell: ({ value }) => <span title={value}>{value}</span>,
  },
  { id: "reason", header: list.columns.reason, className: "whitespace-normal", cell: ({ column, reason }) => list.reason(column, reason) },
];

/** The refused rows as a file that can be corrected and imported again. */
function refusedFile({ columns, refused }: ImportCodesReply): { name: string; content: Blob } {
  const rows = [
    [...columns, list.columns.reason],
    ...refused.map(({ cells, column, reason }) => [...columns.map((_, index) => cells[index] ?? ""), list.reason(column, reason)]),
  ];
  return { name: "refused-codes.csv", content: new Blob(["\ufeff", rows.map((row) => row.map(csvCell).join(",")).join("\r\n")]) };
}

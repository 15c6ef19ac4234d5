"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, FileUp, MailX, Users, Waves } from "lucide-react";
import { type Ref, useState } from "react";
import { apiPageQuery } from "@/components/api-query";
import { type Column, textColumn } from "@/components/list/columns";
import { downloadFromUrl } from "@/components/list/download";
import { QueryTable } from "@/components/list/query-table";
import { useCan } from "@/components/shell/session";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Select } from "@/components/ui/select";
import { TruncatedText } from "@/components/ui/text";
import { showErrorToast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { callUrl } from "@/contract/call";
import { type ImportKind, importRowOutcomes } from "@/contract/import-values";
import type { ImportCounts, ImportRecord, ImportRow } from "@/contract/imports";
import { routes, withQuery } from "@/lib/routes";
import { labels, outcomeLabels } from "./labels";

const { check: text, result: resultLabels, actions } = labels;

type Outcome = keyof (typeof outcomeLabels)["leads"] | "refused" | "warnings";

/** The rows that can't be imported. */
const refusedRows = (counts: ImportCounts | null): number => (counts?.invalid ?? 0) + (counts?.duplicate ?? 0);

type Stat = { label: string; value: number; hint?: string };

function Stats({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]">
      {stats.map(({ label, value, hint }) => (
        <div key={label}>
          <dt className="text-2sm text-muted-foreground">{label}</dt>
          <dd className="mt-1 font-semibold text-2xl tabular-nums">{value.toLocaleString("en")}</dd>
          {hint && <dd className="mt-1 text-2sm text-muted-foreground">{hint}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** What is left out of the rows that are imported. */
function CountNotes({ counts }: { counts: ImportCounts }) {
  const { omittedDates, replacedReferralCodes, missingReferrers, warnings, suspicious, overtaken } = counts;
  const notes = [
    overtaken > 0 && text.overtaken(counts),
    warnings > suspicious && text.warnings(warnings),
    suspicious > 0 && text.suspicious(suspicious),
    omittedDates > 0 && text.omittedDates(omittedDates),
    replacedReferralCodes > 0 && text.replacedReferralCodes(replacedReferralCodes),
    missingReferrers > 0 && text.missingReferrers(missingReferrers),
  ].filter((note) => note !== false);
  return notes.length > 0 && notes.map((note) => <p key={note}>{note}</p>);
}

type ReportProps = { record: ImportRecord; titleRef: Ref<HTMLHeadingElement> };

/** What the check found, with sample rows, and the button that runs the import. */
export function CheckCard({ record, canRun, titleRef }: ReportProps & { canRun: boolean }) {
  const { id, kind, counts } = record;
  const run = useApiMutation("POST /imports/:id/run", { changes: ["GET /imports/:id"] });
  if (counts === null) return null;
  const rows = counts.new + counts.existing;
  const stats = importRowOutcomes.map((outcome): Stat => ({ ...outcomeLabels[kind][outcome], value: counts[outcome] }));
  if (counts.suppressed > 0) stats.push({ ...text.suppressed, value: counts.suppressed });
  return (
    <Card
      title={text.title}
      titleRef={titleRef}
      description={text.description}
      footer={
        canRun && (
          <>
            {refusedRows(counts) > 0 && <DownloadRefusedButton id={id} />}
            <Button
              pending={run.isPending}
              disabled={rows === 0}
              onClick={() => run.mutate({ params: { id } }, { onError: showErrorToast(actions.failed) })}
            >
              <FileUp aria-hidden="true" /> {text.run(kind, rows)}
            </Button>
          </>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Stats stats={stats} />
        <CountNotes counts={counts} />
        <SampleRows record={record} counts={counts} />
      </div>
    </Card>
  );
}

const sampleSize = 10;

/**
 * The outcomes, those that need attention first. `refused` are the invalid rows and duplicates together, and `warnings` those that are imported
 * without some of their cells.
 */
const sampleOrder: readonly Outcome[] = ["refused", "invalid", "duplicate", "warnings", "new", "existing"];

const sampleLabel = (kind: ImportKind, outcome: Outcome): string =>
  outcome === "refused" ? text.problems : outcome === "warnings" ? text.withWarnings : outcomeLabels[kind][outcome].label;

/** The first rows of the file with an outcome. */
function SampleRows({ record, counts }: { record: ImportRecord; counts: ImportCounts }) {
  // With problems of one kind only, both would be the same.
  const refused = counts.invalid > 0 && counts.duplicate > 0 ? refusedRows(counts) : 0;
  const rowCounts = { ...counts, refused };
  const outcomes = sampleOrder.filter((outcome) => rowCounts[outcome] > 0);
  const [chosen, setChosen] = useState<Outcome | undefined>(outcomes[0]);
  if (chosen === undefined) return null;
  const caption = text.samples(sampleLabel(record.kind, chosen), Math.min(sampleSize, rowCounts[chosen]), rowCounts[chosen]);
  const hasProblems = chosen !== "new" && chosen !== "existing";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{caption}</h3>
        <Select
          label={text.choose}
          options={outcomes.map((value) => ({ value, label: sampleLabel(record.kind, value) }))}
          value={chosen}
          onValueChange={setChosen}
          className="w-40"
        />
      </div>
      {hasProblems ? (
        <ProblemTable label={caption} record={record} outcome={chosen} />
      ) : (
        <ValueTable label={caption} record={record} outcome={chosen} />
      )}
    </div>
  );
}

type SampleTableProps = { label: string; record: ImportRecord; outcome: Outcome };

const sampleQuery = ({ record, outcome }: SampleTableProps) =>
  apiPageQuery("GET /imports/:id/rows", { params: { id: record.id }, query: { limit: String(sampleSize), outcome } });

const expired = <p className="px-3 py-4 text-muted-foreground">{text.expired}</p>;

type Problem = { row: number; isFirst: boolean; column: string; value: string; reason: string };

function ProblemTable(props: SampleTableProps) {
  const query = useQuery({
    ...sampleQuery(props),
    select: ({ items }) => items.flatMap((row) => findProblems(row, props.record)),
  });
  return <QueryTable label={props.label} columns={problemColumns} getRowId={problemId} query={query} empty={expired} />;
}

const problemId = ({ row, column, reason }: Problem) => `${row} ${column} ${reason}`;

/** What is wrong with a row. */
function findProblems({ row, email, outcome, problem, warnings }: ImportRow, { columns, settings }: ImportRecord): Problem[] {
  const emailColumn = columns.find((column) => settings?.mapping[column] === "email") ?? "";
  const refusal = outcome === "duplicate" ? { column: emailColumn, value: email ?? "", reason: text.duplicate } : problem;
  const problems = warnings.length > 0 && outcome !== "duplicate" ? warnings : refusal === null ? [] : [refusal];
  return problems.map((each, index) => ({ ...each, row, isFirst: index === 0 }));
}

const problemColumns: readonly Column<Problem>[] = [
  { id: "row", header: text.row, className: "tabular-nums", cell: ({ row, isFirst }) => isFirst && row.toLocaleString("en") },
  textColumn({ id: "column", header: text.column, className: "max-w-24 sm:max-w-80" }, ({ column }) => column),
  {
    id: "reason",
    header: text.reason,
    className: "w-full max-w-0 whitespace-normal py-2",
    cell: ({ value, reason }) => (
      <>
        <TruncatedText text={value} mono />
        <p>{reason}</p>
      </>
    ),
  },
];

function ValueTable(props: SampleTableProps) {
  const query = useQuery({ ...sampleQuery(props), select: ({ items }) => items });
  return <QueryTable label={props.label} columns={valueColumns(props.record)} getRowId={rowId} query={query} empty={expired} />;
}

const rowId = ({ row }: ImportRow) => String(row);

const valueColumns = (record: ImportRecord): readonly Column<ImportRow>[] => [
  { id: "row", header: text.row, className: "tabular-nums", cell: ({ row }) => row.toLocaleString("en") },
  textColumn({ id: "email", header: text.email, mono: true, className: "max-w-24 sm:max-w-80" }, ({ email }) => email),
  textColumn({ id: "values", header: text.values, className: "max-w-96 text-muted-foreground" }, (row) =>
    importedValues(row, record).join(" · "),
  ),
];

/** The cells of a row that are imported, except its email. */
const importedValues = ({ cells }: ImportRow, { columns, settings }: ImportRecord): string[] =>
  columns.flatMap((column, index) => {
    const [field, value] = [settings?.mapping[column] ?? "ignore", cells[index] ?? ""];
    return field === "ignore" || field === "email" || value === "" ? [] : [value];
  });

function DownloadRefusedButton({ id }: { id: string }) {
  const href = callUrl("GET /imports/:id/rows", { params: { id }, query: { outcome: "refused", format: "csv" } });
  return (
    <Button variant="outline" onClick={() => downloadFromUrl(href)}>
      <Download aria-hidden="true" /> {resultLabels.download}
    </Button>
  );
}

/** The columns of the list of imported leads, with the answers that the file has. The default ones if it has none. */
function answerColumns(settings: ImportRecord["settings"]): { columns?: string } {
  const answers = Object.values(settings?.mapping ?? {}).flatMap((field) => (field.startsWith("field:") ? field.replace(":", ".") : []));
  return answers.length === 0 ? {} : { columns: ["name", "stage", ...answers, "created"].join(",") };
}

/** What the import has done so far, in the words of the check. */
function outcomeStats({ kind, counts, result }: Pick<ImportRecord, "kind" | "counts" | "result">): Stat[] {
  const { created, updated, skipped } = result;
  const { duplicate, invalid } = outcomeLabels[kind];
  const stats: Stat[] = [
    { label: outcomeLabels[kind].new.label, value: created, hint: resultLabels.created },
    { label: outcomeLabels[kind].existing.label, value: updated + skipped, hint: resultLabels.existing(updated, skipped) },
    { ...duplicate, value: counts?.duplicate ?? 0 },
    { ...invalid, value: counts?.invalid ?? 0 },
  ];
  if (counts !== null && counts.suppressed > 0) stats.push({ ...text.suppressed, value: counts.suppressed });
  return stats;
}

/** What the import has done so far, with the file of refused rows. */
export function ResultCard({ record: { id, kind, status, result, counts, settings }, titleRef }: ReportProps) {
  const canInvite = useCan("POST /waves") && kind === "leads" && status === "completed" && settings?.waitlist !== "none";
  const refused = refusedRows(counts);
  const stats = outcomeStats({ kind, counts, result });
  if (status === "undoing" || status === "undone")
    stats.push({ label: resultLabels.undone, value: result.undone }, { label: resultLabels.kept, value: result.kept });
  return (
    <Card
      title={resultLabels.title}
      titleRef={titleRef}
      action={
        result.created > 0 &&
        status !== "undone" && (
          <div className="flex flex-wrap gap-2">
            {canInvite && (
              <ButtonLink href={withQuery(routes.waitlist, { source: "import", invite: "true" })} variant="outline">
                <Waves aria-hidden="true" /> {resultLabels.invite}
              </ButtonLink>
            )}
            {kind === "leads" ? (
              <ButtonLink href={withQuery(routes.leads, { import: id, ...answerColumns(settings) })} variant="outline">
                <Users aria-hidden="true" /> {resultLabels.viewLeads}
              </ButtonLink>
            ) : (
              <ButtonLink href={routes.suppressions} variant="outline">
                <MailX aria-hidden="true" /> {resultLabels.viewSuppressions}
              </ButtonLink>
            )}
          </div>
        )
      }
    >
      <Stats stats={stats} />
      {counts !== null && (
        <div className="mt-6 grid gap-1 empty:hidden">
          <CountNotes counts={{ ...counts, overtaken: 0 }} />
        </div>
      )}
      {refused > 0 && (
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <DownloadRefusedButton id={id} />
          <span className="text-muted-foreground">{resultLabels.downloadHint}</span>
        </div>
      )}
    </Card>
  );
}

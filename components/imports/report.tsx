"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, FileUp, MailX, Users, Waves } from "lucide-react";
import { type Ref, useState } from "react";
import { apiPageQuery } from "@/components/api-query";
import { downloadFromUrl } from "@/components/list/download";
import { useCan } from "@/components/shell/session";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { QueryTable } from "@/components/ui/query-state";
import { Select } from "@/components/ui/select";
import { TD, TR } from "@/components/ui/table";
import { TruncatedText } from "@/components/ui/text";
import { showErrorToast, useApiMutation } from "@/components/use-api-mutation";
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
          <dt className="text-[13px] text-muted-foreground">{label}</dt>
          <dd className="mt-1 font-semibold text-2xl tabular-nums">{value.toLocaleString("en")}</dd>
          {hint && <dd className="mt-1 text-[13px] text-muted-foreground">{hint}</dd>}
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
  const query = useQuery({
    ...apiPageQuery("GET /imports/:id/rows", { params: { id: record.id }, query: { limit: String(sampleSize), outcome: chosen } }),
    select: ({ items }) => items,
    enabled: chosen !== undefined,
  });
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
      <QueryTable
        label={caption}
        headers={hasProblems ? [text.row, text.column, text.reason] : [text.row, text.email, text.values]}
        query={query}
        empty={<p className="px-3 py-4 text-muted-foreground">{text.expired}</p>}
      >
        {(row) => <SampleRow key={row.row} row={row} record={record} hasProblems={hasProblems} />}
      </QueryTable>
    </div>
  );
}

function SampleRow({
  row: { row, email, outcome, problem, warnings, cells },
  record: { columns, settings },
  hasProblems,
}: {
  row: ImportRow;
  record: ImportRecord;
  hasProblems: boolean;
}) {
  const emailColumn = columns.find((column) => settings?.mapping[column] === "email") ?? "";
  const refusal = outcome === "duplicate" ? { column: emailColumn, value: email ?? "", reason: text.duplicate } : problem;
  const problems = warnings.length > 0 && outcome !== "duplicate" ? warnings : refusal === null ? [] : [refusal];
  if (hasProblems)
    return problems.map(({ column, value, reason }, index) => (
      <TR key={`${column} ${reason}`}>
        <TD className="tabular-nums">{index === 0 && row.toLocaleString("en")}</TD>
        <TD className="max-w-24 sm:max-w-80">
          <TruncatedText text={column} />
        </TD>
        <TD className="w-full max-w-0 whitespace-normal py-2">
          <TruncatedText text={value} mono />
          <p className="wrap-anywhere">{reason}</p>
        </TD>
      </TR>
    ));
  const values = columns.flatMap((column, index) => {
    const [field, value] = [settings?.mapping[column] ?? "ignore", cells[index] ?? ""];
    return field === "ignore" || field === "email" || value === "" ? [] : [value];
  });
  return (
    <TR>
      <TD className="tabular-nums">{row.toLocaleString("en")}</TD>
      <TD className="max-w-24 sm:max-w-80">
        <TruncatedText text={email ?? ""} mono />
      </TD>
      <TD className="max-w-96 text-muted-foreground">
        <TruncatedText text={values.join(" · ")} />
      </TD>
    </TR>
  );
}

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

"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, FileUp, MailX, Users, Waves } from "lucide-react";
import { type Ref, useState } from "react";
import { downloadFromUrl } from "@/components/list/download";
import { useCan } from "@/components/shell/session";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { QueryTable } from "@/components/ui/query-state";
import { Select } from "@/components/ui/select";
import { TD, TR } from "@/components/ui/table";
import { TruncatedText } from "@/components/ui/text";
import { showErrorToast } from "@/components/use-api-mutation";
import { callUrl } from "@/contract/call";
import { type ImportKind, importRowOutcomes } from "@/contract/import-values";
import type { ImportCounts, ImportRecord, ImportRow } from "@/contract/imports";
import { routes, withQuery } from "@/lib/routes";
import { sampleRowsQuery, useImportStep } from "./api";
import { labels, outcomeLabels } from "./labels";

const { check: text, result: resultLabels, actions } = labels;

type Outcome = keyof (typeof outcomeLabels)["leads"] | "refused";

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
function CountNotes({ counts: { omittedDates, replacedReferralCodes, missingReferrers } }: { counts: ImportCounts }) {
  const notes = [
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
  const run = useImportStep(id, "POST /imports/:id/run");
  if (counts === null) return null;
  const rows = counts.new + counts.existing;
  const stats: Stat[] = importRowOutcomes.map((outcome) => ({ ...outcomeLabels[kind][outcome], value: counts[outcome] }));
  if (counts.suppressed > 0) stats.push({ ...text.suppressed, value: counts.suppressed });
  return (
    <Card
      title={text.title}
      titleRef={titleRef}
      description={text.description[kind]}
      footer={
        canRun && (
          <>
            {refusedRows(counts) > 0 && <DownloadRefusedButton id={id} />}
            <Button
              pending={run.isPending}
              disabled={rows === 0}
              onClick={() => run.mutate(null, { onError: showErrorToast(actions.failed) })}
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

/** The outcomes, those that need attention first. `refused` are the invalid rows and duplicates together. */
const sampleOrder: readonly Outcome[] = ["refused", "invalid", "duplicate", "new", "existing"];

const sampleLabel = (kind: ImportKind, outcome: Outcome): string =>
  outcome === "refused" ? text.problems : outcomeLabels[kind][outcome].label;

/** The first rows of the file with an outcome. */
function SampleRows({ record, counts }: { record: ImportRecord; counts: ImportCounts }) {
  // With problems of one kind only, both would be the same.
  const refused = counts.invalid > 0 && counts.duplicate > 0 ? refusedRows(counts) : 0;
  const rowCounts = { ...counts, refused };
  const outcomes = sampleOrder.filter((outcome) => rowCounts[outcome] > 0);
  const [chosen, setChosen] = useState<Outcome | undefined>(outcomes[0]);
  const query = useQuery({ ...sampleRowsQuery(record.id, chosen, sampleSize), enabled: chosen !== undefined });
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
        {(row) => <SampleRow key={row.row} row={row} record={record} />}
      </QueryTable>
    </div>
  );
}

function SampleRow({
  row: { row, email, outcome, problem, cells },
  record: { columns, settings },
}: {
  row: ImportRow;
  record: ImportRecord;
}) {
  const emailColumn = columns.find((column) => settings?.mapping[column] === "email") ?? "";
  const refusal = outcome === "duplicate" ? { column: emailColumn, value: email ?? "", reason: text.duplicate } : problem;
  if (refusal !== null)
    return (
      <TR>
        <TD className="tabular-nums">{row.toLocaleString("en")}</TD>
        <TD className="max-w-24 sm:max-w-80">
          <TruncatedText text={refusal.column} />
        </TD>
        <TD className="w-full max-w-0 whitespace-normal py-2">
          <TruncatedText text={refusal.value} mono />
          <p className="wrap-anywhere">{refusal.reason}</p>
        </TD>
      </TR>
    );
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

/** What the import has done so far, with the file of refused rows. */
export function ResultCard({ record: { id, kind, status, result, counts, settings }, titleRef }: ReportProps) {
  const canInvite = useCan("POST /waves") && kind === "leads" && status === "completed" && settings?.waitlist !== "none";
  const refused = refusedRows(counts);
  const stats: Stat[] = [
    { label: resultLabels.created, value: result.created },
    { label: resultLabels.updated, value: result.updated },
    { label: resultLabels.skipped, value: result.skipped },
    { label: resultLabels.refused, value: refused },
  ];
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
              <ButtonLink href={withQuery(routes.leads, { import: id })} variant="outline">
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
      {refused > 0 && (
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <DownloadRefusedButton id={id} />
          <span className="text-muted-foreground">{resultLabels.downloadHint}</span>
        </div>
      )}
    </Card>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { apiQuery } from "@/components/api-query";
import { useCan, useSession } from "@/components/shell/session";
import { ActionButton } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { QueryState } from "@/components/ui/query-state";
import { Status, type Tone } from "@/components/ui/status";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { emailReportDays, unreadableReportsLimit } from "@/contract/limits";
import type { SystemReply } from "@/contract/system";
import { countOf, plural } from "@/lib/plural";
import { routes } from "@/lib/routes";

const { format: formatNumber } = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const units = ["B", "kB", "MB", "GB", "TB"];

/** Formats a size in bytes with decimal units: "73.4 MB". */
function formatBytes(bytes: number): string {
  const exponent = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${formatNumber(bytes / 1000 ** exponent)} ${units[exponent]}`;
}

const labels = {
  status: "Status",
  never: "Never",
  version: { title: "Version", gatehouse: "Gatehouse", node: "Node.js" },
  database: { title: "Database", version: "PostgreSQL", size: "Size" },
  worker: {
    title: "Worker",
    running: "Running",
    stopped: "Not running",
    stoppedHint: "Emails and background jobs are waiting. Start the worker, and check its log.",
    lastReport: "Last report",
    waiting: "Due jobs",
    waitingFor: (seconds: number) => (seconds < 1 ? "" : `, the oldest for ${countOf(seconds, "second")}`),
    active: "In progress",
    scheduled: "Scheduled",
  },
  disk: {
    title: "Disk",
    free: "Free",
    freeShare: (free: string, total: string) => `${free} of ${total}`,
    enough: "Enough space",
    nearlyFull: "Nearly full",
    nearlyFullHint: "Free space on the disk of the data folder, or emails and backups can't be saved.",
    unknown: "No worker has reported yet.",
  },
  backups: {
    title: "Daily backups",
    off: "Off",
    offHint: "Set DAILY_BACKUPS to the number of backups to keep.",
    none: "None yet",
    upToDate: "Up to date",
    overdue: "Overdue",
    failed: "Failed",
    last: "Last backup",
    kept: "Kept",
    keptCount: (count: number) => countOf(count, "backup"),
  },
  mailServer: {
    title: "Mail server",
    since: "Since",
    error: "Error",
    waiting: "Waiting emails",
    settings: "Email delivery settings",
    statuses: {
      connected: "Connected",
      unreachable: "Not responding",
      paused: "Paused",
      saved_to_file: "Not connected",
      unreadable: "Must be entered again",
    } satisfies Record<SystemReply["mailServer"]["status"], string>,
    hints: {
      connected: null,
      unreachable: "Emails are retried automatically, less often over time.",
      paused: "Emails to leads wait until email is resumed.",
      saved_to_file: "Emails are saved to files and not delivered.",
      unreadable: "Emails are waiting because AUTH_SECRET has changed. Enter the mail server and its password again.",
    } satisfies Record<SystemReply["mailServer"]["status"], string | null>,
  },
  reports: {
    title: "Unreadable reports",
    hint: `The last ${unreadableReportsLimit} reports of bounces or complaints that Gatehouse couldn't read. They changed nothing, and their content isn't stored.`,
    showAll: (count: number) => `Show all ${count}`,
    none: `None in the last ${emailReportDays} days.`,
    sources: { ses: "Amazon SES", postmark: "Postmark", resend: "Resend", dsn: "Bounce message" } satisfies Record<
      SystemReply["unreadableReports"][number]["source"],
      string
    >,
  },
  retry: {
    button: "Retry now",
    toast: (count: number) =>
      count === 0 ? "No emails are waiting for a retry" : plural(count, { one: "Retrying {n} email", other: "Retrying {n} emails" }),
    errorTitle: "The emails couldn't be retried",
  },
};

/** The versions and the state of the installation. */
export function SystemView() {
  const query = useQuery({ ...apiQuery("GET /system"), refetchInterval: 15_000 });
  return (
    <QueryState query={query} loading={<Skeleton className="h-120" />}>
      {(system) => (
        <div className="grid gap-6 lg:grid-cols-2">
          <WorkerCard system={system} />
          <MailServerCard mailServer={system.mailServer} />
          <BackupsCard backups={system.backups} />
          <DiskCard disk={system.disk} />
          <Card title={labels.database.title}>
            <DetailsList>
              <DetailsItem label={labels.database.version}>{system.database.version}</DetailsItem>
              <DetailsItem label={labels.database.size}>{formatBytes(system.database.size)}</DetailsItem>
            </DetailsList>
          </Card>
          <Card title={labels.version.title}>
            <DetailsList>
              <DetailsItem label={labels.version.gatehouse}>{system.version}</DetailsItem>
              <DetailsItem label={labels.version.node}>{system.node}</DetailsItem>
            </DetailsList>
          </Card>
          <UnreadableReportsCard reports={system.unreadableReports} />
        </div>
      )}
    </QueryState>
  );
}

function WorkerCard({ system: { worker, queue } }: { system: SystemReply }) {
  return (
    <Card title={labels.worker.title}>
      <DetailsList>
        <StatusItem
          tone={worker.running ? "positive" : "negative"}
          status={worker.running ? labels.worker.running : labels.worker.stopped}
          hint={worker.running ? null : labels.worker.stoppedHint}
        />
        <DetailsItem label={labels.worker.lastReport}>
          <OptionalTime at={worker.reportedAt} />
        </DetailsItem>
        <DetailsItem label={labels.worker.waiting}>{`${queue.waiting}${labels.worker.waitingFor(queue.lagSeconds)}`}</DetailsItem>
        <DetailsItem label={labels.worker.active}>{queue.active}</DetailsItem>
        <DetailsItem label={labels.worker.scheduled}>{queue.scheduled}</DetailsItem>
      </DetailsList>
    </Card>
  );
}

const mailServerTones: Readonly<Record<SystemReply["mailServer"]["status"], Tone>> = {
  connected: "positive",
  unreachable: "negative",
  paused: "warning",
  saved_to_file: "warning",
  unreadable: "negative",
};

function MailServerCard({ mailServer: { status, unreachableSince, error, waiting } }: { mailServer: SystemReply["mailServer"] }) {
  return (
    <Card title={labels.mailServer.title} action={status === "unreachable" && <RetryEmailsButton />}>
      <DetailsList>
        <StatusItem tone={mailServerTones[status]} status={labels.mailServer.statuses[status]} hint={labels.mailServer.hints[status]} />
        {unreachableSince !== null && (
          <DetailsItem label={labels.mailServer.since}>
            <OptionalTime at={unreachableSince} />
          </DetailsItem>
        )}
        {error !== null && <DetailsItem label={labels.mailServer.error}>{error}</DetailsItem>}
        <DetailsItem label={labels.mailServer.waiting}>{waiting.toLocaleString("en-US")}</DetailsItem>
      </DetailsList>
      <p className="mt-3">
        <TextLink href={routes.settings.emailDelivery}>{labels.mailServer.settings}</TextLink>
      </p>
    </Card>
  );
}

function BackupsCard({ backups }: { backups: SystemReply["backups"] }) {
  return (
    <Card title={labels.backups.title}>
      <DetailsList>
        <StatusItem {...describeBackups(backups)} />
        {backups.kept > 0 && (
          <>
            <DetailsItem label={labels.backups.last}>
              <OptionalTime at={backups.completedAt} />
            </DetailsItem>
            <DetailsItem label={labels.backups.kept}>{labels.backups.keptCount(backups.kept)}</DetailsItem>
          </>
        )}
      </DetailsList>
    </Card>
  );
}

function describeBackups({ kept, error, overdue, completedAt }: SystemReply["backups"]): StatusItemProps {
  if (kept === 0) return { tone: "neutral", status: labels.backups.off, hint: labels.backups.offHint };
  if (error !== null) return { tone: "negative", status: labels.backups.failed, hint: error };
  if (overdue) return { tone: "negative", status: labels.backups.overdue, hint: null };
  if (completedAt === null) return { tone: "neutral", status: labels.backups.none, hint: null };
  return { tone: "positive", status: labels.backups.upToDate, hint: null };
}

function DiskCard({ disk }: { disk: SystemReply["disk"] }) {
  if (disk === null) return <Card title={labels.disk.title}>{labels.disk.unknown}</Card>;
  return (
    <Card title={labels.disk.title}>
      <DetailsList>
        <StatusItem
          tone={disk.nearlyFull ? "negative" : "positive"}
          status={disk.nearlyFull ? labels.disk.nearlyFull : labels.disk.enough}
          hint={disk.nearlyFull ? labels.disk.nearlyFullHint : null}
        />
        <DetailsItem label={labels.disk.free}>{labels.disk.freeShare(formatBytes(disk.free), formatBytes(disk.total))}</DetailsItem>
      </DetailsList>
    </Card>
  );
}

/** How many reports are shown at first. */
const shownReports = 10;

function UnreadableReportsCard({ reports }: { reports: SystemReply["unreadableReports"] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? reports : reports.slice(0, shownReports);
  return (
    <Card title={labels.reports.title} description={reports.length > 0 && labels.reports.hint} className="lg:col-span-2">
      {reports.length === 0 && <p className="text-muted-foreground">{labels.reports.none}</p>}
      <ul className="divide-y">
        {shown.map(({ id, source, problem, receivedAt }) => (
          <li key={`${source} ${id}`} className="flex flex-wrap gap-x-4 py-2">
            <span className="w-36 text-muted-foreground">
              <OptionalTime at={receivedAt} />
            </span>
            <span className="w-32">{labels.reports.sources[source]}</span>
            <span className="min-w-60 flex-1">{problem}</span>
          </li>
        ))}
      </ul>
      {shown.length < reports.length && (
        <Button variant="outline" size="sm" className="mt-3" onClick={() => setShowsAll(true)}>
          {labels.reports.showAll(reports.length)}
        </Button>
      )}
    </Card>
  );
}

type StatusItemProps = { tone: Tone; status: string; hint: ReactNode };

/** A status, and below it what it means or what to do. */
function StatusItem({ tone, status, hint }: StatusItemProps) {
  return (
    <DetailsItem label={labels.status}>
      <Status tone={tone}>{status}</Status>
      {hint !== null && <p className="text-muted-foreground">{hint}</p>}
    </DetailsItem>
  );
}

function OptionalTime({ at }: { at: string | null }) {
  const { timeZone } = useSession().project;
  return at === null ? labels.never : <Time at={at} zone={timeZone} />;
}

/** Retries all waiting emails, for staff members who are allowed to. */
export function RetryEmailsButton() {
  const { mutateAsync } = useApiMutation("POST /deliveries/retry", { changes: ["GET /system", "GET /overview"] });
  const canRetry = useCan("POST /deliveries/retry");
  const run = () => mutateAsync({}).then(({ retried }) => toast.success(labels.retry.toast(retried)));
  return <ActionButton size="sm" action={canRetry && { label: labels.retry.button, run, failed: labels.retry.errorTitle }} />;
}

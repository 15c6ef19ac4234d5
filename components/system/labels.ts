import type { SystemReply } from "@/contract/system";
import { plural } from "@/lib/plural";

const { format: formatNumber } = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const units = ["B", "kB", "MB", "GB", "TB"];

/** Formats a size in bytes with decimal units: "73.4 MB". */
export function formatBytes(bytes: number): string {
  const exponent = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${formatNumber(bytes / 1000 ** exponent)} ${units[exponent]}`;
}

export const systemLabels = {
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
    waitingFor: (seconds: number) =>
      seconds < 1 ? "" : `, the oldest for ${plural(seconds, { one: "{n} second", other: "{n} seconds" })}`,
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
    keptCount: (count: number) => plural(count, { one: "{n} backup", other: "{n} backups" }),
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
  retry: {
    button: "Retry now",
    toast: (count: number) =>
      count === 0 ? "No emails are waiting for a retry" : plural(count, { one: "Retrying {n} email", other: "Retrying {n} emails" }),
    errorTitle: "The emails couldn't be retried",
  },
};

import { statSync } from "node:fs";
import type { BackupRows } from "@/db/backup/create";
import { plural } from "@/lib/plural";

/** Describes what a backup holds: `20 codes, 4 leads, 1 staff member (1.2 MB)`. */
export function summarizeBackup(file: string, rows: BackupRows): string {
  const counts = [
    plural(rows.codes ?? 0, { one: "{n} code", other: "{n} codes" }),
    plural(rows.leads ?? 0, { one: "{n} lead", other: "{n} leads" }),
    plural(rows.staff ?? 0, { one: "{n} staff member", other: "{n} staff members" }),
  ];
  return `${counts.join(", ")} (${formatSize(statSync(file).size)})`;
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

import { statSync } from "node:fs";
import type { BackupRows } from "@/db/backup/create";
import { countOf } from "@/lib/plural";

/** Describes what a backup holds: `20 codes, 4 leads, 1 staff member (1.2 MB)`. */
export function summarizeBackup(file: string, rows: BackupRows): string {
  const counts = [countOf(rows.codes ?? 0, "code"), countOf(rows.leads ?? 0, "lead"), countOf(rows.staff ?? 0, "staff member")];
  return `${counts.join(", ")} (${formatSize(statSync(file).size)})`;
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

import type { CsvExport } from "@/contract/endpoint";
import { type ExportFormat, exportFormats } from "@/contract/enums";
import type { FileExport } from "@/core/exports/file-formats";

/** Returns the file that a list query requests, or null for JSON. */
export function requestedFile(csv: CsvExport, query: unknown): FileExport | null {
  const { format, columns } = query as { format?: string; columns?: readonly string[] };
  const fileFormat = exportFormats.find((each) => each === format);
  return fileFormat === undefined ? null : { csv, format: fileFormat, columns };
}

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ndjson: "application/x-ndjson; charset=utf-8",
};

/** Returns the headers of an exported file. Copies `headers`, which an error response may still need. */
export function exportHeaders(format: ExportFormat, name: string, headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.set("Content-Type", contentTypes[format]);
  copy.set("Content-Disposition", `attachment; filename="${name}.${format}"`);
  return copy;
}

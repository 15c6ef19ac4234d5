import type { Endpoint } from "@/contract/endpoint";
import { type ExportFormat, exportFormats, impersonalLists } from "@/contract/enums";
import type { CsvExport } from "@/contract/export-columns";
import { describeRequiredRole, exportRole } from "@/contract/roles";
import { ApiError } from "@/core/api-error";
import type { Context } from "@/core/context";
import { exportContentTypes, type FileExport } from "@/core/exports/file-formats";
import { countExported, recordExport } from "@/core/exports/record-export";
import type { ListResult } from "@/core/pagination";

/** Returns the file that a list query requests, or null for JSON. */
export function requestedFile(csv: CsvExport, query: unknown): FileExport | null {
  const { format, columns, header } = query as { format?: string } & Pick<FileExport, "columns" | "header">;
  const fileFormat = exportFormats.find((each) => each === format);
  return fileFormat === undefined ? null : { csv, format: fileFormat, columns, header };
}

/** Throws `role_required` for a list that is requested as a file. */
export function rejectExport({ csv }: Endpoint, query: unknown): void {
  if (!csv || impersonalLists.includes(csv.name)) return;
  if (requestedFile(csv, query) !== null) throw new ApiError("role_required", { message: describeRequiredRole(exportRole, "Exporting") });
}

/** Returns the headers of an exported file. Copies `headers`, which an error response may still need. */
export function exportHeaders(format: ExportFormat, name: string, headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.set("Content-Type", exportContentTypes[format]);
  copy.set("Content-Disposition", contentDisposition(`${name}.${format}`));
  return copy;
}

/** The header that saves a response as a file. Header values are ASCII, so other characters of the name are encoded (RFC 8187). */
export function contentDisposition(name: string): string {
  const asciiName = name.replace(/[^\w.-]+/g, "-");
  const plain = `attachment; filename="${asciiName}"`;
  return asciiName === name ? plain : `${plain}; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** Records the export of a list before its file is sent. The rows are counted for that, even those that the reader won't wait for. */
export async function recordExportedFile(ctx: Context, { csv, format }: FileExport, parameters: object, rows: ListResult<unknown>) {
  await recordExport(ctx, { list: csv.name, format, parameters, count: await countExported(rows) });
}

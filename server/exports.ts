import type { CsvExport } from "@/contract/endpoint";
import { type ExportFormat, exportFormats } from "@/contract/enums";
import { exportContentTypes, type FileExport } from "@/core/exports/file-formats";

/** Returns the file that a list query requests, or null for JSON. */
export function requestedFile(csv: CsvExport, query: unknown): FileExport | null {
  const { format, columns } = query as { format?: string; columns?: readonly string[] };
  const fileFormat = exportFormats.find((each) => each === format);
  return fileFormat === undefined ? null : { csv, format: fileFormat, columns };
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

import * as z from "zod";
import { type Endpoint, endpoint, FileReply, listQuery } from "./endpoint";
import { actorKinds, exportFormats, listNames } from "./enums";
import { csvFormat, ExportHeader, refineFile } from "./export-columns";
import { Id, oneOf, Timestamp } from "./fields";
import { jobStatuses } from "./jobs";
import { savedFileDays } from "./limits";
import { exportRole } from "./roles";

const tag = "Exports";

const List = oneOf(listNames);

export const SavedExport = z
  .object({
    id: Id.meta({ description: "Also the ID of the background job that makes the file." }),
    list: List,
    format: z.enum(exportFormats),
    status: z.enum(jobStatuses).meta({ description: "The file can be downloaded when it's `completed`." }),
    progress: z
      .object({ processed: z.number().int(), total: z.number().int() })
      .meta({ description: "How many rows are in the file so far." }),
    size: z.number().int().nullable().meta({ description: "The size of the file in bytes. `null` until it's complete." }),
    fileName: z.string(),
    error: z.string().nullable().meta({ description: "Why the export failed. `null` unless it did." }),
    actor: z.object({ kind: z.enum(actorKinds), name: z.string().nullable() }).meta({ description: "Who started the export." }),
    createdAt: Timestamp,
    expiresAt: Timestamp.meta({ description: "When the file is deleted." }),
  })
  .meta({ id: "Export" });
export type SavedExport = z.output<typeof SavedExport>;

const exampleExport: SavedExport = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e73",
  list: "leads",
  format: "csv",
  status: "completed",
  progress: { processed: 120_000, total: 120_000 },
  size: 21_400_000,
  fileName: "leads.csv",
  error: null,
  actor: { kind: "staff", name: "Grace Hopper" },
  createdAt: "2026-11-21T12:00:00.000Z",
  expiresAt: "2026-11-28T12:00:00.000Z",
};
const queuedExport = { ...exampleExport, status: "queued", progress: { processed: 0, total: 120_000 }, size: null } as const;

const idParams = z.strictObject({ id: Id });

export const listExportsEndpoint = endpoint({
  method: "GET",
  path: "/exports",
  tag,
  summary: "List exports",
  description: "Newest first.",
  access: ["secret_key", "viewer"],
  query: listQuery({}),
  reply: z.array(SavedExport),
  errors: [],
  example: { query: { limit: "20" }, reply: [exampleExport] },
});

export const createExportEndpoint = endpoint({
  method: "POST",
  path: "/exports",
  tag,
  summary: "Export a list in the background",
  description: `Makes a file of all matching rows in the background, for lists that take too long to download at once. The file is kept for ${savedFileDays} days. When a lead is deleted, all files are deleted earlier, because they can contain their data.`,
  access: ["secret_key", exportRole],
  body: z.strictObject({
    list: List,
    format: z.enum(exportFormats, `must be ${exportFormats.join(", ")}`),
    columns: z
      .array(z.string().min(1, "is required").max(100, "must be at most 100 characters"))
      .min(1, "must have at least one column")
      .max(200, "must have at most 200 columns")
      .optional()
      .meta({ description: "The names of the columns, as in `columns` of the list. Without it, the file has all columns." }),
    header: ExportHeader.optional(),
    query: z
      .record(z.string().max(100), z.union([z.string().max(2000), z.number(), z.boolean()]))
      .optional()
      .meta({
        description: "The filters and the sort order of the list: its query parameters, without those of pages and files.",
        example: { waitlist: true },
      }),
  }),
  reply: SavedExport,
  errors: [],
  example: { body: { list: "leads", format: "csv", columns: ["email", "createdAt"], query: { waitlist: true } }, reply: queuedExport },
});

export const listExportColumnsEndpoint = endpoint({
  method: "GET",
  path: "/exports/columns",
  tag,
  summary: "List the columns of exported files",
  description:
    "Returns the columns of a list, which `columns` takes by `field` or `name`, and their titles in CSV and Excel files. Leads have a column for each question.",
  access: ["secret_key", "viewer"],
  query: z.strictObject({ list: List }),
  reply: z.array(
    z.object({
      field: z.string().meta({ description: "The field of the JSON records, such as `lastEmail.status`." }),
      name: z.string().meta({ description: "An older name of the column, for older clients. The same as `field` if there is none." }),
      title: z.string(),
    }),
  ),
  errors: [],
  example: { query: { list: "leads" }, reply: [{ field: "hasClaimedCode", name: "claimed", title: "Claimed" }] },
});

export const getExportEndpoint = endpoint({
  method: "GET",
  path: "/exports/:id",
  tag,
  summary: "Get an export",
  access: ["secret_key", "viewer"],
  params: idParams,
  reply: SavedExport,
  errors: ["export_not_found"],
  example: { params: { id: exampleExport.id }, reply: exampleExport },
});

export const deleteExportEndpoint = endpoint({
  method: "DELETE",
  path: "/exports/:id",
  tag,
  summary: "Cancel or delete an export",
  description: "Cancels the export if it's still running, and deletes its file. Returns the deleted export.",
  access: ["secret_key", "member"],
  params: idParams,
  reply: SavedExport,
  errors: ["export_not_found"],
  example: { params: { id: exampleExport.id }, reply: exampleExport },
});

export const downloadExportEndpoint = endpoint({
  method: "GET",
  path: "/exports/:id/file",
  tag,
  summary: "Download an exported file",
  access: ["secret_key", exportRole],
  params: idParams,
  file: [
    "text/csv; charset=utf-8; header=present",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/x-ndjson; charset=utf-8",
  ],
  reply: FileReply,
  errors: ["export_not_found", "export_not_ready"],
  example: { params: { id: exampleExport.id }, reply: "Email,Created\r\n…" },
});

const Format = oneOf(exportFormats).meta({
  description:
    "The format of the file. `csv` returns a CSV file, `xlsx` an Excel file with the same rows and columns, and `ndjson` one JSON record per line.",
});

/** The query of the path that returns a list as a file: the filters of the list, the format and the columns. Files have no pages. */
export function fileQuery({ query }: Endpoint): z.ZodObject {
  const { limit, cursor, count, ...filters } = query?.shape ?? {};
  return refineFile(z.strictObject({ ...filters, ...csvFormat, format: Format }));
}

/** The query of a list that is returned as JSON, without what requests a file. */
export function jsonQuery({ query, csv }: Endpoint): z.ZodObject | undefined {
  if (!query || !csv) return query;
  const { format, columns, header, ...others } = query.shape;
  return Object.keys(others).length === 0 ? undefined : z.strictObject(others);
}

/** The content type of a project export. */
export const exportFileType = "application/gzip";

export const exportProjectEndpoint = endpoint({
  method: "GET",
  path: "/project/export",
  tag: "Project",
  summary: "Export the project",
  description:
    "Returns a tar archive, compressed with gzip, with everything in the project apart from keys, passwords and accounts: settings, codes, claims, leads, waves, sends, emails, email templates, imports and activity. `npm run import` loads it into another installation with the same IDs. The format is described in the guide *Move to another installation*. All rows are from the same moment. A file that ends early has no `checksums.json` at its end. At most 2 exports run at once on each server process.",
  access: ["secret_key", "admin"],
  reply: FileReply,
  file: [exportFileType],
  errors: ["too_many_requests"],
  example: { reply: "" },
});

import type { z } from "zod";
import { listBatchesEndpoint } from "@/contract/batches";
import { listClaimsEndpoint } from "@/contract/claims";
import { listCodesEndpoint } from "@/contract/codes";
import { listDeliveriesEndpoint } from "@/contract/deliveries";
import { listEventsEndpoint } from "@/contract/events";
import type { CsvExport } from "@/contract/export-columns";
import type { SavedExport } from "@/contract/exports";
import { listLeadsEndpoint } from "@/contract/leads";
import { listMessagesEndpoint } from "@/contract/messages";
import { listSendsEndpoint } from "@/contract/sends";
import { listSuppressionsEndpoint } from "@/contract/suppressions";
import { listWaitlistEndpoint } from "@/contract/waitlist";
import { ApiError } from "../api-error";
import { listBatches } from "../batches/list";
import { listClaims } from "../claims/list";
import { listCodes } from "../codes/list";
import type { Context } from "../context";
import { listEvents } from "../events/list";
import { listLeads } from "../leads/list";
import { listWaitlist } from "../leads/waitlist-list";
import type { ListResult } from "../pagination";
import { listMessages } from "../sends/automatic-emails";
import { listDeliveries } from "../sends/deliveries";
import { listSends } from "../sends/list";
import { listSuppressions } from "../suppressions/list";
import type { FileExport } from "./file-formats";

/** A list that can be exported: its file, and the function that reads the rows that match query parameters. */
type ExportableList = {
  csv: CsvExport;
  parse(query: object): ReturnType<z.ZodType["safeParse"]>;
  /** `query` must be the output of `parse`. */
  list(ctx: Context, query: unknown): Promise<ListResult<unknown>>;
};

function exportable<Q extends z.ZodType>(
  { csv, query }: { csv?: CsvExport; query?: Q },
  list: (ctx: Context, query: z.output<NoInfer<Q>>) => Promise<ListResult<unknown>>,
): ExportableList {
  if (!csv || !query) throw new Error("The list has no export");
  return { csv, parse: (value) => query.safeParse(value), list: (ctx, parsed) => list(ctx, parsed as z.output<Q>) };
}

const exportableLists: Readonly<Record<SavedExport["list"], ExportableList>> = {
  leads: exportable(listLeadsEndpoint, listLeads),
  waitlist: exportable(listWaitlistEndpoint, listWaitlist),
  codes: exportable(listCodesEndpoint, listCodes),
  batches: exportable(listBatchesEndpoint, listBatches),
  claims: exportable(listClaimsEndpoint, listClaims),
  sends: exportable(listSendsEndpoint, listSends),
  deliveries: exportable(listDeliveriesEndpoint, listDeliveries),
  messages: exportable(listMessagesEndpoint, listMessages),
  suppressions: exportable(listSuppressionsEndpoint, listSuppressions),
  events: exportable(listEventsEndpoint, listEvents),
};

const reservedParameters = ["limit", "cursor", "count", "format", "columns", "header"];

/** What to export: a list, its query parameters, the format and the columns. */
export type ExportInput = Pick<SavedExport, "list" | "format"> & {
  columns?: string[] | undefined;
  header?: FileExport["header"];
  query?: object | undefined;
};

/** The list of an export, with its parsed query. Throws `invalid_input` for parameters that the list doesn't accept. */
export function parseExport({ list, format, columns, header, query = {} }: ExportInput): {
  csv: CsvExport;
  /** Reads all rows, or a page with `limit`. */
  read(ctx: Context, page?: { limit: number }): Promise<ListResult<unknown>>;
} {
  const exported = exportableLists[list];
  const reserved = reservedParameters.filter((name) => Object.hasOwn(query, name));
  if (reserved.length > 0)
    throw new ApiError("invalid_input", {
      fields: Object.fromEntries(reserved.map((name) => [`query.${name}`, ["is not a valid field"]])),
    });
  // The parameters of a URL are texts.
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
  const result = exported.parse({ ...Object.fromEntries(parameters), format, header, ...(columns && { columns: columns.join(",") }) });
  if (!result.success) {
    const fields: Record<string, string[]> = {};
    for (const { code, path, message, ...issue } of result.error.issues) {
      const names = code === "unrecognized_keys" && "keys" in issue ? (issue.keys as string[]) : [path.join(".")];
      for (const name of names)
        fields[name === "columns" || name === "header" ? name : `query.${name}`] = [
          code === "unrecognized_keys" ? "is not a valid field" : message,
        ];
    }
    throw new ApiError("invalid_input", { fields });
  }
  const parsed = result.data as object;
  return { csv: exported.csv, read: (ctx, page) => exported.list(ctx, { ...parsed, ...page }) };
}

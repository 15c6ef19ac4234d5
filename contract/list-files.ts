import * as z from "zod";
import type { Endpoint } from "./endpoint";
import { exportFormats } from "./enums";
import { csvFormat, refineFile } from "./export-columns";
import { oneOf } from "./one-of";

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

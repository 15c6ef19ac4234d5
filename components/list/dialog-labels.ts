import { countCap, savedFileDays } from "@/contract/limits";
import { countOf } from "@/lib/plural";

/** The copy of the dialogs and popovers of lists, which load when they open. */
export const dialogLabels = {
  filter: {
    apply: "Apply",
    from: "From",
    to: "To",
    invalidDate: "must be a date",
    wrongOrder: "must not be before the start date",
    text: {
      code: "Code",
      externalId: "External ID",
      lead: "Lead's email",
      metadata: "Key and value, such as plan:pro",
      source: "Source",
      utm: "Value",
    },
  },
  exportDialog: {
    title: "Export",
    format: "Format",
    formats: {
      xlsx: { label: "Excel", hint: "For spreadsheets. Keeps the leading zeros of codes, and accents" },
      csv: { label: "CSV", hint: "For other programs" },
      ndjson: { label: "NDJSON", hint: "For developers: one JSON record per line, as in the API" },
    },
    rows: "Rows",
    selected: (count: number) => countOf(count, "selected row"),
    matching: (total: string) => `All ${total} rows that match`,
    columns: "Columns",
    columnChoices: { all: "All columns", shown: "Columns in the table", chosen: "Choose columns" },
    allColumns: "Select all",
    noColumns: "Select none",
    columnRequired: "Choose at least one column.",
    large: `There are more than ${countCap.toLocaleString("en")} rows, so the file is made in the background. You can download it here for ${savedFileDays} days.`,
    submit: "Export",
    submitLarge: "Start export",
  },
  savedFiles: {
    title: "Saved files",
    rows: (rows: number) => countOf(rows, "row"),
    codes: (codes: number) => countOf(codes, "code"),
    details: (content: string, bytes: number) =>
      `${content}, ${bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`}, expires`,
    unfinished: "Being made",
    canceled: "Canceled",
    download: "Download",
    delete: (name: string) => `Delete ${name}`,
    deleteFailed: "The file couldn't be deleted",
  },
  saveView: {
    title: "Save view",
    description: "Everyone on your team can open it from this list.",
    renameTitle: "Rename view",
    name: "Name",
    save: "Save view",
    saved: (name: string) => `“${name}” saved`,
    rename: "Rename view",
    renamed: (name: string) => `Renamed to “${name}”`,
  },
};

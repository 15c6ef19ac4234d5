import type { SavedView } from "@/contract/views";
import { timeZoneName } from "@/lib/dates";
import { formatTotal } from "@/lib/plural";

/** What a list holds, in a sentence. */
const listNouns: Readonly<Record<SavedView["list"], string>> = {
  leads: "leads",
  waitlist: "the waitlist",
  codes: "codes",
  batches: "batches",
  claims: "claims",
  sends: "sends",
  deliveries: "the emails of a send",
  messages: "automatic emails",
  suppressions: "suppressions",
  events: "the activity",
};

export const listLabels = {
  filters: "Filters",
  clearFilters: "Clear filters",
  filterMenu: { title: "Add filter", search: "Search filters", noResults: "No other filter matches" },
  export: "Export",
  restricted: {
    export: "Exporting",
    change: (list: SavedView["list"]) => `Changing ${listNouns[list]}`,
    exportAndChange: (list: SavedView["list"]) => `Exporting and changing ${listNouns[list]}`,
  },
  search: { clear: "Clear search" },
  dateRange: {
    label: "Date",
    title: (zone: string) => `Dates in ${timeZoneName(zone)}`,
    between: (from: string, to: string) => `${from} – ${to}`,
    since: (from: string) => `Since ${from}`,
    until: (to: string) => `Until ${to}`,
    presets: { today: "Today", last7Days: "Last 7 days", last30Days: "Last 30 days" },
  },
  any: "Any",
  booleanFilter: { yes: "Yes", no: "No" },
  rows: {
    count: (total: string) => `${formatTotal(total)} ${total === "1" ? "row" : "rows"}`,
    select: (name: string) => `Select ${name}`,
    details: (name: string) => `Details: ${name}`,
    detailsColumn: "Details",
    selectPage: "Select all rows on this page",
  },
  selection: {
    title: "Selection",
    none: "Nothing selected",
    some: (count: string) => `${formatTotal(count)} selected`,
    all: (count: string) => `All ${formatTotal(count)} selected`,
    selectAll: (total: string) => `Select all ${formatTotal(total)} that match`,
    clear: "Clear selection",
    moreActions: "More actions",
  },
  noResults: "No results",
  invalidFilters: "These filters aren't valid",
  columns: { title: "Columns", reset: "Reset to default" },
  views: {
    title: "Views",
    changed: "(changed)",
    none: "Default view",
    empty: "Save the filters, the sort order and the columns of this list as a view, for you and your team.",
    emptyViewer: "Your team hasn't saved a view of this list.",
    save: "Save as new view…",
    rename: "Rename…",
    delete: "Delete…",
    update: (name: string) => `Update “${name}”`,
    updated: (name: string) => `“${name}” updated`,
    updateFailed: "The view couldn't be updated",
    deletion: {
      title: (name: string) => `Delete the view “${name}”?`,
      consequence: "It's deleted for everyone on your team. The list itself doesn't change.",
      action: "Delete view",
      success: (name: string) => `“${name}” deleted`,
    },
  },
  downloadFailed: "The file couldn't be created",
};

import type { SearchParams } from "nuqs/server";
import type { CallInput, ListCall } from "@/contract/call";
import type { SavedView } from "@/contract/views";
import { addDays, isDate, startOfDay } from "@/lib/dates";
import { listLabels } from "./labels";

/** The query parameters of a list endpoint. */
type ListQuery<C extends ListCall> = NonNullable<CallInput<C>["query"]>;

/** The query parameters by which a list endpoint filters. */
export type FilterQuery<C extends ListCall> = Omit<
  ListQuery<C>,
  "sort" | "order" | "cursor" | "limit" | "count" | "format" | "columns" | "header"
>;

export type FilterName<C extends ListCall> = keyof FilterQuery<C> & string;

/** The filters by the query parameters of the endpoint, which are also those of the URL. */
type Filters<C extends ListCall> = { readonly [Name in FilterName<C>]?: Filter<FilterQuery<C>[Name] & string> };

/** A filter of a list. `parse` returns null for what the URL can't have. */
export type Filter<Value extends string = string> = FilterKind & {
  /** The name that people read, such as "Status". */
  label: string;
  parse: (text: string) => Value | null;
  /** Whether the filter is only shown while it is set, because links to the list set it. */
  isLinked?: boolean;
};

type FilterKind =
  | { kind: "search" }
  | { kind: "text"; text: TextKind }
  | { kind: "choice"; options: readonly (FilterOption | FilterGroup)[]; anyLabel?: string }
  | ({ kind: "dates" } & DateNames)
  /** The page renders its control. */
  | { kind: "custom" };

/** What can be filtered by an exact text. */
export type TextKind = "code" | "externalId" | "lead" | "metadata" | "source" | "utm";

export type FilterOption = { value: string; label: string };
export type FilterGroup = { group: string; options: readonly FilterOption[] };

/** The option with a value. */
export const findOption = (options: readonly (FilterOption | FilterGroup)[], value: string | null): FilterOption | undefined =>
  options.flatMap((option) => ("group" in option ? option.options : [option])).find((option) => option.value === value);

/** The URL parameters of the first and the last day, and the query parameter of the end. The one of the start is the filter's name. */
type DateNames = { from: string; to: string; until: string };

/** What the control of a filter gets. */
export type FilterControlProps = { label: string; value: string | null; onChange: (value: string | null) => void };

/** Two calendar dates. Null means that the range is open on that side. */
export type DateRange = { from: string | null; to: string | null };

const anyText = (text: string): string | null => text || null;

/** The search field. */
export const searchFilter = (label: string): Filter => ({ kind: "search", label, parse: anyText });

/** A filter by an exact text. */
export const textFilter = (label: string, text: TextKind): Filter => ({ kind: "text", label, text, parse: anyText });

/** A filter with a menu of values. `anyLabel` names the option that removes the filter, if it isn't "Any". */
export const choiceFilter = <Value extends string>(
  label: string,
  values: readonly Value[],
  getLabel: (value: Value) => string,
  anyLabel?: string,
): Filter<Value> & { kind: "choice" } => ({
  kind: "choice",
  label,
  options: values.map((value) => ({ value, label: getLabel(value) })),
  parse: (text) => values.find((value) => value === text) ?? null,
  ...(anyLabel !== undefined && { anyLabel }),
});

/** A yes-or-no filter. `labels` names its options, if "Yes" and "No" aren't clear. */
export const booleanFilter = (label: string, labels = listLabels.booleanFilter): Filter<"true" | "false"> =>
  choiceFilter(label, ["true", "false"], (value) => (value === "true" ? labels.yes : labels.no));

/** A filter by the first and the last day in the project's time zone, both included. */
export const dateRangeFilter = (
  label: string = listLabels.dateRange.label,
  names: DateNames = { from: "from", to: "to", until: "until" },
): Filter => ({ kind: "dates", ...names, label, parse: (text) => (isDate(text) ? text : null) });

/** A filter whose control the page of the list renders, such as one of a list that is searched. */
export const customFilter = (label: string): Filter => ({ kind: "custom", label, parse: anyText });

/** Texts by URL parameter. Null or missing if a parameter isn't set. */
export type UrlValues = Readonly<Record<string, string | null>>;

const sortOrders = ["asc", "desc"] as const;
type SortOrder = (typeof sortOrders)[number];

type Sort = { by: string; order: SortOrder };

/** A list whose views can be saved. */
export type ListName = SavedView["list"];

/** What a saved view holds: the filters as in the URL, the sort order if it isn't the list's own, and the columns if they were chosen. */
export type ViewState = { filters: Readonly<Record<string, string>>; sort: Sort | null; columns: readonly string[] | null };

/** A view as the API takes it. */
export const toViewInput = ({ filters, sort, columns }: ViewState) => ({
  filters: { ...filters },
  sort: sort && { ...sort },
  columns: columns && [...columns],
});

/** The list state in the URL. */
export type ListUrlState = {
  values: UrlValues;
  sort: Sort | null;
  /** The IDs of the columns that were chosen. Null for the default ones. */
  columns: readonly string[] | null;
  /** The ID of the saved view that was opened last. */
  viewId: string | null;
  /** The cursors of all pages after the first, up to the current page. */
  cursors: readonly string[];
};

type SortName<C extends ListCall> = ListQuery<C> extends { sort?: infer Name } ? Extract<Name, string> : never;

type ListOptions<C extends ListCall> = {
  /** In the order in which they are shown. */
  filters: Filters<C>;
  /** The columns that the list can be sorted by, each with its initial direction. The first one is the default. */
  sorts?: { readonly [Name in SortName<C>]?: SortOrder };
};

const pageSize = "50";
/** How many pages "Previous" can go back. From further on, it returns to the first page. */
const maxCursors = 50;

/** Defines a list: its endpoint, filters and sort orders, from which its URL, its requests and its saved views follow. Runs on the server and in the browser. */
export function defineList<C extends ListCall>(endpoint: C, { filters: filtersByName, sorts = {} }: ListOptions<C>) {
  const filters = Object.entries<Filter | undefined>(filtersByName).flatMap(([name, filter]) => (filter ? [{ name, ...filter }] : []));
  const parsers = filters.flatMap((filter) => urlNames(filter).map((name) => [name, filter.parse] as const));
  const sorting = createSorting(sorts);
  const parseFilters = (params: UrlValues): UrlValues =>
    Object.fromEntries(parsers.map(([name, parse]) => [name, parse(params[name] ?? "")]));
  const toUrlState = (params: UrlValues): ListUrlState => ({
    values: parseFilters(params),
    sort: sorting.parse(params.sort, params.order),
    columns: params.columns ? params.columns.split(",") : null,
    viewId: params.view ?? null,
    cursors: params.cursor ? params.cursor.split(",") : [],
  });
  const toFilterQuery = (values: UrlValues, zone: string) =>
    // Their names and values are those of the endpoint, which the type of `filters` ensures.
    Object.fromEntries(filters.flatMap((filter) => toParameters(filter, values, zone))) as FilterQuery<C>;
  const toView = ({ values, sort, columns }: Pick<ListUrlState, "values" | "sort" | "columns">): ViewState => ({
    filters: Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null)),
    sort: Object.values(sorting.toParams(sort)).some((value) => value !== null) ? sort : null,
    columns,
  });
  /** The URL parameters of a saved view. Leaves out what the list doesn't know, and resets everything else. */
  const toViewParams = (view: ViewState | null): UrlValues => ({
    ...parseFilters(view?.filters ?? {}),
    ...sorting.toParams(view?.sort && sorting.names.includes(view.sort.by) ? view.sort : null),
    columns: view?.columns?.join(",") ?? null,
  });
  return {
    endpoint,
    filters,
    sorting,
    urlNames: [...parsers.map(([name]) => name), "sort", "order", "cursor", "columns", "view"],
    toUrlState,
    toFilterQuery,
    readUrl: async (searchParams: SearchParams | Promise<SearchParams>) =>
      toUrlState(Object.fromEntries(Object.entries(await searchParams).map(([name, value]) => [name, [value].flat()[0] ?? null]))),
    /** The query parameters of the endpoint for the page in the URL. */
    toPageQuery: ({ values, sort, cursors }: Pick<ListUrlState, "values" | "sort" | "cursors">, zone: string) =>
      ({
        ...toFilterQuery(values, zone),
        ...(sort && { sort: sort.by, order: sort.order }),
        cursor: cursors.at(-1),
        limit: pageSize,
        count: "capped",
      }) as ListQuery<C>,
    toView,
    toViewParams,
    /** A saved view without what the list doesn't know, such as a removed filter. */
    normalizeView: (view: ViewState): ViewState => toView(toUrlState(toViewParams(view))),
    /** The URL parameters of an unfiltered list. */
    clearedFilters: parseFilters({}),
    toCursorParams: (cursors: readonly string[]): UrlValues => ({ cursor: cursors.slice(-maxCursors).join(",") || null }),
  };
}

/** A value that `defineList` returns. */
export type ListDefinition<C extends ListCall> = ReturnType<typeof defineList<C>>;

type NamedFilter = Filter & { name: string };

/** Describes a filter in words: "Status: Held for review". Null for a name that isn't one of the filters. */
export function describeFilter(filters: readonly NamedFilter[], name: string, value: string): string | null {
  const filter = filters.find((each) => each.name === name);
  const option = filter?.kind === "choice" ? findOption(filter.options, value) : undefined;
  return filter ? `${filter.label}: ${option?.label ?? value}` : null;
}

/** The URL parameters of a filter. */
const urlNames = (filter: NamedFilter): string[] => (filter.kind === "dates" ? [filter.from, filter.to] : [filter.name]);

/** The query parameters of a filter, undefined while it isn't set. A date range starts and ends in `zone`. */
function toParameters(filter: NamedFilter, values: UrlValues, zone: string): [name: string, value: string | undefined][] {
  if (filter.kind !== "dates") return [[filter.name, values[filter.name] ?? undefined]];
  const [from, to] = [values[filter.from], values[filter.to]];
  return [
    [filter.name, from ? startOfDay(from, zone) : undefined],
    [filter.until, to ? startOfDay(addDays(to, 1), zone) : undefined],
  ];
}

function createSorting(directions: Readonly<Record<string, SortOrder | undefined>>) {
  const names = Object.keys(directions);
  const [first] = names;
  const getDirection = (name: string): SortOrder => directions[name] ?? "asc";
  return {
    names,
    parse(name: string | null | undefined, order: string | null | undefined): Sort | null {
      const by = names.find((each) => each === name) ?? first;
      return by === undefined ? null : { by, order: sortOrders.find((each) => each === order) ?? getDirection(by) };
    },
    /** The sort after a click on a column header: a new column starts in its initial direction, and the current one is reversed. */
    toggle: (by: string, current: Sort | null): Sort => ({
      by,
      order: current?.by !== by ? getDirection(by) : current.order === "asc" ? "desc" : "asc",
    }),
    /** The URL parameters of a sort. Defaults are left out. */
    toParams: (sort: Sort | null) => ({
      sort: sort === null || sort.by === first ? null : sort.by,
      order: sort === null || sort.order === getDirection(sort.by) ? null : sort.order,
    }),
  };
}

/** The filter of a bulk action. Endpoints only accept an unfiltered bulk action with an explicit `all`. */
export const toBulkFilter = <Query extends object>(filterQuery: Query): Query | { all: true } =>
  Object.values(filterQuery).some((value) => value !== undefined) ? filterQuery : { all: true };

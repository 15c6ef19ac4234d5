import {
  createLoader,
  createParser,
  createSerializer,
  type LoaderFunction,
  type ParserMap,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import type { SavedView } from "@/contract/views";
import { addDays, isDate, startOfDay } from "@/lib/dates";

const sortOrders = ["asc", "desc"] as const;
type SortOrder = (typeof sortOrders)[number];

export type Sort<Name extends string = string> = { by: Name; order: SortOrder };

/** The values of filters. Null means that a filter isn't set. */
export type FilterValues<Filters extends ParserMap> = { [Name in keyof Filters]: ReturnType<Filters[Name]["parse"]> };

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
type ListUrlState<Filters extends ParserMap, Name extends string> = {
  filters: FilterValues<Filters>;
  sort: Sort<Name> | null;
  /** The IDs of the columns that were chosen. Null for the default ones. */
  columns: readonly string[] | null;
  /** The ID of the saved view that was opened last. */
  viewId: string | null;
  /** The cursors of all pages after the first, up to the current page. */
  cursors: readonly string[];
};

/** The query parameters of a list endpoint for one page. */
export type PageQuery<Name extends string, FilterQuery extends object> = FilterQuery & {
  sort?: Name;
  order?: SortOrder;
  cursor: string | undefined;
  limit: string;
  count: "capped";
};

type ListUrlOptions<Filters extends ParserMap, Name extends string, FilterQuery extends object> = {
  /** The parsers of the filters by URL parameter. They must not have defaults. */
  filters: Filters;
  /** Converts filters to query parameters of the endpoint. `zone` is the project's time zone, for filters by day. */
  toFilterQuery: (filters: FilterValues<Filters>, zone: string) => FilterQuery;
  /** Leave it out if the list can't be sorted. */
  sorts?: SortOptions<Name>;
};

/** The columns that the list can be sorted by, each with its initial direction, and the default column. */
type SortOptions<Name extends string> = { directions: Readonly<Record<Name, SortOrder>>; default: NoInfer<Name> };

/** Search parameters as Next.js or the browser provides them. */
type SearchParamsInput = Awaited<Parameters<LoaderFunction<ParserMap>>[0]>;

const pageSize = "50";
/** How many pages "Previous" can go back. From further on, it returns to the first page. */
const maxCursors = 50;

/** Defines how the URL of a list maps to its filters, its sort order and its page. Runs on the server and in the browser. */
export function defineListUrl<Filters extends ParserMap, FilterQuery extends object, Name extends string = never>({
  filters,
  toFilterQuery,
  sorts,
}: ListUrlOptions<Filters, Name, FilterQuery>) {
  const sorting = createSorting(sorts);
  const parsers: ParserMap = {
    ...filters,
    sort: parseAsStringLiteral(sorting.names),
    order: parseAsStringLiteral(sortOrders),
    cursor: parseAsArrayOf(parseAsString).withDefault([]),
    columns: parseAsArrayOf(parseAsString),
    view: parseAsString,
  };
  const toUrlState = ({ sort, order, cursor, columns, view, ...filterValues }: Record<string, unknown>): ListUrlState<Filters, Name> => ({
    filters: filterValues as FilterValues<Filters>,
    sort: sorting.resolve(sort as Name | null, order as SortOrder | null),
    columns: columns as string[] | null,
    viewId: view as string | null,
    cursors: cursor as string[],
  });
  const load = createLoader(parsers);
  /** The URL parameters of a saved view. Leaves out what the list doesn't know, and resets everything else. */
  const toViewParams = (view: ViewState | null) => {
    const read = (name: string, text: string | undefined) => (text === undefined ? null : (parsers[name]?.parse(text as never) ?? null));
    const sort = read("sort", view?.sort?.by) as Name | null;
    const values = Object.keys(filters).map((name) => [name, read(name, view?.filters[name])] as const);
    return {
      ...Object.fromEntries(values),
      ...sorting.toSortParams(sort === null ? null : sorting.resolve(sort, view?.sort?.order ?? null)),
      columns: view?.columns ? [...view.columns] : null,
    };
  };
  const toView = ({ filters: filterValues, sort, columns }: Omit<ListUrlState<Filters, Name>, "cursors" | "viewId">): ViewState => {
    const set = Object.entries(filterValues).filter(([, value]) => value !== null);
    const { sort: by, order } = sorting.toSortParams(sort);
    return {
      filters: Object.fromEntries(set.map(([name, value]) => [name, String(filters[name]?.serialize(value as never))])),
      sort: by === null && order === null ? null : sort,
      columns,
    };
  };
  return {
    filters,
    parsers,
    toFilterQuery,
    sorting,
    toUrlState,
    readUrl: async (searchParams: SearchParamsInput | Promise<SearchParamsInput>) => toUrlState(load(await searchParams)),
    /** The query parameters of the endpoint for the page in the URL. */
    toPageQuery: (urlState: ListUrlState<Filters, Name>, zone: string): PageQuery<Name, FilterQuery> => ({
      ...toFilterQuery(urlState.filters, zone),
      ...(urlState.sort === null ? {} : { sort: urlState.sort.by, order: urlState.sort.order }),
      cursor: urlState.cursors.at(-1),
      limit: pageSize,
      count: "capped",
    }),
    toView,
    toViewParams,
    /** A saved view without what the list doesn't know, such as a removed filter. */
    normalizeView: (view: ViewState): ViewState => toView(toUrlState(toViewParams(view))),
    toCursorParams: (cursors: readonly string[]) => ({ cursor: cursors.slice(-maxCursors) }),
    /** The URL of a page with the list filtered. */
    filterHref: createSerializer(filters),
  };
}

function createSorting<Name extends string>(sorts: SortOptions<Name> | undefined) {
  return {
    names: Object.keys(sorts?.directions ?? {}) as Name[],
    resolve(name: Name | null, order: SortOrder | null): Sort<Name> | null {
      if (sorts === undefined) return null;
      const by = name ?? sorts.default;
      return { by, order: order ?? sorts.directions[by] };
    },
    /** The sort after a click on a column header: a new column starts in its initial direction, and the current one is reversed. */
    toggle(by: Name, current: Sort<Name> | null): Sort<Name> | null {
      if (sorts === undefined) return null;
      return { by, order: current?.by !== by ? sorts.directions[by] : current.order === "asc" ? "desc" : "asc" };
    },
    /** The URL parameters of a sort. Defaults are left out. */
    toSortParams: (sort: Sort<Name> | null) => ({
      sort: sort === null || sort.by === sorts?.default ? null : sort.by,
      order: sort === null || sort.order === sorts?.directions[sort.by] ? null : sort.order,
    }),
  };
}

/** A value that `defineListUrl` returns. */
export type ListUrl<Filters extends ParserMap, FilterQuery extends object, Name extends string> = ReturnType<
  typeof defineListUrl<Filters, FilterQuery, Name>
>;

const dateParser = createParser({ parse: (text: string) => (isDate(text) ? text : null), serialize: (date: string) => date });

/** Filters by the first and the last day, both included. */
export const dateRangeParsers = { from: dateParser, to: dateParser };

/** Two calendar dates. Null means that the range is open on that side. */
export type DateRange = { from: string | null; to: string | null };

/** A yes-or-no filter, with the values that endpoints take. */
export const booleanParser = parseAsStringLiteral(["true", "false"] as const);
export type BooleanFilterValue = "true" | "false";

/** Leaves out filters that aren't set, for endpoints with the same parameter names. */
export const omitUnset = <Filters extends object>(filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) as {
    [Name in keyof Filters]?: NonNullable<Filters[Name]>;
  };

/** Converts dates to the times when the range starts and ends in `zone`. */
export const toTimeRange = ({ from, to }: DateRange, zone: string) => ({
  since: from === null ? undefined : startOfDay(from, zone),
  until: to === null ? undefined : startOfDay(addDays(to, 1), zone),
});

/** The filter of a bulk action. Endpoints only accept an unfiltered bulk action with an explicit `all`. */
export const toBulkFilter = <FilterQuery extends object>(filterQuery: FilterQuery): FilterQuery | { all: true } =>
  Object.values(filterQuery).some((value) => value !== undefined) ? filterQuery : { all: true };

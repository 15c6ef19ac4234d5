import {
  createLoader,
  createSerializer,
  type LoaderFunction,
  type ParserMap,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

export const sortOrders = ["asc", "desc"] as const;
export type SortOrder = (typeof sortOrders)[number];

/** What a list is sorted by, and in which direction. */
export type Sort<Name extends string = string> = { by: Name; order: SortOrder };

/** What filters are set to, by their parsers; null where one narrows nothing. */
export type FilterValues<Filters extends ParserMap> = { [Name in keyof Filters]: ReturnType<Filters[Name]["parse"]> };

/** What an address says of a list: what narrows it, how it is sorted, and the cursors of the pages behind the first, up to the one that is shown. */
export type ListUrlState<Filters extends ParserMap, Name extends string> = {
  filters: FilterValues<Filters>;
  sort: Sort<Name> | null;
  cursors: readonly string[];
};

/** What is asked of a list's endpoint for one page. */
export type PageQuery<Name extends string, FilterQuery extends object> = FilterQuery & {
  sort?: Name;
  order?: SortOrder;
  cursor: string | undefined;
  limit: string;
  count: "capped";
};

type ListUrlOptions<Filters extends ParserMap, Name extends string, FilterQuery extends object> = {
  /** The parsers of what narrows the list, by their names in the address. None has a default. */
  filters: Filters;
  /** The filters as the endpoint takes them; dates are whole days of the project's zone. */
  toFilterQuery: (filters: FilterValues<Filters>, zone: string) => FilterQuery;
  /** What it can be sorted by, each with the direction that it begins in, and which of them it is sorted by unless told. Left out where its order is its own. */
  sorts?: SortOptions<Name>;
};

type SortOptions<Name extends string> = { directions: Readonly<Record<Name, SortOrder>>; default: NoInfer<Name> };

/** The search parameters of a page, as Next and browsers give them. */
type SearchParamsInput = Awaited<Parameters<LoaderFunction<ParserMap>>[0]>;

const pageSize = "50";
/** How many pages can be gone back; further back lies the first. */
const maxCursors = 50;

/** The address of a list's page: reads it, and says what it asks of the endpoint. Runs on the server too. */
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
  };
  const toUrlState = ({ sort, order, cursor, ...set }: Record<string, unknown>): ListUrlState<Filters, Name> => ({
    filters: set as FilterValues<Filters>,
    sort: sorting.resolve(sort as Name | null, order as SortOrder | null),
    cursors: cursor as string[],
  });
  const load = createLoader(parsers);
  return {
    filters,
    parsers,
    toFilterQuery,
    sorting,
    toUrlState,
    readUrl: async (search: SearchParamsInput | Promise<SearchParamsInput>) => toUrlState(load(await search)),
    /** What is asked for the page that an address names. */
    toPageQuery: ({ filters: set, sort, cursors }: ListUrlState<Filters, Name>, zone: string): PageQuery<Name, FilterQuery> => ({
      ...toFilterQuery(set, zone),
      ...(sort === null ? {} : { sort: sort.by, order: sort.order }),
      cursor: cursors.at(-1),
      limit: pageSize,
      count: "capped",
    }),
    toCursorParams: (cursors: readonly string[]) => ({ cursor: cursors.slice(-maxCursors) }),
    /** A page's address with the list narrowed. */
    filterHref: createSerializer(filters),
  };
}

function createSorting<Name extends string>(sorts: SortOptions<Name> | undefined) {
  return {
    names: Object.keys(sorts?.directions ?? {}) as Name[],
    resolve(named: Name | null, order: SortOrder | null): Sort<Name> | null {
      if (sorts === undefined) return null;
      const by = named ?? sorts.default;
      return { by, order: order ?? sorts.directions[by] };
    },
    /** The sort once the header of a column is pressed: another column begins in its own direction, the same one turns around. */
    toggle(by: Name, now: Sort<Name> | null): Sort<Name> | null {
      if (sorts === undefined) return null;
      return { by, order: now?.by !== by ? sorts.directions[by] : now.order === "asc" ? "desc" : "asc" };
    },
    /** What the address says of a sort; nothing of what goes without saying. */
    toSortParams: (sort: Sort<Name> | null) => ({
      sort: sort === null || sort.by === sorts?.default ? null : sort.by,
      order: sort === null || sort.order === sorts?.directions[sort.by] ? null : sort.order,
    }),
  };
}

/** The address of a list's page, as `listAddress` declares it. */
export type ListUrl<Filters extends ParserMap, FilterQuery extends object, Name extends string> = ReturnType<
  typeof defineListUrl<Filters, FilterQuery, Name>
>;

import {
  createLoader,
  createSerializer,
  type LoaderFunction,
  type ParserMap,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

export const orders = ["asc", "desc"] as const;
export type Order = (typeof orders)[number];

/** What a list is sorted by, and in which direction. */
export type Sort<Name extends string = string> = { by: Name; order: Order };

/** What filters are set to, by their parsers; null where one narrows nothing. */
export type FiltersOf<Filters extends ParserMap> = { [Name in keyof Filters]: ReturnType<Filters[Name]["parse"]> };

/** What an address says of a list: what narrows it, how it is sorted, and the cursors of the pages behind the first, up to the one that is shown. */
export type Address<Filters extends ParserMap, Name extends string> = {
  filters: FiltersOf<Filters>;
  sort: Sort<Name> | null;
  trail: readonly string[];
};

/** What is asked of a list's endpoint for one page. */
export type PageQuery<Name extends string, Narrowing extends object> = Narrowing & {
  sort?: Name;
  order?: Order;
  cursor: string | undefined;
  limit: string;
  count: "capped";
};

type Declared<Filters extends ParserMap, Name extends string, Narrowing extends object> = {
  /** The parsers of what narrows the list, by their names in the address. None has a default. */
  filters: Filters;
  /** The filters as the endpoint takes them; dates are whole days of the project's zone. */
  narrowing: (filters: FiltersOf<Filters>, zone: string) => Narrowing;
  /** What it can be sorted by, each with the direction that it begins in, and which of them it is sorted by unless told. Left out where its order is its own. */
  sorts?: Sorts<Name>;
};

type Sorts<Name extends string> = { orders: Readonly<Record<Name, Order>>; first: NoInfer<Name> };

/** The search parameters of a page, as Next and browsers give them. */
type Search = Awaited<Parameters<LoaderFunction<ParserMap>>[0]>;

const pageSize = "50";
/** How many pages can be gone back; further back lies the first. */
const longestTrail = 50;

/** The address of a list's page: reads it, and says what it asks of the endpoint. Runs on the server too. */
export function listAddress<Filters extends ParserMap, Narrowing extends object, Name extends string = never>({
  filters,
  narrowing,
  sorts,
}: Declared<Filters, Name, Narrowing>) {
  const sorting = sortingOf(sorts);
  const parsers: ParserMap = {
    ...filters,
    sort: parseAsStringLiteral(sorting.names),
    order: parseAsStringLiteral(orders),
    cursor: parseAsArrayOf(parseAsString).withDefault([]),
  };
  const addressOf = ({ sort, order, cursor, ...set }: Record<string, unknown>): Address<Filters, Name> => ({
    filters: set as FiltersOf<Filters>,
    sort: sorting.read(sort as Name | null, order as Order | null),
    trail: cursor as string[],
  });
  const load = createLoader(parsers);
  return {
    filters,
    parsers,
    narrowing,
    sorting,
    addressOf,
    readAddress: async (search: Search | Promise<Search>) => addressOf(load(await search)),
    /** What is asked for the page that an address names. */
    queryOf: ({ filters: set, sort, trail }: Address<Filters, Name>, zone: string): PageQuery<Name, Narrowing> => ({
      ...narrowing(set, zone),
      ...(sort === null ? {} : { sort: sort.by, order: sort.order }),
      cursor: trail.at(-1),
      limit: pageSize,
      count: "capped",
    }),
    trailInAddress: (trail: readonly string[]) => ({ cursor: trail.slice(-longestTrail) }),
    /** A page's address with the list narrowed. */
    addressWith: createSerializer(filters),
  };
}

function sortingOf<Name extends string>(sorts: Sorts<Name> | undefined) {
  return {
    names: Object.keys(sorts?.orders ?? {}) as Name[],
    read(named: Name | null, order: Order | null): Sort<Name> | null {
      if (sorts === undefined) return null;
      const by = named ?? sorts.first;
      return { by, order: order ?? sorts.orders[by] };
    },
    /** The sort once the header of a column is pressed: another column begins in its own direction, the same one turns around. */
    turned(by: Name, now: Sort<Name> | null): Sort<Name> | null {
      if (sorts === undefined) return null;
      return { by, order: now?.by !== by ? sorts.orders[by] : now.order === "asc" ? "desc" : "asc" };
    },
    /** What the address says of a sort; nothing of what goes without saying. */
    inAddress: (sort: Sort<Name> | null) => ({
      sort: sort === null || sort.by === sorts?.first ? null : sort.by,
      order: sort === null || sort.order === sorts?.orders[sort.by] ? null : sort.order,
    }),
  };
}

/** The address of a list's page, as `listAddress` declares it. */
export type ListAddress<Filters extends ParserMap, Narrowing extends object, Name extends string> = ReturnType<
  typeof listAddress<Filters, Narrowing, Name>
>;

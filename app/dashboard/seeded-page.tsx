import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import type { ComponentType } from "react";
import type { z } from "zod";
import type { ListUrlState } from "@/components/list/definition";
import type { Context } from "@/core/context";
import type { ListResult } from "@/core/pagination";
import { dehydrateQueries, seedPage, seedQuery } from "@/server/query-client";
import { type Access, staffPage } from "./staff-page";

type SeededList<Query> = {
  readUrl: (searchParams: Promise<SearchParams>) => Promise<ListUrlState>;
  toPageQuery: (state: ListUrlState, zone: string) => Query;
};

/** Returns a page whose view lists items. Loads the page of the list that the URL describes, so that the view doesn't request it. */
export const listPage = <Q extends z.ZodObject, R extends z.ZodType<unknown[]>>(
  endpoint: Access & { method: string; path: string; query?: Q; reply: R },
  list: SeededList<z.input<NoInfer<Q>>>,
  listItems: (ctx: Context, query: z.output<NoInfer<Q>>) => Promise<ListResult<z.output<NoInfer<R>>[number]>>,
  View: ComponentType,
) =>
  staffPage(endpoint, async ({ ctx, project }, { searchParams }: { searchParams: Promise<SearchParams> }) => {
    const query = list.toPageQuery(await list.readUrl(searchParams), project.timeZone);
    const seed = await seedPage(endpoint, { query }, (parsed) => listItems(ctx, parsed));
    return (
      <HydrationBoundary state={dehydrateQueries(seed)}>
        <View />
      </HydrationBoundary>
    );
  });

/** Returns a page whose view shows the reply of one endpoint. Needs the role of `access`. */
export const queryPage = <R extends z.ZodType>(
  endpoint: Access & { method: string; path: string; reply: R },
  load: (ctx: Context) => Promise<z.input<NoInfer<R>>>,
  View: ComponentType,
  access: Access = endpoint,
) =>
  staffPage(access, async ({ ctx }) => (
    <HydrationBoundary state={dehydrateQueries(seedQuery(endpoint, {}, await load(ctx)))}>
      <View />
    </HydrationBoundary>
  ));

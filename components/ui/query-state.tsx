"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryError } from "./error-state";

type QueryStateProps<Data> = {
  query: UseQueryResult<Data>;
  /** Shown until there is data. */
  loading: ReactNode;
  /** Classes of the error, such as its height. */
  errorClass?: string;
  children: (data: Data) => ReactNode;
};

/** The data of a query, including its loading and error states. Data stays on the page while a refetch fails. */
export function QueryState<Data>({ query, loading, errorClass, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <QueryError query={query} className={errorClass} /> : loading;
}

"use client";

import type { ReactNode } from "react";
import type { ListCall } from "@/contract/call";
import type { Filter, FilterControlProps, FilterName, UrlValues } from "./definition";
import { FilterMenu } from "./filter-menu";
import { DateRangeFilter, MenuFilter, TextFilter } from "./filters";
import { SearchField } from "./search-field";

/** The parts of a list that its filters use. */
type FilteredList<C extends ListCall> = {
  endpoint: C;
  filters: readonly NamedFilter[];
  values: UrlValues;
  setValues: (changes: UrlValues, history?: "push" | "replace") => void;
  zone: string;
};

type NamedFilter = Filter & { name: string };

/** Renders the controls of custom filters, or others than usual, by the names of the filters. */
export type FilterControls<C extends ListCall> = { readonly [Name in FilterName<C>]?: (props: FilterControlProps) => ReactNode };

type ListFiltersProps<C extends ListCall> = { list: FilteredList<C>; controls?: FilterControls<C> };

/** With more filters, a list only shows those that are set, and a menu of the others. */
const maxShown = 5;

/** The search field and the filters of a list. */
export function ListFilters<C extends ListCall>({ list, controls = {} }: ListFiltersProps<C>) {
  const { filters, values, setValues } = list;
  const search = filters.find(({ kind }) => kind === "search");
  const others = filters.filter((filter) => filter !== search);
  const chips = others.map((filter) => <ListFilter key={filter.name} list={list} filter={filter} controls={controls} />);
  return (
    <>
      {search && (
        <SearchField
          label={search.label}
          value={values[search.name] ?? null}
          onChange={(text) => setValues({ [search.name]: text }, "replace")}
        />
      )}
      {others.filter(({ isLinked }) => !isLinked).length > maxShown ? <FilterMenu>{chips}</FilterMenu> : chips}
    </>
  );
}

type ListFilterProps = {
  list: FilteredList<ListCall>;
  filter: NamedFilter;
  controls: Readonly<Record<string, ((props: FilterControlProps) => ReactNode) | undefined>>;
};

function ListFilter({ list: { values, setValues, zone }, filter, controls }: ListFilterProps) {
  const { name, label, isLinked } = filter;
  const props = { label, value: values[name] ?? null, onChange: (value: string | null) => setValues({ [name]: value }) };
  if (isLinked && props.value === null) return null;
  const control = controls[name];
  if (control) return control(props);
  switch (filter.kind) {
    case "text":
      return <TextFilter {...props} kind={filter.text} />;
    case "choice":
      return <MenuFilter {...props} options={filter.options} anyLabel={filter.anyLabel} />;
    case "dates":
      return (
        <DateRangeFilter
          label={label}
          range={{ from: values[filter.from] ?? null, to: values[filter.to] ?? null }}
          zone={zone}
          onChange={({ from, to }) => setValues({ [filter.from]: from, [filter.to]: to })}
        />
      );
    default:
      throw new Error(`The filter ${name} has no control`);
  }
}

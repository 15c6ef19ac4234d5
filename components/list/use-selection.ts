"use client";

import { useState } from "react";
import { everything, extended, isEmpty, nothing, type Picked, pageToggled, type Selection, sizeOf, toggled } from "./selection";

type Of = {
  /** What the list is narrowed by: another narrowing drops the selection. */
  narrowing: object;
  /** How many match. */
  total: string | undefined;
};

/** What of a list is selected, kept from page to page of the same filters. The page's view owns it, and hands it to its table. */
export function useSelection({ narrowing, total }: Of) {
  const of = JSON.stringify(narrowing);
  const [state, setState] = useState({ of, picked: nothing, touched: false });
  if (state.of !== of) setState({ ...state, of, picked: nothing });
  const picked = state.of === of ? state.picked : nothing;
  const change = (next: (now: Picked) => Picked) => setState((now) => ({ of, picked: next(now.picked), touched: true }));
  return {
    value: picked.selection satisfies Selection,
    isEmpty: isEmpty(picked.selection),
    /** How many are selected, as lists count: `3`, `12345`, `10000+`. */
    size: sizeOf(picked.selection, total),
    total,
    /** Whether anything was ever selected here, so that there is something to say of it. */
    touched: state.touched,
    toggle: (page: readonly string[], id: string, range?: boolean) => change((now) => toggled(now, page, id, range)),
    extend: (page: readonly string[], from: string, to: string) => change((now) => extended(now, page, from, to)),
    togglePage: (page: readonly string[]) => change((now) => pageToggled(now, page)),
    selectAll: () => change(() => everything),
    clear: () => change(() => nothing),
  };
}

export type SelectionState = ReturnType<typeof useSelection>;

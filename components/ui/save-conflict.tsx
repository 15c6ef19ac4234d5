"use client";

import { TriangleAlert } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "./button";
import { changedItems, type Items, mergeItems, saveMerged } from "./merge";

/** Thrown to stop saving until the person has chosen. */
class UnresolvedConflict extends Error {}

type MergedSaveOptions<Values extends FieldValues, Item> = {
  form: UseFormReturn<Values, unknown, Values>;
  /** The saved items that the form was opened with. */
  initial: Items<Item>;
  toItems: (values: Values) => Items<Item>;
  toValues: (items: Items<Item>) => Values;
  /** Saves the items if the saved ones are still the expected ones, and returns them as they were saved, or null if that was canceled. */
  send: (items: Items<Item>, expected: Items<Item>) => Promise<Items<Item> | null>;
  /** Loads the saved items. */
  load: () => Promise<Items<Item>>;
};

/** An item that two people changed. It is undefined for the one who removed it. */
type ConflictingItem<Item> = { key: string; mine: Item | undefined; theirs: Item | undefined };

/** The items in two orders, if both changed it. */
type ConflictingOrder<Item> = { mine: Items<Item>; theirs: Items<Item> } | null;

/**
 * Saves a form whose value others may have saved since it was opened. What only one of them changed is merged. `conflicts` are the items that
 * both changed, until the person has chosen.
 */
export function useMergedSave<Values extends FieldValues, Item>(options: MergedSaveOptions<Values, Item>) {
  const { form, initial, toItems, toValues, send, load } = options;
  const base = useRef(initial);
  const [conflict, setConflict] = useState<{ theirs: Items<Item>; items: ConflictingItem<Item>[]; order: ConflictingOrder<Item> } | null>(
    null,
  );
  const reset = (saved: Items<Item>) => {
    base.current = saved;
    setConflict(null);
    form.reset(toValues(saved));
  };
  const merge = (from: Items<Item>, mine: Items<Item>, theirs: Items<Item>) => {
    const { merged, conflicts, isOrderConflict } = mergeItems(from, mine, theirs);
    if (conflicts.length === 0 && !isOrderConflict) return merged;
    setConflict({
      theirs,
      items: conflicts.map((key) => ({ key, mine: mine.get(key), theirs: theirs.get(key) })),
      order: isOrderConflict ? { mine, theirs } : null,
    });
    throw new UnresolvedConflict();
  };
  /** Returns the saved values, or null if the person has to choose first, or canceled. */
  const save = async (values: Values): Promise<Values | null> => {
    try {
      const saved = await saveMerged(base.current, toItems(values), { send, load, merge });
      if (saved === null) return null;
      reset(saved);
      return toValues(saved);
    } catch (error) {
      if (error instanceof UnresolvedConflict) return null;
      throw error;
    }
  };
  const resolve = (winner: "mine" | "theirs") => {
    if (conflict === null) return;
    const { theirs } = conflict;
    const { merged } = mergeItems(base.current, toItems(form.getValues()), theirs, winner);
    reset(theirs);
    form.reset(toValues(merged), { keepDefaultValues: true });
  };
  return {
    save,
    reset,
    resolve,
    conflicts: conflict?.items ?? [],
    order: conflict?.order ?? null,
    // A form that is being saved isn't submitted again.
    isSaving: form.formState.isSubmitting,
  };
}

export type MergedValuesOptions<Values extends FieldValues> = {
  form: UseFormReturn<Values, unknown, Values>;
  /** Saves the changed values if the saved ones are still the expected ones, and returns all as they were saved. */
  onSave: (changes: Partial<Values>, expected: Partial<Values>) => Promise<Values>;
  /** Loads the saved values. */
  onLoad: () => Promise<Values>;
};

/** `useMergedSave` for a form whose values people change apart from each other. Only those that differ are saved. */
export function useMergedValues<Values extends FieldValues>({ form, onSave, onLoad }: MergedValuesOptions<Values>) {
  const toItems = (values: Partial<Values>): Items<unknown> => new Map(Object.entries(values));
  const toValues = (items: Items<unknown>) => Object.fromEntries(items) as Values;
  const [initial] = useState(() => toItems(form.formState.defaultValues as Values));
  return useMergedSave({
    form,
    initial,
    toItems,
    toValues,
    send: async (items, expected) => {
      const changed = changedItems(items, expected);
      if (changed.length === 0) return items;
      const read = changed.map(([name]) => [name, expected.get(name)]);
      return toItems(await onSave(Object.fromEntries(changed) as Partial<Values>, Object.fromEntries(read) as Partial<Values>));
    },
    load: async () => toItems(await onLoad()),
  });
}

/** What both changed, and how the person chooses. While the form is being saved, choosing would do nothing. */
export type Merging<Item> = {
  conflicts: readonly ConflictingItem<Item>[];
  order: ConflictingOrder<Item>;
  isSaving: boolean;
  resolve: (winner: "mine" | "theirs") => void;
};

type SaveConflictProps<Item> = {
  /** Says what was saved since. */
  title: string;
  merging: Merging<Item>;
  /** The name of an item, and what differs in it. */
  toText: (item: Item, key: string) => { name: string; text: ReactNode };
};

/** Shows what two people changed, and asks whose is saved. It is part of the form. */
export function SaveConflict<Item>({ title, merging: { conflicts, order, isSaving, resolve }, toText }: SaveConflictProps<Item>) {
  if (conflicts.length === 0 && order === null) return null;
  const describeOrder = (items: Items<Item>) => [...items].map(([key, item]) => toText(item, key).name).join(" · ");
  return (
    <div role="alert" className="grid gap-3 rounded-lg border border-warning/40 px-3 py-2 text-2sm">
      <p className="flex gap-2 font-medium">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
        {title}
      </p>
      {conflicts.map(({ key, mine, theirs }) => {
        const [own, other] = [mine, theirs].map((item) => (item === undefined ? undefined : toText(item, key)));
        return <Difference key={key} name={(own ?? other)?.name} theirs={other?.text ?? "removed"} mine={own?.text ?? "removed"} />;
      })}
      {order && <Difference name="Order" theirs={describeOrder(order.theirs)} mine={describeOrder(order.mine)} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={isSaving} onClick={() => resolve("theirs")}>
          Use theirs
        </Button>
        <Button
          variant="outline"
          size="sm"
          disabled={isSaving}
          onClick={({ currentTarget: { form } }) => {
            resolve("mine");
            form?.requestSubmit();
          }}
        >
          Save mine instead
        </Button>
      </div>
    </div>
  );
}

const Difference = ({ name, theirs, mine }: { name: string | undefined; theirs: ReactNode; mine: ReactNode }) => (
  <dl className="grid gap-1">
    <dt className="font-medium">{name}</dt>
    <dd className="whitespace-pre-wrap">Theirs: {theirs}</dd>
    <dd className="whitespace-pre-wrap text-muted-foreground">Yours: {mine}</dd>
  </dl>
);

"use client";

import { parseAsBoolean, useQueryState } from "nuqs";

/** Whether a dialog is open, kept in the URL so that other pages can link to it, and a setter. */
export function useUrlFlag(name: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useQueryState(name, parseAsBoolean.withDefault(false));
  return [isOpen, (next) => void setOpen(next || null)];
}

"use client";

import { useTheme } from "next-themes";
import { createContext, use, useEffect, useState } from "react";

const Nonce = createContext<string | undefined>(undefined);

export const NonceProvider = Nonce.Provider;

/** The nonce that the content security policy requires of style elements, also inside `srcdoc` frames. */
export const useNonce = (): string | undefined => use(Nonce);

const IsTabStop = createContext(true);

/** Says whether the controls of a table row are in the tab order. */
export const TabStopProvider = IsTabStop.Provider;

/** Attributes of a control that can be in a table row. Only the controls of one row are in the tab order. */
export const useTabStop = (): { tabIndex: -1 } | null => (use(IsTabStop) ? null : { tabIndex: -1 });

/** The color scheme of the page. Null until hydration, since the server doesn't know it. */
export function useColorScheme(): "light" | "dark" | null {
  const { resolvedTheme } = useTheme();
  const [scheme, setScheme] = useState<"light" | "dark" | null>(null);
  useEffect(() => setScheme(resolvedTheme === "dark" ? "dark" : "light"), [resolvedTheme]);
  return scheme;
}

/** Returns a value after it hasn't changed for `delay` milliseconds. */
export function useDebouncedValue<Value>(value: Value, delay = 200): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return debounced;
}

/** Opens a dialog only after it is mounted, because dialogs that are mounted open have no animation. */
export function useOpenAfterMount(open: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return open && isMounted;
}

"use client";

import { useTheme } from "next-themes";
import { useEffect, useState } from "react";

/** Whether the page is light or dark now; null until it is alive, as the server does not know. */
export function useColorScheme(): "light" | "dark" | null {
  const { resolvedTheme } = useTheme();
  const [scheme, setScheme] = useState<"light" | "dark" | null>(null);
  useEffect(() => setScheme(resolvedTheme === "dark" ? "dark" : "light"), [resolvedTheme]);
  return scheme;
}

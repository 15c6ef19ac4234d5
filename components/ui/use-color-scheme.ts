"use client";

import { useTheme } from "next-themes";
import { useEffect, useState } from "react";

/** The color scheme of the page. Null until hydration, since the server doesn't know it. */
export function useColorScheme(): "light" | "dark" | null {
  const { resolvedTheme } = useTheme();
  const [scheme, setScheme] = useState<"light" | "dark" | null>(null);
  useEffect(() => setScheme(resolvedTheme === "dark" ? "dark" : "light"), [resolvedTheme]);
  return scheme;
}

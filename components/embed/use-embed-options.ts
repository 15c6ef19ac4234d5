"use client";

import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from "nuqs";

const searchParams = {
  form: parseAsStringLiteral(["join", "claim"]).withDefault("join"),
  by: parseAsStringLiteral(["script", "frame"]).withDefault("script"),
  names: parseAsBoolean.withDefault(false),
  theme: parseAsStringLiteral(["system", "light", "dark"]).withDefault("system"),
};

/** What was chosen of the form, which the page's address holds, and what changes it. */
export const useEmbedOptions = () => useQueryStates(searchParams);

"use client";

import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from "nuqs";

const searchParams = {
  form: parseAsStringLiteral(["join", "claim"]).withDefault("join"),
  method: parseAsStringLiteral(["script", "frame"]).withDefault("script"),
  names: parseAsBoolean.withDefault(false),
  theme: parseAsStringLiteral(["system", "light", "dark"]).withDefault("system"),
};

/** The selected options and their setter. The state is in the URL. */
export const useEmbedOptions = () => useQueryStates(searchParams);

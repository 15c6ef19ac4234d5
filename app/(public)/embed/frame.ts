import { createLoader, parseAsBoolean, parseAsStringLiteral, type SearchParams } from "nuqs/server";
import type { EmbedFrame } from "@/components/public/public-card";
import { withQuery } from "@/lib/routes";

const params = { names: parseAsBoolean.withDefault(false), theme: parseAsStringLiteral(["light", "dark"]) };
const loadParams = createLoader(params);

/** The options of a framed form in its URL, which must survive a submission. */
export const frameParams = Object.keys(params);

/** Reads the options of a framed form that submits to `action`. */
export async function getFrame(action: string, searchParams: Promise<SearchParams>): Promise<EmbedFrame> {
  const { names, theme } = await loadParams(searchParams);
  const query = { ...(names && { names: "true" }), ...(theme && { theme }) };
  return { action: Object.keys(query).length === 0 ? action : withQuery(action, query), names, theme };
}

/** Search engines should list the page itself, not its version for frames. */
export const noIndex = { robots: { index: false } } as const;

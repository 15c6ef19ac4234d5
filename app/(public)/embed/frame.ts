import { createLoader, parseAsBoolean, parseAsStringLiteral, type SearchParams } from "nuqs/server";
import type { Frame } from "@/components/public/public-card";
import { narrowed } from "@/lib/routes";

const looks = { names: parseAsBoolean.withDefault(false), theme: parseAsStringLiteral(["light", "dark"]) };
const query = createLoader(looks);

/** What the address of a form in a frame says of how it stands there; the form's own says it again. */
export const keptInFrame = Object.keys(looks);

/** How a form that is sent to `action` stands in a frame. */
export async function frameOf(action: string, searchParams: Promise<SearchParams>): Promise<Frame> {
  const { names, theme } = await query(searchParams);
  const kept = { ...(names && { names: "true" }), ...(theme && { theme }) };
  return { action: Object.keys(kept).length === 0 ? action : narrowed(action, kept), names, theme };
}

/** Search engines are led to the page itself. */
export const notListed = { robots: { index: false } } as const;

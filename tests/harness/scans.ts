import type { Context } from "@/core/context";

/** Whether scanning the beginning of a list was enough for a page, or all matches had to be collected. */
type ScanResult = "found enough" | "collected all";

/** A context for the first pages of lists that scan (`firstMatches`), and how they were found, according to PostgreSQL. */
export function recordScans(ctx: Context): { ctx: Context; results: Set<ScanResult> } {
  const results = new Set<ScanResult>();
  const run = async (text: string, parameters: readonly unknown[]) => {
    if (text.split("as is_complete").length === 2) {
      const lines = await ctx.db.run(`explain (analyze, costs off, timing off) ${text}`, parameters);
      const plan = lines.map((line) => String(line["QUERY PLAN"])).join("\n");
      const hasCounted = (name: string) => new RegExp(`CTE Scan on ${name}( ${name}_\\d+)? \\(actual`).test(plan);
      // With enough matches, PostgreSQL doesn't count the scanned rows.
      if (hasCounted("found") && !hasCounted("scan")) results.add("found enough");
      if (!plan.includes("CTE Scan on found (actual")) results.add("collected all");
    }
    return ctx.db.run(text, parameters);
  };
  const db = new Proxy(ctx.db, { get: (target, name) => (name === "run" ? run : Reflect.get(target, name, target)) });
  return { ctx: { ...ctx, db }, results };
}

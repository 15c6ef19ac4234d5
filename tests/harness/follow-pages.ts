import { expect } from "vitest";
import type { Api } from "./api";

/** Follows the `Link` headers from page to page and returns all rows in order. `afterPage` runs after each page. */
export async function followPages(
  api: Api,
  path: string,
  afterPage: (page: number) => Promise<unknown> = async () => {},
): Promise<{ rows: Record<string, unknown>[]; totals: number[] }> {
  const rows: Record<string, unknown>[] = [];
  const totals: number[] = [];
  for (let next: string | undefined = path, page = 0; next !== undefined; page++) {
    const { status, data, nextCursor, headers } = await api.get(next);
    expect(status).toBe(200);
    rows.push(...data);
    totals.push(Number(headers.get("x-total-count")));
    const [, url] = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "") ?? [];
    if (url) expect(url).toMatch(/^\/api\//);
    expect(new URLSearchParams(url?.split("?")[1]).get("cursor")).toBe(nextCursor);
    next = url?.replace("/api", "");
    await afterPage(page);
    if (page > 200) throw new Error("The list never ends");
  }
  return { rows, totals };
}

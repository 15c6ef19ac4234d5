import type { Command } from "@/components/layout/commands";
import { call } from "@/contract/call";
import { codePath, leadPath } from "@/lib/routes";

/** How many of each kind a search shows. */
const resultsPerKind = "5";

/** Codes and leads by text; each leads to its page. */
export async function searchCodesAndLeads(text: string, signal: AbortSignal): Promise<Command[]> {
  const query = { q: text, limit: resultsPerKind, count: "capped" } as const;
  const [codes, leads] = await Promise.all([call("GET /codes", { query, signal }), call("GET /leads", { query, signal })]);
  return [
    ...codes.map(({ code }): Command => ({ id: `code:${code}`, label: code, hint: "Code", mono: true, href: codePath(code) })),
    ...leads.map(({ email }): Command => ({ id: `lead:${email}`, label: email, hint: "Lead", mono: true, href: leadPath(email) })),
  ];
}

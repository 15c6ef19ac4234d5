import type { Command } from "@/components/layout/commands";
import { call } from "@/contract/call";
import { codePath, leadPath } from "@/lib/routes";
import { shellLabels } from "./labels";

const resultsPerKind = "5";
const { searchResults: labels } = shellLabels;

/** Searches codes and leads for the command palette. */
export async function searchCodesAndLeads(text: string, signal: AbortSignal): Promise<Command[]> {
  const query = { q: text, limit: resultsPerKind, count: "capped" } as const;
  const [codes, leads] = await Promise.all([call("GET /codes", { query, signal }), call("GET /leads", { query, signal })]);
  return [
    ...codes.map(({ code }): Command => ({ id: `code:${code}`, label: code, hint: labels.code, mono: true, href: codePath(code) })),
    ...leads.map(({ email }): Command => ({ id: `lead:${email}`, label: email, hint: labels.lead, mono: true, href: leadPath(email) })),
  ];
}

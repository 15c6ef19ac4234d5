import { toast } from "@/components/ui/toast";
import { tellFailure } from "@/components/use-change";
import { callPage } from "@/contract/call";
import { pageLimit } from "@/contract/limits";
import type { CodeFilterQuery } from "./filters";
import { counted } from "./labels";

/** The most codes that are copied; more are for a file. */
export const maxCopiedCodes = 10_000;

/** Copies codes, one on each line, and says so. */
export async function copyCodes(codes: readonly string[]): Promise<void> {
  const text = codes.join("\n");
  const said = () => void toast.success(`Copied ${counted(codes.length, "code")}`, { description: "One on each line." });
  // Absent where the page came over plain HTTP from another machine; and a browser asks for a press that is not long ago.
  const write = () => navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("This browser does not let pages copy here."));
  await write().then(said, () =>
    toast.error("The browser did not copy", {
      description: `${counted(codes.length, "code")} wait to be copied.`,
      action: { label: "Copy", onClick: () => void write().then(said, tellFailure("Not copied")) },
    }),
  );
}

/** The codes that match, in the order of the list; null where there are more than are copied. */
export async function fetchMatchingCodes(narrowing: CodeFilterQuery): Promise<string[] | null> {
  const codes: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await callPage("GET /codes", { query: { ...narrowing, cursor, limit: String(pageLimit), count: "capped" } });
    codes.push(...page.items.map(({ code }) => code));
    cursor = page.next ?? undefined;
    if (codes.length > maxCopiedCodes || (codes.length === maxCopiedCodes && cursor !== undefined)) return null;
  } while (cursor !== undefined);
  return codes;
}

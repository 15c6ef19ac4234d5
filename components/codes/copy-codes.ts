import type { FilterQuery } from "@/components/list/definition";
import { toast } from "@/components/ui/toast";
import { callPage } from "@/contract/call";
import { maxPageSize } from "@/contract/limits";
import { copyText } from "@/lib/copy-text";
import { labels } from "./labels";

const { copyToast } = labels;

/** The most codes that can be copied at once. More have to be exported. */
export const maxCopiedCodes = 10_000;

/** Copies codes to the clipboard, one per line, and shows a toast. */
export async function copyCodes(codes: readonly string[]): Promise<void> {
  const text = codes.join("\n");
  const showSuccess = () => void toast.success(copyToast.copied(codes.length), { description: copyToast.oneCodePerLine });
  const showFailure = () => void toast.error(copyToast.failed, { description: copyToast.notSupported });
  // Browsers reject writes that come too long after a click.
  await copyText(text).then(showSuccess, () =>
    toast.error(copyToast.failed, {
      description: copyToast.ready(codes.length),
      action: { label: copyToast.retry, onClick: () => void copyText(text).then(showSuccess, showFailure) },
    }),
  );
}

/** Fetches the codes that match, in the order of the list. Returns null if there are more than can be copied. */
export async function fetchMatchingCodes(filterQuery: FilterQuery<"GET /codes">): Promise<string[] | null> {
  const codes: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await callPage("GET /codes", { query: { ...filterQuery, cursor, limit: String(maxPageSize), count: "capped" } });
    codes.push(...page.items.map(({ code }) => code));
    cursor = page.next ?? undefined;
    if (codes.length > maxCopiedCodes || (codes.length === maxCopiedCodes && cursor !== undefined)) return null;
  } while (cursor !== undefined);
  return codes;
}

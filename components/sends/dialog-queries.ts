import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call, callFile } from "@/contract/call";
import type { showMailEndpoint } from "@/contract/send-preview";
import { type Ask, previewOf } from "./draft";

/** Codes that a text finds; without one, the newest that have a use left for anybody. */
export const codesFound = (text: string) =>
  queryOptions({
    queryKey: ["code-picker", text],
    queryFn: ({ signal }) =>
      call("GET /codes", {
        query: { ...(text === "" ? { usesLeft: "true", reserved: "false" } : { q: text }), limit: "8", count: "capped" },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** What would come of sending. It has no key that says it all, as there may be very many addresses: `id` stands for what is asked. */
export const outcomeOf = (id: string, ask: Ask | null) =>
  queryOptions({
    queryKey: ["outcome", id],
    queryFn: ({ signal }) => call("POST /sends/preview", { body: previewOf(ask as Ask), signal }),
    enabled: ask !== null,
    placeholderData: keepPreviousData,
    // What is shown before something leaves is never old.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  });

// Not by a parser of documents: it would meet the mail's own styles, which this page's policy forbids.
function titleOf(html: string): string {
  const text = document.createElement("textarea");
  text.innerHTML = /<title>([^<]*)/.exec(html)?.[1] ?? "";
  return text.value;
}

type MailQuery = z.input<NonNullable<typeof showMailEndpoint.query>>;

/** The subject of a mail. Its page is read here only for its title, and to hear of a refusal; a frame shows it. */
export const subjectOf = (query: MailQuery) =>
  queryOptions({
    queryKey: ["mail", query],
    queryFn: async ({ signal }) => {
      const { content } = await callFile("GET /mail/preview", { query, signal });
      return titleOf(await content.text());
    },
    placeholderData: keepPreviousData,
  });

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call, callFile } from "@/contract/call";
import type { previewSendEmailEndpoint } from "@/contract/send-preview";
import { type SendRequest, toPreviewBody } from "./send-form-schema";

/** Codes that a text finds; without one, the newest that have a use left for anybody. */
export const codeSearchQuery = (text: string) =>
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
export const sendPreviewQuery = (id: string, ask: SendRequest | null) =>
  queryOptions({
    queryKey: ["outcome", id],
    queryFn: ({ signal }) => call("POST /sends/preview", { body: toPreviewBody(ask as SendRequest), signal }),
    enabled: ask !== null,
    placeholderData: keepPreviousData,
    // What is shown before something leaves is never old.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  });

// Not by a parser of documents: it would meet the mail's own styles, which this page's policy forbids.
function readTitle(html: string): string {
  const text = document.createElement("textarea");
  text.innerHTML = /<title>([^<]*)/.exec(html)?.[1] ?? "";
  return text.value;
}

type EmailPreviewParams = z.input<NonNullable<typeof previewSendEmailEndpoint.query>>;

/** The subject of a mail. Its page is read here only for its title, and to hear of a refusal; a frame shows it. */
export const emailSubjectQuery = (query: EmailPreviewParams) =>
  queryOptions({
    queryKey: ["mail", query],
    queryFn: async ({ signal }) => {
      const { content } = await callFile("GET /mail/preview", { query, signal });
      return readTitle(await content.text());
    },
    placeholderData: keepPreviousData,
  });

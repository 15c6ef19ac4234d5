import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call, callFile } from "@/contract/call";
import type { previewSendEmailEndpoint } from "@/contract/send-preview";
import { type SendRequest, toPreviewBody } from "./send-form-schema";

/** Searches codes. Without a text, lists the newest unreserved codes with uses left. */
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

/** Previews a send. The key is an `id` of the request, since the request can hold many thousand emails. */
export const sendPreviewQuery = (id: string, request: SendRequest | null) =>
  queryOptions({
    queryKey: ["send-preview", id],
    queryFn: ({ signal }) => call("POST /sends/preview", { body: toPreviewBody(request as SendRequest), signal }),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    // The preview of a send must never be stale.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  });

// DOMParser would apply the email's own styles, which the Content-Security-Policy blocks.
function readTitle(html: string): string {
  const textarea = document.createElement("textarea");
  textarea.innerHTML = /<title>([^<]*)/.exec(html)?.[1] ?? "";
  return textarea.value;
}

type EmailPreviewParams = z.input<NonNullable<typeof previewSendEmailEndpoint.query>>;

/** Gets the subject of an email from the title of its preview, and reports errors. The preview itself is shown in a frame. */
export const emailSubjectQuery = (query: EmailPreviewParams) =>
  queryOptions({
    queryKey: ["email-subject", query],
    queryFn: async ({ signal }) => {
      const { content } = await callFile("GET /sends/preview/email", { query, signal });
      return readTitle(await content.text());
    },
    placeholderData: keepPreviousData,
  });

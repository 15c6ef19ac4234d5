import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/contract/call";
import { previewMail } from "@/contract/mail";

export const mailTexts = queryOptions({ queryKey: ["mail-texts"], queryFn: ({ signal }) => call("GET /mail/texts", { signal }) });

/** A mail in words that need not be saved, as it will look. Words that are too long are not asked for; what was shown stays. */
export const renderingOf = (words: z.input<typeof previewMail.body>) =>
  queryOptions({
    queryKey: ["mail-rendering", words],
    queryFn: ({ signal }) => call("POST /mail/preview", { body: words, signal }),
    enabled: previewMail.body.safeParse(words).success,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

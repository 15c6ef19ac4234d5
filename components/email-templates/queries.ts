import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";
import { previewMailEndpoint } from "@/contract/mail";
import type { MailKind, MailText } from "@/contract/mail-texts";

export const mailTexts = queryOptions({ queryKey: ["mail-texts"], queryFn: ({ signal }) => call("GET /mail/texts", { signal }) });

type Words = MailText & { kind: MailKind };
type Scheme = "light" | "dark";

/** A mail in words that need not be saved, as it will look in one colouring, once that is known. Words that are too long are not asked for; what was shown stays. */
export const renderingOf = (words: Words, scheme: Scheme | null) =>
  queryOptions({
    queryKey: ["mail-rendering", words, scheme],
    queryFn: ({ signal }) => call("POST /mail/preview", { body: { ...words, scheme: scheme ?? undefined }, signal }),
    enabled: scheme !== null && previewMailEndpoint.body.safeParse(words).success,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/contract/call";
import { previewEmailTemplateEndpoint } from "@/contract/email-template-api";
import type { EmailTemplateKind, EmailTemplateContent } from "@/contract/email-templates";

export const emailTemplatesQuery = queryOptions({ queryKey: ["mail-texts"], queryFn: ({ signal }) => call("GET /mail/texts", { signal }) });

type Words = EmailTemplateContent & { kind: EmailTemplateKind };
type Scheme = "light" | "dark";

/** A mail in words that need not be saved, as it will look in one colouring, once that is known. Words that are too long are not asked for; what was shown stays. */
export const templatePreviewQuery = (words: Words, scheme: Scheme | null) =>
  queryOptions({
    queryKey: ["mail-rendering", words, scheme],
    queryFn: ({ signal }) => call("POST /mail/preview", { body: { ...words, scheme: scheme ?? undefined }, signal }),
    enabled: scheme !== null && previewEmailTemplateEndpoint.body.safeParse(words).success,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

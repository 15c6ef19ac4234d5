import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { EmailTemplateContent, EmailTemplateKind } from "@/contract/default-email-templates";
import { previewEmailTemplateEndpoint, type sendTestEmailEndpoint } from "@/contract/email-templates";

export const emailTemplatesQuery = queryOptions({
  queryKey: ["email-templates"],
  queryFn: ({ signal }) => call("GET /email-templates", { signal }),
});

type PreviewInput = EmailTemplateContent & { kind: EmailTemplateKind };

/**
 * Renders a template that isn't saved. Disabled while the color scheme is unknown or the content is too long; the previous preview stays
 * visible then.
 */
export const templatePreviewQuery = (input: PreviewInput, scheme: "light" | "dark" | null) =>
  queryOptions({
    queryKey: ["email-template-preview", input, scheme],
    queryFn: ({ signal }) => call("POST /email-templates/preview", { body: { ...input, scheme: scheme ?? undefined }, signal }),
    enabled: scheme !== null && previewEmailTemplateEndpoint.body.safeParse(input).success,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

type TemplateParams = { kind: EmailTemplateKind };

export const useUpdateTemplate = () =>
  useApiMutation(({ kind, ...body }: TemplateParams & EmailTemplateContent) =>
    call("PUT /email-templates/:kind", { params: { kind }, body }),
  );

export const useResetTemplate = () => useApiMutation((params: TemplateParams) => call("DELETE /email-templates/:kind", { params }));

export const useSendTestEmail = () =>
  useMutation({ mutationFn: (body: z.input<typeof sendTestEmailEndpoint.body>) => call("POST /email-templates/test", { body }) });

import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { apiQuery } from "@/components/api-query";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { EmailTemplateContent, EmailTemplateKind } from "@/contract/default-email-templates";
import { type EmailPreview, previewEmailTemplateEndpoint, type sendTestEmailEndpoint } from "@/contract/email-templates";
import { emailTemplateLabels } from "./labels";

export const emailTemplatesQuery = apiQuery("GET /email-templates");

type PreviewInput = EmailTemplateContent & { kind: EmailTemplateKind; email?: string | undefined; buttonUrl?: string | undefined };

export type ColorScheme = "light" | "dark";

/** How a preview renders an email. Disabled while the content isn't complete; the previous preview stays visible then. */
export type PreviewSource = {
  queryKey: readonly unknown[];
  load: (scheme: ColorScheme, signal: AbortSignal) => Promise<EmailPreview>;
  isEnabled: boolean;
};

/** Renders a template that isn't saved. */
export const templatePreview = (input: PreviewInput): PreviewSource => ({
  queryKey: ["email-template-preview", input],
  load: (scheme, signal) => call("POST /email-templates/preview", { body: { ...input, scheme }, signal }),
  isEnabled: previewEmailTemplateEndpoint.body.safeParse(input).success,
});

/** The rendered email of a preview, once the color scheme is known. */
export const previewQuery = ({ queryKey, load, isEnabled }: PreviewSource, scheme: ColorScheme | null) =>
  queryOptions({
    queryKey: [...queryKey, scheme],
    queryFn: ({ signal }) => load(scheme ?? "light", signal),
    enabled: scheme !== null && isEnabled,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

type TemplateParams = { kind: EmailTemplateKind };

export const useUpdateTemplate = () =>
  useApiMutation(({ kind, ...body }: TemplateParams & EmailTemplateContent) =>
    call("PUT /email-templates/:kind", { params: { kind }, body }),
  );

export const useResetTemplate = () => useApiMutation((params: TemplateParams) => call("DELETE /email-templates/:kind", { params }));

/** Lists the versions of a template, newest first. */
export const templateVersionsQuery = (kind: EmailTemplateKind) => apiQuery("GET /email-templates/:kind/versions", { params: { kind } });

export const useRestoreTemplate = () =>
  useApiMutation((params: TemplateParams & { id: string }) => call("POST /email-templates/:kind/versions/:id/restore", { params }));

/** Sends a test email to the signed-in staff member, and says so. */
export function useSendTest() {
  const { test: labels } = emailTemplateLabels;
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: z.input<typeof sendTestEmailEndpoint.body>) => call("POST /email-templates/test", { body }),
  });
  const send = async (input: z.input<typeof sendTestEmailEndpoint.body>) => {
    const { email, isSavedToFile } = await mutateAsync(input);
    if (isSavedToFile) toast.success(labels.savedToFileToast, { description: labels.savedToFileDescription(email) });
    else toast.success(labels.sentToast, { description: email });
  };
  return { send, isPending };
}

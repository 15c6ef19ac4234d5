"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { EmailTemplateContent, EmailTemplateKind } from "@/contract/default-email-templates";
import type { sendTestEmailEndpoint } from "@/contract/email-templates";

type TemplateParams = { kind: EmailTemplateKind };

export const useUpdateTemplate = () =>
  useApiMutation(({ kind, ...body }: TemplateParams & EmailTemplateContent) =>
    call("PUT /email-templates/:kind", { params: { kind }, body }),
  );

export const useResetTemplate = () => useApiMutation((params: TemplateParams) => call("DELETE /email-templates/:kind", { params }));

export const useSendTestEmail = () =>
  useMutation({ mutationFn: (body: z.input<typeof sendTestEmailEndpoint.body>) => call("POST /email-templates/test", { body }) });

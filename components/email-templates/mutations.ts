"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { sendTestEmailEndpoint } from "@/contract/email-template-api";
import type { EmailTemplateKind, EmailTemplateContent } from "@/contract/email-templates";

type One = { kind: EmailTemplateKind };

export const useUpdateTemplate = () =>
  useApiMutation(({ kind, ...body }: One & EmailTemplateContent) => call("PUT /mail/texts/:kind", { params: { kind }, body }));

export const useResetTemplate = () => useApiMutation((params: One) => call("DELETE /mail/texts/:kind", { params }));

export const useSendTestEmail = () =>
  useMutation({ mutationFn: (body: z.input<typeof sendTestEmailEndpoint.body>) => call("POST /mail/test", { body }) });

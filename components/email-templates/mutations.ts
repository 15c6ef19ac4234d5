"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import type { sendTestMailEndpoint } from "@/contract/mail";
import type { MailKind, MailText } from "@/contract/mail-texts";

type One = { kind: MailKind };

export const useChangeMailText = () =>
  useChange(({ kind, ...body }: One & MailText) => call("PUT /mail/texts/:kind", { params: { kind }, body }));

export const useResetMailText = () => useChange((params: One) => call("DELETE /mail/texts/:kind", { params }));

export const useSendTest = () =>
  useMutation({ mutationFn: (body: z.input<typeof sendTestMailEndpoint.body>) => call("POST /mail/test", { body }) });

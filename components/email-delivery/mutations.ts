"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import type { changeMailSettingsEndpoint, testMailServerEndpoint } from "@/contract/mail-settings";

export const useChangeMailSettings = () =>
  useChange((body: z.input<typeof changeMailSettingsEndpoint.body>) => call("PATCH /project/mail", { body }));

/** It changes nothing, so nothing that is shown is asked for anew. */
export const useTestMail = () =>
  useMutation({ mutationFn: (body: z.input<typeof testMailServerEndpoint.body>) => call("POST /project/mail/test", { body }) });

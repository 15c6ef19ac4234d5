"use client";

import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { CallInput } from "@/contract/call";
import { emailTemplateLabels } from "./labels";

/** Sends a test email to the signed-in staff member, and says so. */
export function useSendTest() {
  const { test: labels } = emailTemplateLabels;
  const { mutateAsync, isPending } = useApiMutation("POST /email-templates/test", { changes: "nothing" });
  const send = async (body: CallInput<"POST /email-templates/test">["body"]) => {
    const { email, isSavedToFile } = await mutateAsync({ body });
    if (isSavedToFile) toast.success(labels.savedToFileToast, { description: labels.savedToFileDescription(email) });
    else toast.success(labels.sentToast, { description: email });
  };
  return { send, isPending };
}

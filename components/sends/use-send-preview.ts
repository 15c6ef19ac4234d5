import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSettled } from "@/components/ui/use-settled";
import { sendPreviewQuery } from "./dialog-queries";
import { toSendRequest, toSendContent, SendFormSchema, type PresetRecipients } from "./send-form-schema";

/** How long the question waits for the next letter, in milliseconds. */
const settleDelay = 300;

let requestCount = 0;

/** What would come of a draft, asked anew once it has stayed the same for a moment; nothing while it is not complete. */
export function useSendPreview(draft: SendFormSchema, to: PresetRecipients | undefined) {
  const text = JSON.stringify(draft);
  const settled = useSettled(text, settleDelay);
  const { id, asked, brought } = useMemo(() => {
    const filled = JSON.parse(settled);
    const { data } = SendFormSchema.safeParse(filled);
    return { id: String(++requestCount), asked: data === undefined ? null : toSendRequest(data, to), brought: toSendContent(filled) };
  }, [settled, to]);
  const outcome = useQuery(sendPreviewQuery(id, asked));
  return {
    asked,
    /** What the mail would bring; null while that is not known. */
    brought,
    outcome,
    /** Whether what stands there is the answer to what is filled in. */
    isSettled: settled === text && outcome.isSuccess && !outcome.isPlaceholderData,
  };
}

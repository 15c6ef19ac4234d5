import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDebouncedValue } from "@/components/ui/use-debounced-value";
import { sendPreviewQuery } from "./dialog-queries";
import { toSendRequest, toSendContent, SendFormSchema, type PresetRecipients } from "./send-form-schema";

/** How long the question waits for the next letter, in milliseconds. */
const settleDelay = 300;

let requestCount = 0;

/** What would come of a draft, asked anew once it has stayed the same for a moment; nothing while it is not complete. */
export function useSendPreview(draft: SendFormSchema, to: PresetRecipients | undefined) {
  const text = JSON.stringify(draft);
  const settled = useDebouncedValue(text, settleDelay);
  const { id, request, content } = useMemo(() => {
    const filled = JSON.parse(settled);
    const { data } = SendFormSchema.safeParse(filled);
    return { id: String(++requestCount), request: data === undefined ? null : toSendRequest(data, to), content: toSendContent(filled) };
  }, [settled, to]);
  const preview = useQuery(sendPreviewQuery(id, request));
  return {
    asked: request,
    /** What the mail would bring; null while that is not known. */
    brought: content,
    outcome: preview,
    /** Whether what stands there is the answer to what is filled in. */
    isSettled: settled === text && preview.isSuccess && !preview.isPlaceholderData,
  };
}

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDebouncedValue } from "@/components/ui/use-debounced-value";
import { sendPreviewQuery } from "./dialog-queries";
import { type PresetRecipients, SendFormSchema, type SendFormValues, toSendContent, toSendRequest } from "./send-form-schema";

/** How long the form must stay unchanged before the preview is requested, in milliseconds. */
const settleDelay = 300;

let requestCount = 0;

/** Previews the send that the form describes once the values have settled. `request` is null while they aren't valid. */
export function useSendPreview(values: SendFormValues, recipients: PresetRecipients | undefined) {
  const text = JSON.stringify(values);
  const settledText = useDebouncedValue(text, settleDelay);
  const { id, request, content } = useMemo(() => {
    const settledValues = JSON.parse(settledText);
    const { data } = SendFormSchema.safeParse(settledValues);
    return {
      id: String(++requestCount),
      request: data === undefined ? null : toSendRequest(data, recipients),
      content: toSendContent(settledValues),
    };
  }, [settledText, recipients]);
  const preview = useQuery(sendPreviewQuery(id, request));
  return {
    request,
    /** What the email would contain. Null while that isn't known. */
    content,
    preview,
    /** Whether the preview matches the current values. */
    isSettled: settledText === text && preview.isSuccess && !preview.isPlaceholderData,
  };
}

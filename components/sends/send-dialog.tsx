"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useCan } from "@/components/shell/session";
import { lazyDialog } from "@/components/ui/lazy";
import type { SendDialogProps } from "./form";

/** The dialog that sends a code or personal codes, with a preview of the recipients and the email. */
export const SendDialog = lazyDialog<SendDialogProps>(() => import("./form").then(({ SendDialogContent }) => SendDialogContent));

/** Opens the send dialog for a code through the URL: `?send=<code translate="no">`. */
export function useOpenSendDialog(): (code: string) => void {
  const [, setCode] = useQueryState("send", parseAsString);
  return (code) => void setCode(code);
}

/** The send dialog for the code in the URL. Rendered once on every page that can send a code. */
export function SendDialogFromUrl() {
  const [code, setCode] = useQueryState("send", parseAsString);
  if (!useCan("POST /codes/send")) return null;
  return <SendDialog open={code !== null} onClose={() => void setCode(null)} code={code ?? undefined} />;
}

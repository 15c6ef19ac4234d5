"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useCan } from "@/components/shell/use-can";
import { SendDialog } from "./send-dialog";

/** Opens the Send dialog for a code, and says so in the address: `?send=<code>`. */
export function useOpenSendDialog(): (code: string) => void {
  const [, setCode] = useQueryState("send", parseAsString);
  return (code) => void setCode(code);
}

/** The Send dialog for the code that the page's address names; stands once on every page that sends codes. */
export function SendDialogFromUrl() {
  const [code, setCode] = useQueryState("send", parseAsString);
  if (!useCan("POST /codes/send")) return null;
  return <SendDialog open={code !== null} onClose={() => void setCode(null)} code={code ?? undefined} />;
}

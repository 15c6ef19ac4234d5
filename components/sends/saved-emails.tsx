"use client";

import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { useCan } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { LinkTabs } from "@/components/ui/link";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import { routes } from "@/lib/routes";
import { savedEmailsQuery, useSendSavedEmails } from "./api";
import { labels, retryResultMessage } from "./labels";

const { tabs, savedToFile } = labels;

const sendsTabs = [
  { href: routes.sends, label: tabs.sends },
  { href: routes.automaticEmails, label: tabs.automatic },
];

/** Links to the sends and to the automatic emails. */
export const SendsTabs = () => <LinkTabs label={tabs.label} tabs={sendsTabs} className="mb-4" />;

/** Sends the emails that were saved to files. Only for pages that show it while a mail server is connected. */
export function SendSavedEmailsButton() {
  const { mutate, isPending } = useSendSavedEmails();
  if (!useCan("POST /deliveries/send-saved")) return null;
  const send = () =>
    mutate(undefined, {
      onSuccess: (reply) => toast.success(retryResultMessage(reply)),
      onError: showErrorToast(savedToFile.failed),
    });
  return (
    <Button variant="outline" size="sm" pending={isPending} onClick={send}>
      {savedToFile.send}
    </Button>
  );
}

/** Says how many emails were saved to files before the mail server was connected, and sends them. Empty if there are none. */
export function SavedEmailsNotice() {
  const { data: message } = useQuery(savedEmailsQuery);
  if (!message) return null;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-sunken px-4 py-3">
      <Info aria-hidden="true" className="size-4 shrink-0 text-info" />
      <p className="min-w-0 flex-1 basis-60">{message}</p>
      <SendSavedEmailsButton />
    </div>
  );
}

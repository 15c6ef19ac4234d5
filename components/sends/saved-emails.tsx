"use client";

import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { apiQuery } from "@/components/api-query";
import { useCan } from "@/components/shell/session";
import { ActionButton } from "@/components/ui/actions";
import { lazyDialog } from "@/components/ui/lazy";
import { LinkTabs } from "@/components/ui/link";
import { routes } from "@/lib/routes";
import { labels } from "./labels";

const { tabs, savedToFile } = labels;

const sendsTabs = [
  { href: routes.sends, label: tabs.sends },
  { href: routes.automaticEmails, label: tabs.automatic },
  { href: routes.savedEmails, label: tabs.saved },
];

/** Links to the sends, to the automatic emails, and to those that were saved to files. */
export const SendsTabs = () => <LinkTabs label={tabs.label} tabs={sendsTabs} className="mb-4" />;

const SavedEmailsDialog = lazyDialog(() => import("./saved-dialog").then((dialog) => dialog.SavedEmailsDialog));

/** Previews and sends the emails that were saved to files. Only for pages that show it while a mail server is connected. */
export function SendSavedEmailsButton() {
  return (
    <ActionButton size="sm" action={useCan("POST /deliveries/send-saved") && { label: savedToFile.send, dialog: SavedEmailsDialog }} />
  );
}

/** Says how many emails were saved to files before the mail server was connected, and sends them. Empty if there are none. */
export function SavedEmailsNotice() {
  const { data: message } = useQuery({
    ...apiQuery("GET /overview"),
    select: ({ attention }) => attention.find(({ name }) => name === "saved_emails")?.message ?? null,
  });
  if (!message) return null;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-sunken px-4 py-3">
      <Info aria-hidden="true" className="size-4 shrink-0 text-info" />
      <p className="min-w-0 flex-1 basis-60">{message}</p>
      <SendSavedEmailsButton />
    </div>
  );
}

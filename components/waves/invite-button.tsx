"use client";

import { MailPlus } from "lucide-react";
import { type Action, ActionButton, useUrlActionDialogs } from "@/components/ui/actions";
import { lazyDialog } from "@/components/ui/lazy";
import type { WaveFilter as Filter } from "./definition";
import { labels } from "./labels";

const WaveDialog = lazyDialog(() => import("./dialog").then((dialog) => dialog.WaveDialog));

/** Opens the dialog that invites the next in line. Other pages open it through the URL. */
export function InviteButton({ filter = {} }: { filter?: Filter }) {
  const invite: Action = { label: labels.invite, icon: MailPlus, dialog: (dialog) => <WaveDialog {...dialog} filter={filter} /> };
  const dialogs = useUrlActionDialogs("invite", { true: invite });
  return (
    <>
      <ActionButton action={invite} dialogs={dialogs} variant="default" />
      {dialogs.dialog}
    </>
  );
}

"use client";

import { MailPlus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useUrlFlag } from "@/components/ui/hooks";
import { lazyDialog } from "@/components/ui/lazy";
import { labels } from "./labels";
import type { WaveFilter as Filter } from "./url";

const WaveDialog = lazyDialog(() => import("./dialog").then((dialog) => dialog.WaveDialog));

/** Opens the dialog that invites the next in line. Other pages open it through the URL. */
export function InviteButton({ filter = {} }: { filter?: Filter }) {
  const [open, setOpen] = useUrlFlag("invite");
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <MailPlus aria-hidden="true" /> {labels.invite}
      </Button>
      <WaveDialog open={open} onClose={() => setOpen(false)} filter={filter} />
    </>
  );
}

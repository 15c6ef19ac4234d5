"use client";

import { useQuery } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { FilterChip, FilterTrigger } from "@/components/list/filters";
import { Button } from "@/components/ui/button";
import { useUrlFlag } from "@/components/ui/hooks";
import { lazyDialog } from "@/components/ui/lazy";
import { wavePath } from "@/lib/routes";
import { type WaveFilter as Filter, waveQuery } from "./api";
import { labels } from "./labels";

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

/** The filter of a list by the wave that invited people, which links to the wave. */
export function WaveFilter({ id, onClear }: { id: string; onClear: () => void }) {
  const router = useRouter();
  const { data } = useQuery(waveQuery(id));
  return (
    <FilterChip label={labels.wave} onClear={onClear}>
      <FilterTrigger label={labels.wave} value={data?.name ?? "…"} onClick={() => router.push(wavePath(id))} />
    </FilterChip>
  );
}

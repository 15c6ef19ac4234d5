import { Cog, Globe, KeyRound, type LucideIcon, ShoppingBag, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import type { EventRecord } from "@/contract/events";
import type { ActorKind } from "@/contract/kinds";
import { cn } from "@/lib/cn";

/** The kinds of actor in words, with their icons. */
export const actorKindLabels: Readonly<Record<ActorKind, { word: string; icon: LucideIcon }>> = {
  staff: { word: "Staff", icon: UserRound },
  secret_key: { word: "Key", icon: KeyRound },
  public_key: { word: "Customer", icon: ShoppingBag },
  visitor: { word: "Visitor", icon: Globe },
  system: { word: "Gatehouse", icon: Cog },
};

/** What an actor is called first; keys and customers have their key's name beside it. */
export const actorName = ({ kind, name }: EventRecord["actor"]): string =>
  kind === "staff" ? (name ?? "Somebody") : kind === "secret_key" ? (name ?? "A key") : actorKindLabels[kind].word;

/** Who did it: an icon for the kind, and the name, which `named` may turn into a link. */
export function Actor({ actor, renderName = (name) => name }: { actor: EventRecord["actor"]; renderName?: (name: string) => ReactNode }) {
  const { word, icon: Icon } = actorKindLabels[actor.kind];
  const beside = actor.kind === "secret_key" ? "key" : actor.kind === "public_key" ? actor.name : null;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      {actor.kind === "staff" && <span className="sr-only">{word}</span>}
      <span className={cn("min-w-0 truncate", actor.kind === "public_key" && "shrink-0")}>{renderName(actorName(actor))}</span>
      {beside && <span className="min-w-0 shrink-[99] truncate text-muted-foreground max-md:sr-only">{beside}</span>}
    </span>
  );
}

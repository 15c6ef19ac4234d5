import { Cog, Globe, KeyRound, type LucideIcon, ShoppingBag, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import type { ActorKind } from "@/contract/enums";
import type { EventRecord } from "@/contract/events";
import { cn } from "@/lib/cn";

// Apart from the other labels, because lists show actors and the texts of all events are large.
export const actorKindLabels: Readonly<Record<ActorKind, string>> = {
  staff: "Staff",
  secret_key: "API key",
  public_key: "Customer",
  visitor: "Visitor",
  system: "Gatehouse",
};

const actorIcons: Readonly<Record<ActorKind, LucideIcon>> = {
  staff: UserRound,
  secret_key: KeyRound,
  public_key: ShoppingBag,
  visitor: Globe,
  system: Cog,
};

/** Returns the display name of an actor. */
export function actorName({ kind, name }: EventRecord["actor"]): string {
  if (kind === "staff") return name ?? "Unknown staff member";
  if (kind === "secret_key") return name ?? "Unknown API key";
  return actorKindLabels[kind];
}

/** Text beside the name: that it is an API key, or the public key that a customer used. */
function actorDetail({ kind, name }: EventRecord["actor"]): string | null {
  if (kind === "secret_key") return actorKindLabels.secret_key;
  return kind === "public_key" ? name : null;
}

type ActorProps = {
  actor: EventRecord["actor"];
  /** Wraps the name, for example in a link. */
  renderName?: (name: string) => ReactNode;
};

/** The actor of an event: an icon for the kind, and the name, which is truncated in tables and wraps elsewhere. */
export function Actor({ actor, renderName = (name) => name }: ActorProps) {
  const Icon = actorIcons[actor.kind];
  const detail = actorDetail(actor);
  return (
    <span title={[actorName(actor), detail].filter(Boolean).join(" · ")} className="flex min-w-0 items-center gap-2">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      {actor.kind === "staff" && <span className="sr-only">{actorKindLabels.staff}</span>}
      <span className={cn("min-w-0 overflow-hidden text-ellipsis", actor.kind === "public_key" && "shrink-0")}>
        {renderName(actorName(actor))}
      </span>
      {detail && <span className="min-w-0 shrink-[99] overflow-hidden text-ellipsis text-muted-foreground max-md:sr-only">{detail}</span>}
    </span>
  );
}

"use client";

import { Button } from "@/components/ui/button";
import { CopyableText } from "@/components/ui/copyable-text";
import { DialogFooter } from "@/components/ui/dialog";
import { labels } from "./labels";

export type CreatedKey = { name: string; kind: "public_key" | "secret_key"; key: string };

const copy = labels.created;

/** Shows a new key. A secret key is never shown again. */
export function CreatedKeyDetails({ createdKey: { kind, key }, onDone }: { createdKey: CreatedKey; onDone: () => void }) {
  const isSecret = kind === "secret_key";
  return (
    <div className="grid gap-3">
      <CopyableText text={key} label={copy.copy} />
      <p className="text-muted-foreground">{isSecret ? copy.secretKeyHint : copy.publicKeyHint}</p>
      <DialogFooter>
        <Button onClick={onDone}>{isSecret ? copy.saved : copy.done}</Button>
      </DialogFooter>
    </div>
  );
}

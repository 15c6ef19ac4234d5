"use client";

import { Button } from "@/components/ui/button";
import { CopyableText } from "@/components/ui/copyable-text";
import { DialogFooter } from "@/components/ui/dialog";

/** A key that was just made. */
export type CreatedKey = { name: string; kind: "public_key" | "secret_key"; key: string };

/** Shows a key that was just made; a secret one is never shown again. */
export function CreatedKeyDetails({ made: { kind, key }, onDone }: { made: CreatedKey; onDone: () => void }) {
  return (
    <div className="grid gap-3">
      <CopyableText text={key} label="the new key" />
      <p className="text-muted-foreground">
        {kind === "secret_key"
          ? "Store it now where your program reads it: it is shown this once, and nobody can look it up later."
          : "It stays visible in the list of keys."}
      </p>
      <DialogFooter>
        <Button onClick={onDone}>{kind === "secret_key" ? "I have stored it" : "Done"}</Button>
      </DialogFooter>
    </div>
  );
}

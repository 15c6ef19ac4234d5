"use client";

import { RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import { CopyButton } from "@/components/ui/copy-button";
import { MoreMenu } from "@/components/ui/more-menu";
import { TD, TR } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { KeyRecord } from "@/contract/keys";
import { useRevokeKey } from "./mutations";
import { RotateKeyDialog } from "./rotate-key-dialog";
import { keyKindLabels } from "./labels";

export function KeyRow({ of: key, zone }: { of: KeyRecord; zone: string }) {
  return (
    <TR>
      <TD className="max-w-64 truncate font-medium">
        <span title={key.name}>{key.name}</span>
      </TD>
      <TD>{keyKindLabels[key.kind].label}</TD>
      <TD mono>
        {key.value === null ? (
          <span>
            {key.prefix}…{key.lastFour}
          </span>
        ) : (
          <span className="inline-flex items-center gap-1">
            {key.value}
            <CopyButton text={key.value} label={`the key ${key.name}`} icon />
          </span>
        )}
      </TD>
      <TD className="text-muted-foreground">
        <Time at={key.createdAt} zone={zone} />
        {key.createdBy !== null && ` by ${key.createdBy}`}
      </TD>
      <TD className="text-muted-foreground">{key.lastUsedAt === null ? "never" : <Time at={key.lastUsedAt} zone={zone} />}</TD>
      <TD className="text-muted-foreground">{key.expiresAt === null ? "never" : <Time at={key.expiresAt} zone={zone} />}</TD>
      <TD className="w-10 pl-0 text-right">
        <KeyActions of={key} />
      </TD>
    </TR>
  );
}

function KeyActions({ of: key }: { of: KeyRecord }) {
  const [asked, setAsked] = useState<"rotate" | "revoke" | null>(null);
  const done = () => setAsked(null);
  return (
    <>
      <MoreMenu size="icon-sm" label={`Acts on the key ${key.name} that ends in ${key.lastFour}`}>
        {({ MenuItem }) => (
          <>
            <MenuItem onSelect={() => setAsked("rotate")}>
              <RotateCw aria-hidden="true" /> Rotate
            </MenuItem>
            <MenuItem onSelect={() => setAsked("revoke")} destructive>
              <Trash2 aria-hidden="true" /> Revoke
            </MenuItem>
          </>
        )}
      </MoreMenu>
      <RotateKeyDialog of={key} open={asked === "rotate"} onClose={done} />
      <ConfirmMutation
        open={asked === "revoke"}
        onClose={done}
        title={`Revoke the key “${key.name}”?`}
        consequence={`It ends in ${key.lastFour} and stops working within a second: what still uses it is refused. This cannot be undone.`}
        action="Revoke"
        mutation={useRevokeKey()}
        input={{ id: key.id }}
        successMessage={`The key “${key.name}” is revoked`}
      />
    </>
  );
}

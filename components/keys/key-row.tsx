"use client";

import { RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import { CopyButton } from "@/components/ui/copy-button";
import { Interpolate } from "@/components/ui/interpolate";
import { MoreMenu } from "@/components/ui/more-menu";
import { TD, TR } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { KeyRecord } from "@/contract/keys";
import { keyKindLabels, labels } from "./labels";
import { useRevokeKey } from "./mutations";
import { RotateKeyDialog } from "./rotate-key-dialog";

const copy = labels.keys;

export function KeyRow({ apiKey, timeZone }: { apiKey: KeyRecord; timeZone: string }) {
  const { name, kind, value, prefix, lastFour, createdAt, createdBy, lastUsedAt, expiresAt } = apiKey;
  const createdTime = <Time at={createdAt} zone={timeZone} />;
  return (
    <TR>
      <TD className="max-w-64 truncate font-medium">
        <span title={name}>{name}</span>
      </TD>
      <TD>{keyKindLabels[kind].label}</TD>
      <TD mono>
        {value === null ? (
          <span>
            {prefix}…{lastFour}
          </span>
        ) : (
          <span className="inline-flex items-center gap-1">
            {value}
            <CopyButton text={value} label={copy.copy(name)} icon />
          </span>
        )}
      </TD>
      <TD className="text-muted-foreground">
        {createdBy === null ? createdTime : <Interpolate text={copy.createdBy} values={{ time: createdTime, name: createdBy }} />}
      </TD>
      <TD className="text-muted-foreground">{lastUsedAt === null ? copy.never : <Time at={lastUsedAt} zone={timeZone} />}</TD>
      <TD className="text-muted-foreground">{expiresAt === null ? copy.never : <Time at={expiresAt} zone={timeZone} />}</TD>
      <TD className="w-10 pl-0 text-right">
        <KeyActions apiKey={apiKey} />
      </TD>
    </TR>
  );
}

function KeyActions({ apiKey }: { apiKey: KeyRecord }) {
  const { id, name, lastFour } = apiKey;
  const [openDialog, setOpenDialog] = useState<"rotate" | "revoke" | null>(null);
  const closeDialog = () => setOpenDialog(null);
  return (
    <>
      <MoreMenu size="icon-sm" label={copy.menu(name, lastFour)}>
        {({ MenuItem }) => (
          <>
            <MenuItem onSelect={() => setOpenDialog("rotate")}>
              <RotateCw aria-hidden="true" /> {copy.rotate}
            </MenuItem>
            <MenuItem onSelect={() => setOpenDialog("revoke")} destructive>
              <Trash2 aria-hidden="true" /> {copy.revoke}
            </MenuItem>
          </>
        )}
      </MoreMenu>
      <RotateKeyDialog apiKey={apiKey} open={openDialog === "rotate"} onClose={closeDialog} />
      <ConfirmMutation
        open={openDialog === "revoke"}
        onClose={closeDialog}
        title={copy.revokeTitle(name)}
        consequence={copy.revokeConsequence(lastFour)}
        action={copy.revoke}
        mutation={useRevokeKey()}
        input={{ id }}
        successMessage={copy.revoked(name)}
      />
    </>
  );
}

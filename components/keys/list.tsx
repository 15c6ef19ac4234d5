"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSession } from "@/components/shell/session";
import { TableCard } from "@/components/ui/card";
import { ConfirmMutation } from "@/components/ui/confirm";
import { CopyButton } from "@/components/ui/copy-button";
import { ActionMenu } from "@/components/ui/menu";
import { EmptyState, QueryTable } from "@/components/ui/query-state";
import { TextListForm, textListSchema } from "@/components/ui/settings-form";
import { TD, TR } from "@/components/ui/table";
import { Interpolate } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { type KeyRecord, updateAllowedOriginsEndpoint } from "@/contract/keys";
import { keysQuery, useRevokeKey, useUpdateAllowedOrigins } from "./api";
import { CreateKeyDialog, RotateKeyDialog } from "./dialogs";
import { keyKindLabels, labels, scopeLabels } from "./labels";

export function KeysView() {
  return (
    <>
      <TableCard title={labels.keys.title} description={labels.keys.description} action={<CreateKeyDialog />}>
        <KeysTable />
      </TableCard>
      <OriginsForm />
    </>
  );
}

function KeysTable() {
  const { timeZone } = useSession().project;
  const { name, kind, key, createdAt, lastUsedAt, expiresAt, actions } = labels.keys;
  return (
    <QueryTable
      label={labels.keys.title}
      headers={[name, kind, key, createdAt, lastUsedAt, expiresAt]}
      actionsHeader={actions}
      query={useQuery(keysQuery)}
      empty={<EmptyState icon={KeyRound} title={labels.keys.empty} description={labels.keys.emptyDescription} />}
    >
      {(apiKey) => <KeyRow key={apiKey.id} apiKey={apiKey} timeZone={timeZone} />}
    </QueryTable>
  );
}

function KeyRow({ apiKey, timeZone }: { apiKey: KeyRecord; timeZone: string }) {
  const { name, kind, scopes, value, prefix, lastFour, createdAt, createdBy, creatorRemoved, lastUsedAt, expiresAt } = apiKey;
  const createdByText = creatorRemoved ? labels.keys.createdByRemoved : labels.keys.createdBy;
  const createdTime = <Time at={createdAt} zone={timeZone} />;
  return (
    <TR>
      <TD className="max-w-64 truncate font-medium">
        <span title={name}>{name}</span>
      </TD>
      <TD className="py-1.5">
        {keyKindLabels[kind].label}
        {!scopes.includes("everything") && <p className="text-muted-foreground">{scopes.map((scope) => scopeLabels[scope]).join("; ")}</p>}
      </TD>
      <TD mono>
        {value === null ? (
          <span>
            {prefix}…{lastFour}
          </span>
        ) : (
          <span className="inline-flex items-center gap-1">
            <span className="max-w-36 truncate" title={value}>
              {value}
            </span>
            <CopyButton text={value} label={labels.keys.copy(name)} icon />
          </span>
        )}
      </TD>
      <TD className="text-muted-foreground">
        {createdBy === null ? createdTime : <Interpolate text={createdByText} values={{ time: createdTime, name: createdBy }} />}
      </TD>
      <TD className="text-muted-foreground">{lastUsedAt === null ? labels.keys.never : <Time at={lastUsedAt} zone={timeZone} />}</TD>
      <TD className="text-muted-foreground">{expiresAt === null ? labels.keys.never : <Time at={expiresAt} zone={timeZone} />}</TD>
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
      <ActionMenu
        size="icon-sm"
        label={labels.keys.menu(name, lastFour)}
        actions={[
          { label: labels.keys.rotate, icon: RotateCw, onSelect: () => setOpenDialog("rotate") },
          { label: labels.keys.revoke, icon: Trash2, destructive: true, onSelect: () => setOpenDialog("revoke") },
        ]}
      />
      <RotateKeyDialog apiKey={apiKey} open={openDialog === "rotate"} onClose={closeDialog} />
      <ConfirmMutation
        open={openDialog === "revoke"}
        onClose={closeDialog}
        title={labels.keys.revokeTitle(name)}
        consequence={labels.keys.revokeConsequence(lastFour)}
        action={labels.keys.revoke}
        mutation={useRevokeKey()}
        input={{ id }}
        successMessage={labels.keys.revoked(name)}
      />
    </>
  );
}

/** Parses a text with one origin per line. Errors name the line. */
export const originsSchema = textListSchema(updateAllowedOriginsEndpoint.body, "origins");

/** The web origins that can use the public key, one per line. */
function OriginsForm() {
  const { allowedOrigins } = useSession().project;
  const { mutateAsync } = useUpdateAllowedOrigins();
  const save = async (origins: string[]) => {
    const project = await mutateAsync({ origins });
    toast.success(origins.length === 0 ? labels.origins.savedEmpty : labels.origins.saved);
    return project.allowedOrigins;
  };
  return (
    <TextListForm
      title={labels.origins.title}
      description={labels.origins.description}
      label={labels.origins.label}
      hint={labels.origins.hint}
      savedItems={allowedOrigins}
      schema={originsSchema}
      onSave={save}
    />
  );
}

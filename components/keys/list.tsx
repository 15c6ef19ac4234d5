"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSession } from "@/components/shell/session";
import { TableCard } from "@/components/ui/card";
import { ConfirmMutation } from "@/components/ui/confirm";
import { CopyButton } from "@/components/ui/copy-button";
import { MoreMenu } from "@/components/ui/menu";
import { EmptyState, QueryRows } from "@/components/ui/query-state";
import { TextListForm, textListSchema } from "@/components/ui/settings-form";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { Interpolate } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { type KeyRecord, updateAllowedOriginsEndpoint } from "@/contract/keys";
import { keysQuery, useRevokeKey, useUpdateAllowedOrigins } from "./api";
import { CreateKeyDialog, RotateKeyDialog } from "./dialogs";
import { keyKindLabels, labels } from "./labels";

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

const columnCount = 7;
function KeysTable() {
  return (
    <Table label={labels.keys.title}>
      <THead>
        <TH>{labels.keys.name}</TH>
        <TH>{labels.keys.kind}</TH>
        <TH>{labels.keys.key}</TH>
        <TH>{labels.keys.createdAt}</TH>
        <TH>{labels.keys.lastUsedAt}</TH>
        <TH>{labels.keys.expiresAt}</TH>
        <TH hideLabel>{labels.keys.actions}</TH>
      </THead>
      <TBody>
        <KeyRows />
      </TBody>
    </Table>
  );
}

function KeyRows() {
  const { timeZone } = useSession().project;
  const empty = <EmptyState icon={KeyRound} title={labels.keys.empty} description={labels.keys.emptyDescription} />;
  return (
    <QueryRows query={useQuery(keysQuery)} columns={columnCount} empty={empty}>
      {(items) => items.map((key) => <KeyRow key={key.id} apiKey={key} timeZone={timeZone} />)}
    </QueryRows>
  );
}

function KeyRow({ apiKey, timeZone }: { apiKey: KeyRecord; timeZone: string }) {
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
            <CopyButton text={value} label={labels.keys.copy(name)} icon />
          </span>
        )}
      </TD>
      <TD className="text-muted-foreground">
        {createdBy === null ? createdTime : <Interpolate text={labels.keys.createdBy} values={{ time: createdTime, name: createdBy }} />}
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
      <MoreMenu size="icon-sm" label={labels.keys.menu(name, lastFour)}>
        {({ MenuItem }) => (
          <>
            <MenuItem onSelect={() => setOpenDialog("rotate")}>
              <RotateCw aria-hidden="true" /> {labels.keys.rotate}
            </MenuItem>
            <MenuItem onSelect={() => setOpenDialog("revoke")} destructive>
              <Trash2 aria-hidden="true" /> {labels.keys.revoke}
            </MenuItem>
          </>
        )}
      </MoreMenu>
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

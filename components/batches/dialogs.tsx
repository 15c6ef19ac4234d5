"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod";
import { apiQuery } from "@/components/api-query";
import { codeCountLabel, ExtendDialog, lostAccessSentenceForMany } from "@/components/codes";
import { describeRecovery, useJobMutation } from "@/components/jobs";
import type { DialogProps } from "@/components/ui/actions";
import type { Confirmation } from "@/components/ui/confirm";
import { TextField, useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { saveMergedList } from "@/components/ui/merge";
import { MergedDialogForm } from "@/components/ui/merged-dialog-form";
import { OptionalTextField } from "@/components/ui/settings-form";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { type BatchRecord, updateBatchEndpoint } from "@/contract/batches";
import type { CallInput } from "@/contract/call";
import { AllowedDomains } from "@/contract/claim-restrictions";
import { redemptionFields } from "@/contract/redemption";
import { plural } from "@/lib/plural";
import { batchName, splitDomains } from "./labels";

/** The copy of the dialogs of a batch, which are loaded when one opens. */
const dialogLabels = {
  none: "None",

  renameDialog: { title: "Rename batch", name: "Name", submit: "Rename", renamed: "Batch renamed" },

  redemptionDialog: {
    title: "Where codes are redeemed",
    description: "For codes that people redeem in a store or another product. Leave both empty if people claim them here.",
    url: "Link",
    urlHint: "{code} is replaced by the code, as in https://store.example/redeem?code={code}. Emails, QR codes and cards lead there.",
    instructions: "Instructions",
    instructionsHint: "In emails and on the claim page, where people can't claim these codes.",
    submit: "Save",
    saved: "Saved where codes are redeemed",
  },

  domainsDialog: {
    title: "Allowed email domains",
    description:
      "Only emails of these domains and their subdomains can claim the codes. Leave it empty to allow all. Existing claims are kept.",
    domains: "Domains",
    domainsHint: "Separated by commas. Example: example.org, example.com",
    submit: "Save",
    saved: "Saved the allowed email domains",
  },

  extendDialog: {
    title: (name: string) => `Extend ${name}`,
    description: (codes: number) =>
      plural(codes, {
        one: "The change applies to its {n} code, even if you extended it before.",
        other: "The change applies to all {n} codes, including codes you extended individually.",
      }),
    usesHint: "Codes with more claims than this keep their current number of uses.",
  },
} as const;

const { none, renameDialog, redemptionDialog, extendDialog, domainsDialog } = dialogLabels;

/** What the changes of a batch show in: also its codes, which can be paused. */
const changes = ["GET /batches/:batch", "GET /batches", "GET /codes"] as const;

/** Confirms pausing a batch, or resuming a paused one. */
export function pauseConfirmation(batch: BatchRecord): Confirmation {
  const name = batchName(batch);
  return batch.paused
    ? {
        title: `Resume ${name}?`,
        consequence: plural(batch.codeCount, {
          one: "Customers can claim its {n} code again, unless you paused the code itself.",
          other: "Customers can claim its {n} codes again, except those you paused individually.",
        }),
        action: "Resume batch",
        tone: "default",
        success: `${name} resumed`,
      }
    : {
        title: `Pause ${name}?`,
        consequence: plural(batch.codeCount, {
          one: "Customers can't claim its {n} code until you resume the batch. Customers who already claimed it keep access.",
          other: "Customers can't claim its {n} codes until you resume the batch. Customers who already claimed one keep access.",
        }),
        action: "Pause batch",
        tone: "default",
        success: `${name} paused`,
      };
}

/** Confirms deleting a batch with its codes. */
export function deleteConfirmation(batch: BatchRecord, binDays: number): Confirmation {
  const deletion = { toBin: "The batch moves to the bin.", permanent: "The batch is deleted permanently." };
  const { recovery, confirmText } = describeRecovery(deletion, binDays);
  return {
    title: `Delete ${batchName(batch)} and its ${codeCountLabel(batch.codeCount)}?`,
    consequence: `${lostAccessSentenceForMany(batch.claims)} Queued emails with these codes are canceled. ${recovery}`,
    action: "Delete batch",
    confirmText,
  };
}

type BatchDialogProps = DialogProps & { batch: BatchRecord };

/** Renames a batch. */
export function RenameBatch({ batch, open, onClose }: BatchDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={renameDialog.title}>
      <RenameForm batch={batch} onClose={onClose} />
    </FormDialog>
  );
}

/** Updates a batch, and loads it if someone else has changed it, for the form and for the page. */
function useBatchUpdate(id: string) {
  const client = useQueryClient();
  const { mutateAsync } = useApiMutation("PATCH /batches/:batch", { changes });
  const params = { batch: id };
  return {
    update: (body: CallInput<"PATCH /batches/:batch">["body"]) => mutateAsync({ params, body }),
    load: () => client.fetchQuery({ ...apiQuery("GET /batches/:batch", { params }), staleTime: 0 }),
  };
}

const RenameBody = z.object({ name: updateBatchEndpoint.body.shape.name.unwrap() });
type RenameBody = z.output<typeof RenameBody>;

const toRenameBody = ({ name }: BatchRecord): RenameBody => ({ name });

function RenameForm({ batch, onClose }: Omit<BatchDialogProps, "open">) {
  const { update, load } = useBatchUpdate(batch.id);
  const form = useZodForm(RenameBody, { defaultValues: toRenameBody(batch) });
  return (
    <MergedDialogForm
      form={form}
      onSave={async (values, expected) => toRenameBody(await update({ ...values, expected }))}
      onLoad={async () => toRenameBody(await load())}
      describeValue={(value) => ({ name: renameDialog.name, text: String(value || none) })}
      onSaved={() => {
        toast.success(renameDialog.renamed);
        onClose();
      }}
      submitLabel={renameDialog.submit}
    >
      <TextField form={form} name="name" label={renameDialog.name} dir="auto" autoComplete="off" />
    </MergedDialogForm>
  );
}

/** Says where the codes of a batch are redeemed. */
export function SetRedemption({ batch, open, onClose }: BatchDialogProps) {
  const { title, description } = redemptionDialog;
  return (
    <FormDialog open={open} onClose={onClose} title={title} description={description}>
      <RedemptionForm batch={batch} onClose={onClose} />
    </FormDialog>
  );
}

const RedemptionBody = z.object(redemptionFields).required();
type RedemptionBody = z.output<typeof RedemptionBody>;

const toRedemptionBody = ({ redemptionUrl, redemptionInstructions }: BatchRecord): RedemptionBody => ({
  redemptionUrl,
  redemptionInstructions,
});

const redemptionLabels: Readonly<Record<keyof RedemptionBody, string>> = {
  redemptionUrl: redemptionDialog.url,
  redemptionInstructions: redemptionDialog.instructions,
};

function RedemptionForm({ batch, onClose }: Omit<BatchDialogProps, "open">) {
  const { update, load } = useBatchUpdate(batch.id);
  const form = useZodForm(RedemptionBody, { defaultValues: toRedemptionBody(batch) });
  const { url, urlHint, instructions, instructionsHint } = redemptionDialog;
  return (
    <MergedDialogForm
      form={form}
      onSave={async (values, expected) => toRedemptionBody(await update({ ...values, expected }))}
      onLoad={async () => toRedemptionBody(await load())}
      describeValue={(value, field: keyof RedemptionBody) => ({ name: redemptionLabels[field], text: String(value ?? none) })}
      onSaved={() => {
        toast.success(redemptionDialog.saved);
        onClose();
      }}
      submitLabel={redemptionDialog.submit}
    >
      <OptionalTextField form={form} name="redemptionUrl" label={url} hint={urlHint} kind="url" optional={false} />
      <OptionalTextField
        form={form}
        name="redemptionInstructions"
        label={instructions}
        hint={instructionsHint}
        kind="text"
        optional={false}
      />
    </MergedDialogForm>
  );
}

/** Sets whose emails can claim the codes of a batch. */
export function SetAllowedDomains({ batch, open, onClose }: BatchDialogProps) {
  const { title, description } = domainsDialog;
  return (
    <FormDialog open={open} onClose={onClose} title={title} description={description}>
      <DomainsForm batch={batch} onClose={onClose} />
    </FormDialog>
  );
}

const DomainsBody = z.object({ domains: z.string().transform(splitDomains).pipe(AllowedDomains) });

function DomainsForm({ batch: { id, allowedDomains }, onClose }: Omit<BatchDialogProps, "open">) {
  const { update, load } = useBatchUpdate(id);
  const [read] = useState(allowedDomains ?? []);
  const form = useZodForm(DomainsBody, { defaultValues: { domains: read.join(", ") } });
  const save = async ({ domains }: z.output<typeof DomainsBody>) => {
    await saveMergedList(read, domains ?? [], {
      send: (list, expected) => update({ allowedDomains: list, expected: { allowedDomains: expected.length === 0 ? null : expected } }),
      load: async () => (await load()).allowedDomains ?? [],
    });
    toast.success(domainsDialog.saved);
    await onClose();
  };
  return (
    <DialogForm form={form} onSubmit={save} submitLabel={domainsDialog.submit}>
      <TextField
        form={form}
        name="domains"
        label={domainsDialog.domains}
        hint={domainsDialog.domainsHint}
        mono
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
      />
    </DialogForm>
  );
}

/** Changes when the codes of a batch expire and how often they can be claimed. */
export function ExtendBatch({ batch, open, onClose }: BatchDialogProps) {
  const { mutateAsync } = useJobMutation("POST /batches/bulk");
  const { id, codeCount, validUntil, allowedClaims } = batch;
  return (
    <ExtendDialog
      open={open}
      onClose={onClose}
      title={extendDialog.title(batchName(batch))}
      description={extendDialog.description(codeCount)}
      validUntil={validUntil}
      allowedClaims={allowedClaims}
      usesHint={extendDialog.usesHint}
      onExtend={async (extension) => {
        await mutateAsync({ body: { action: "extend", batches: [id], ...extension } });
        void onClose();
      }}
    />
  );
}

"use client";

import { useState } from "react";
import * as z from "zod";
import type { DialogProps } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { CopyableText } from "@/components/ui/copy-button";
import { DialogContent, DialogFooter, PersistentDialog } from "@/components/ui/dialog";
import { useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { TextLink } from "@/components/ui/link";
import type { Items } from "@/components/ui/merge";
import { RadioGroup } from "@/components/ui/radio-group";
import { useMergedSave } from "@/components/ui/save-conflict";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { isChat, webhookName } from "@/contract/webhook-targets";
import type { WebhookRecord } from "@/contract/webhooks";
import { routes } from "@/lib/routes";
import { WebhookConflict } from "./conflict";
import { useWebhookForm, WebhookSettingsForm } from "./form";
import { toFormValues, toWebhookBody, toWebhookChanges, toWebhookItems, toWebhookValues, type WebhookFormValues } from "./form-schema";
import { labels } from "./labels";

type WithSecret = WebhookRecord & { secret: string };

/** Creates a webhook, and shows its secret once. */
export function CreateWebhookDialog({ open, onClose }: DialogProps) {
  const [created, setCreated] = useState<WithSecret | null>(null);
  return (
    <PersistentDialog open={open} onOpenChange={() => void onClose()} persistent={created !== null}>
      <DialogContent
        title={created === null ? labels.form.createTitle : labels.secret.title(webhookName(created))}
        description={created === null ? labels.form.createDescription : undefined}
        className={created === null ? "max-w-5xl" : "max-w-md"}
      >
        {created === null ? <CreateForm onCreated={setCreated} /> : <Secret webhook={created} onDone={onClose} />}
      </DialogContent>
    </PersistentDialog>
  );
}

function CreateForm({ onCreated }: { onCreated: (webhook: WithSecret) => void }) {
  const { mutateAsync } = useApiMutation("POST /webhooks", { changes: ["GET /webhooks"] });
  const create = async (values: WebhookFormValues) => onCreated(await mutateAsync({ body: toWebhookBody(values, null) }));
  return <WebhookSettingsForm webhook={null} form={useWebhookForm(null)} submitLabel={labels.form.create} onSubmit={create} />;
}

/** Edits the settings of a webhook. */
export function EditWebhookDialog({ webhook, open, onClose }: DialogProps & { webhook: WebhookRecord }) {
  return (
    <FormDialog open={open} onClose={onClose} title={labels.form.editTitle(webhookName(webhook))} className="max-w-5xl">
      <EditForm webhook={webhook} onClose={onClose} />
    </FormDialog>
  );
}

function EditForm({ webhook, onClose }: { webhook: WebhookRecord; onClose: () => unknown }) {
  const { id } = webhook;
  // What others change while the dialog is open isn't changed back.
  const [read, setRead] = useState(webhook);
  const form = useWebhookForm(read);
  const { mutateAsync } = useApiMutation("PATCH /webhooks/:id", { changes: ["GET /webhooks", "GET /webhooks/:id"] });
  // The webhook that settings were read from, which says more than they do.
  const [records] = useState(() => new WeakMap<Items<unknown>, WebhookRecord>());
  const toItems = (record: WebhookRecord) => {
    const items = toWebhookItems(toFormValues(record));
    records.set(items, record);
    return items;
  };
  const [initial] = useState(() => toItems(webhook));
  const merging = useMergedSave({
    form,
    initial,
    toItems: toWebhookItems,
    toValues: toWebhookValues,
    send: async (items, expected) => {
      const body = toWebhookChanges(records.get(expected) ?? webhook, toWebhookValues(items));
      return toItems(await mutateAsync({ params: { id }, body }));
    },
    load: async () => {
      const record = await call("GET /webhooks/:id", { params: { id } });
      setRead(record);
      return toItems(record);
    },
  });
  const save = async (values: WebhookFormValues) => {
    if ((await merging.save(values)) === null) return;
    toast.success(labels.form.saved);
    await onClose();
  };
  return (
    <WebhookSettingsForm
      webhook={read}
      form={form}
      submitLabel={labels.form.save}
      onSubmit={save}
      conflict={<WebhookConflict merging={merging} />}
    />
  );
}

const overlaps = [
  { value: "keep", label: labels.rotate.overlap, hint: labels.rotate.overlapHint },
  { value: "revoke", label: labels.rotate.revoke, hint: labels.rotate.revokeHint },
] as const;

const RotateForm = z.object({ old: z.enum(["keep", "revoke"]) });

/** Replaces the secret of a webhook, and shows the new one once. */
export function RotateSecretDialog({ webhook, open, onClose }: DialogProps & { webhook: WebhookRecord }) {
  const [rotated, setRotated] = useState<WithSecret | null>(null);
  const name = webhookName(webhook);
  return (
    <PersistentDialog open={open} onOpenChange={() => void onClose()} persistent={rotated !== null}>
      <DialogContent
        title={rotated === null ? labels.rotate.title(name) : labels.secret.title(name)}
        description={rotated === null ? labels.rotate.description : undefined}
      >
        {rotated === null ? <RotateSecretForm id={webhook.id} onRotated={setRotated} /> : <Secret webhook={rotated} onDone={onClose} />}
      </DialogContent>
    </PersistentDialog>
  );
}

function RotateSecretForm({ id, onRotated }: { id: string; onRotated: (webhook: WithSecret) => void }) {
  const { mutateAsync } = useApiMutation("POST /webhooks/:id/rotate-secret", { changes: ["GET /webhooks/:id"] });
  const form = useZodForm(RotateForm, { defaultValues: { old: "keep" } });
  const rotate = async ({ old }: z.output<typeof RotateForm>) =>
    onRotated(await mutateAsync({ params: { id }, body: { revoke: old === "revoke" } }));
  return (
    <DialogForm form={form} onSubmit={rotate} confirmLeave={false} submitLabel={labels.rotate.submit}>
      <RadioGroup
        label={labels.rotate.label}
        name="old"
        options={overlaps}
        value={form.watch("old")}
        onValueChange={(old) => form.setValue("old", old)}
      />
    </DialogForm>
  );
}

/** Shows a new secret, which is never shown again. */
function Secret({ webhook: { secret, format }, onDone }: { webhook: WithSecret; onDone: () => unknown }) {
  return (
    <div className="grid gap-3">
      <CopyableText text={secret} label={labels.secret.copy} />
      <p className="text-muted-foreground">
        {isChat(format) ? labels.secret.chatHint : labels.secret.hint}{" "}
        {!isChat(format) && (
          <TextLink href={routes.guide("receive-webhooks")} target="_blank">
            {labels.secret.guide}
          </TextLink>
        )}
      </p>
      <DialogFooter>
        <Button onClick={() => void onDone()}>{labels.secret.saved}</Button>
      </DialogFooter>
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod";
import { apiQuery } from "@/components/api-query";
import { useJobMutation } from "@/components/jobs";
import { useSession } from "@/components/shell/session";
import type { DialogProps } from "@/components/ui/actions";
import { FormField, useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { DateTimeField } from "@/components/ui/form-fields";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { type EventType, eventTypes } from "@/contract/event-types";
import { webhookName } from "@/contract/webhook-targets";
import type { WebhookDeliveryRecord, WebhookRecord } from "@/contract/webhooks";
import { Attempt } from "./attempt";
import { EventTypePicker } from "./event-picker";
import { describeMissed, labels } from "./labels";

type WebhookDialogProps = DialogProps & { webhook: WebhookRecord };

const TestForm = z.object({ type: z.enum(eventTypes) });

/** Sends samples of events to a webhook. */
export function TestWebhookDialog({ webhook, open, onClose }: WebhookDialogProps) {
  return (
    <FormDialog wide open={open} onClose={onClose} title={labels.test.title} description={labels.test.description}>
      <TestWebhookForm webhook={webhook} />
    </FormDialog>
  );
}

/** The sample that is offered if the webhook gets all types. */
const defaultType: EventType = "code.claimed";

function TestWebhookForm({ webhook: { id, events } }: { webhook: WebhookRecord }) {
  const [result, setResult] = useState<WebhookDeliveryRecord | null>(null);
  const { mutateAsync } = useApiMutation("POST /webhooks/:id/test", { changes: ["GET /webhooks/deliveries"] });
  const form = useZodForm(TestForm, { defaultValues: { type: events?.[0] ?? defaultType } });
  const send = async ({ type }: z.output<typeof TestForm>) => {
    setResult(null);
    setResult(await mutateAsync({ params: { id }, body: { type } }));
  };
  const attempt = result?.attempts.at(-1);
  return (
    <DialogForm form={form} onSubmit={send} confirmLeave={false} submitLabel={result === null ? labels.test.submit : labels.test.again}>
      <FormField form={form} name="type" label={labels.test.type}>
        {({ value, onChange }) => <EventTypePicker value={value} onValueChange={onChange} />}
      </FormField>
      <section role="status" aria-label={labels.test.result} className="empty:hidden">
        {attempt && <Attempt attempt={attempt} title={labels.test.result} />}
      </section>
    </DialogForm>
  );
}

const ResumeForm = z.object({ missed: z.enum(["send", "skip"]) });

/** Resumes a webhook, and sends or skips what it missed. */
export function ResumeWebhookDialog({ webhook, open, onClose }: WebhookDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={labels.resume.title(webhookName(webhook))}>
      <ResumeWebhookForm webhook={webhook} onClose={onClose} />
    </FormDialog>
  );
}

function ResumeWebhookForm({ webhook: opened, onClose }: Pick<WebhookDialogProps, "webhook" | "onClose">) {
  // More is missed while the dialog is open.
  const { data: webhook = opened } = useQuery(apiQuery("GET /webhooks/:id", { params: { id: opened.id } }));
  const { mutateAsync } = useApiMutation("POST /webhooks/:id/resume", { changes: ["GET /webhooks/:id", "GET /webhooks/deliveries"] });
  const form = useZodForm(ResumeForm, { defaultValues: { missed: "send" } });
  const { count, send, sendHint, skip } = describeMissed(webhook);
  const resume = async (body: z.output<typeof ResumeForm>) => {
    await mutateAsync({ params: { id: webhook.id }, body });
    toast.success(labels.resume.resumed);
    await onClose();
  };
  return (
    <DialogForm form={form} onSubmit={resume} confirmLeave={false} submitLabel={labels.resume.submit}>
      {count === 0 ? (
        <p className="text-muted-foreground">{labels.resume.nothingMissed}</p>
      ) : (
        <RadioGroup
          label={labels.resume.label}
          name="missed"
          options={[
            { value: "send", label: send, hint: sendHint },
            { value: "skip", label: skip, hint: labels.resume.skipHint },
          ]}
          value={form.watch("missed")}
          onValueChange={(missed) => form.setValue("missed", missed)}
        />
      )}
    </DialogForm>
  );
}

const RecoverForm = z
  .object({ since: z.string().nullable(), until: z.string().nullable(), status: z.enum(["failed", "missing", "all"]) })
  .superRefine(({ since, until }, context) => {
    if (since === null) context.addIssue({ code: "custom", path: ["since"], message: labels.recover.sinceRequired });
    else if (until !== null && until <= since) context.addIssue({ code: "custom", path: ["until"], message: labels.recover.order });
  });

const recoverStatuses = (["failed", "missing", "all"] as const).map((value) => ({ value, ...labels.recover.statuses[value] }));

/** Sends events of a period again, in a background job. */
export function RecoverWebhookDialog({ webhook, open, onClose }: WebhookDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={labels.recover.title} description={labels.recover.description}>
      <RecoverWebhookForm webhook={webhook} onClose={onClose} />
    </FormDialog>
  );
}

function RecoverWebhookForm({ webhook: { id }, onClose }: Pick<WebhookDialogProps, "webhook" | "onClose">) {
  const zone = useSession().project.timeZone;
  const { mutateAsync } = useJobMutation("POST /webhooks/:id/recover");
  // To the second, so that submitting the form again is the same request.
  const [dayAgo] = useState(() => `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 16)}:00.000Z`);
  const form = useZodForm(RecoverForm, { defaultValues: { since: dayAgo, until: null, status: "failed" } });
  const recover = async ({ since, until, status }: z.output<typeof RecoverForm>) => {
    if (since === null) return;
    await mutateAsync({ params: { id }, body: { since, status, ...(until !== null && { until }) } });
    await onClose();
  };
  return (
    <DialogForm form={form} onSubmit={recover} submitLabel={labels.recover.submit}>
      <DateTimeField
        form={form}
        name="since"
        empty={null}
        label={labels.recover.since}
        kind="start"
        zone={zone}
        clearLabel={labels.recover.noStart}
        describeValue={labels.recover.at}
      />
      <DateTimeField
        form={form}
        name="until"
        empty={null}
        label={labels.recover.until}
        kind="end"
        zone={zone}
        optional
        clearLabel={labels.recover.now}
        describeValue={labels.recover.at}
      />
      <RadioGroup
        label={labels.recover.status}
        name="status"
        options={recoverStatuses}
        value={form.watch("status")}
        onValueChange={(status) => form.setValue("status", status, { shouldDirty: true })}
      />
    </DialogForm>
  );
}

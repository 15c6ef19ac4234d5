"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { apiPageQuery } from "@/components/api-query";
import { BatchField } from "@/components/batches";
import { leadSourceLabels } from "@/components/leads";
import { InlineNotice } from "@/components/ui/errors";
import { TextField, useZodForm } from "@/components/ui/form";
import { DialogForm } from "@/components/ui/form-dialog";
import { SelectField, SwitchField } from "@/components/ui/form-fields";
import { Skeleton } from "@/components/ui/loading";
import { MoreOptions } from "@/components/ui/more-options";
import { RadioGroup } from "@/components/ui/radio-group";
import type { ChatMessageKind } from "@/contract/chat-messages";
import { sources } from "@/contract/enums";
import type { EventType } from "@/contract/event-types";
import type { WebhookRecord } from "@/contract/webhooks";
import { ChatPreview, ChatTextFields } from "./chat-texts";
import { EventPicker } from "./event-picker";
import { chatOf, messageKinds, toFormValues, WebhookForm, type WebhookFormInput, type WebhookFormValues } from "./form-schema";
import { formatLabels, labels } from "./labels";

const { form: copy } = labels;

type FormState = UseFormReturn<WebhookFormInput, unknown, WebhookFormValues>;

const scopes = (["all", "chosen"] as const).map((value) => ({ value, ...copy.scopes[value] }));

/** The sample until a type is chosen or looked at. */
const defaultSample: EventType = "code.claimed";

type WebhookFieldsFormProps = {
  /** The webhook to edit. Null for a new one. */
  webhook: WebhookRecord | null;
  form: FormState;
  submitLabel: string;
  onSubmit: (values: WebhookFormValues) => Promise<unknown>;
  /** What someone else changed too, above the buttons. */
  conflict?: ReactNode;
};

/** The form of a webhook, or of a new one. */
export const useWebhookForm = (webhook: WebhookRecord | null): FormState =>
  // An error of the first field that appears when it loses focus would move the choice below it away from the pointer.
  useZodForm(WebhookForm, { defaultValues: toFormValues(webhook), mode: "onSubmit" });

/** The settings of a webhook, with a sample of what it gets beside them. */
export function WebhookSettingsForm({ webhook, form, submitLabel, onSubmit, conflict }: WebhookFieldsFormProps) {
  const [lookedAt, setLookedAt] = useState<EventType | null>(null);
  const { url, scope, events, original, dailySummary, texts } = form.watch();
  const chat = chatOf(url, webhook);
  const kinds = messageKinds({ scope, events, dailySummary });
  const sample = (scope === "chosen" && (lookedAt ?? events[0])) || defaultSample;
  return (
    <DialogForm sticky form={form} onSubmit={onSubmit} submitLabel={submitLabel} summary={conflict}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <TextField
            form={form}
            name="url"
            label={copy.url}
            hint={url.includes("…") ? copy.hiddenUrlHint : chat === null ? copy.urlHint : copy.chatHint(formatLabels[chat])}
            mono
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
          />
          <TextField form={form} name="description" label={copy.description} hint={copy.descriptionHint} optional autoComplete="off" />
          <RadioGroup
            label={copy.scope}
            name="scope"
            options={scopes}
            value={scope}
            onValueChange={(next) => form.setValue("scope", next, { shouldDirty: true })}
          />
          {scope === "chosen" && (
            <EventPicker
              value={events}
              onChange={(next) => form.setValue("events", next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
              onLook={setLookedAt}
              error={form.formState.errors.events?.message}
            />
          )}
          {chat !== null && <SwitchField form={form} name="dailySummary" label={copy.dailySummary} hint={copy.dailySummaryHint} />}
          <WebhookOptions form={form} webhook={webhook} messages={chat === null ? null : kinds} />
        </div>
        <section aria-label={chat === null ? copy.sample : copy.texts.region} className="min-w-0 lg:sticky lg:top-0">
          {chat !== null ? (
            <ChatPreview chat={chat} kinds={kinds} texts={texts} />
          ) : original ? (
            <p className="text-muted-foreground">{copy.originalSample}</p>
          ) : (
            <Sample type={sample} />
          )}
        </section>
      </div>
    </DialogForm>
  );
}

const SampleUnavailable = () => <InlineNotice tone="warning">{copy.sampleFailed}</InlineNotice>;

const Sample = dynamic(
  () =>
    import("./sample-payload").then(
      (module) => module.SamplePayload,
      () => SampleUnavailable,
    ),
  { ssr: false, loading: () => <Skeleton className="h-80 rounded-lg" /> },
);

const optionFields = ["tag", "source", "batch", "wave", "original"] as const;

const channels = [{ value: "", label: copy.anySource }, ...sources.map((value) => ({ value, label: leadSourceLabels[value] }))];

type OptionsProps = {
  form: FormState;
  webhook: WebhookRecord | null;
  /** The kinds of messages that a chat gets, or null if it gets events. */
  messages: readonly ChatMessageKind[] | null;
};

/** What few webhooks need: texts of their own, a filter, and the format of the original service. */
function WebhookOptions({ form, webhook, messages }: OptionsProps) {
  const { errors, isSubmitted } = form.formState;
  const initial = toFormValues(webhook);
  return (
    <MoreOptions
      isChanged={optionFields.some((field) => Boolean(initial[field])) || initial.texts.some(Boolean)}
      hasError={[...optionFields, "texts" as const].some((field) => errors[field] !== undefined)}
    >
      {messages !== null && <ChatTextFields form={form} kinds={messages} />}
      <p className="font-medium text-2sm">{copy.filter}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="tag" label={copy.tag} placeholder={copy.anyTag} optional autoComplete="off" />
        <SelectField form={form} name="source" label={copy.source} options={channels} />
        <BatchField
          value={form.watch("batch")}
          anyLabel={copy.anyBatch}
          onValueChange={(batch) => form.setValue("batch", batch, { shouldDirty: true, shouldValidate: isSubmitted })}
          error={errors.batch?.message}
        />
        <WaveField form={form} />
      </div>
      {messages === null && <SwitchField form={form} name="original" label={copy.original} hint={copy.originalHint} />}
    </MoreOptions>
  );
}

/** The newest waves that are offered. */
const offeredWaves = "100";

function WaveField({ form }: { form: FormState }) {
  const { data } = useQuery(apiPageQuery("GET /waves", { query: { limit: offeredWaves } }));
  const wave = form.watch("wave");
  const waves = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isListed = wave === "" || waves.some(({ value }) => value === wave);
  return (
    <SelectField
      form={form}
      name="wave"
      label={copy.wave}
      options={[{ value: "", label: copy.anyWave }, ...waves, ...(isListed ? [] : [{ value: wave, label: wave }])]}
    />
  );
}

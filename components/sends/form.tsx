"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { apiPageQuery, apiQuery } from "@/components/api-query";
import { BatchField, CodeSourceField } from "@/components/batches";
import { codeTypeLabels } from "@/components/codes";
import { watchJob } from "@/components/jobs";
import { LeadPicker } from "@/components/leads";
import { useFormDraft } from "@/components/shell/drafts";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { SearchPicker } from "@/components/ui/combobox";
import { endPresets } from "@/components/ui/date-time-input";
import { Dialog, DialogClose, DialogContent, DialogFooter, StickyDialogEnd } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormErrorSummary, FormField, NumberField, TextareaField, TextField, useZodForm } from "@/components/ui/form";
import { DateTimeField, SelectField } from "@/components/ui/form-fields";
import { useDebouncedValue } from "@/components/ui/hooks";
import { useSearch } from "@/components/ui/query-state";
import { RadioGroup } from "@/components/ui/radio-group";
import { Interpolate } from "@/components/ui/text";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { parseEmails } from "@/contract/email-list";
import { codeTypes } from "@/contract/enums";
import type { SendReply } from "@/contract/sends";
import { absoluteTime } from "@/lib/dates";
import { sendPath } from "@/lib/routes";
import { codeSummary, labels } from "./dialog-labels";
import {
  appendEmail,
  audienceNames,
  type ContentKind,
  emailKind,
  getSkippedGroups,
  initialValues,
  type PresetRecipients,
  type SendFormValues,
  type SendRequest,
  sendFormSchema,
} from "./form-schema";
import { findLocalLinks, useLargeSendConfirmation } from "./large-send";
import { EmailPreview, RecipientsPreview, useSendPreview } from "./preview";
import { AnnouncementFields, SendTextFields, TestButton } from "./texts";

const { dialog, content, recipients } = labels;

export type SendDialogProps = {
  open: boolean;
  onClose: () => void;
  /** Who gets it. If left out, the dialog asks. */
  recipients?: PresetRecipients | undefined;
  /** The code to send. If left out, the dialog asks. */
  code?: string | undefined;
  /** The batch whose codes are sent, one to each lead. If left out, the dialog asks. */
  batch?: string | undefined;
  /** What is chosen at first. */
  content?: ContentKind | undefined;
};

/** The content of the send dialog, loaded when it opens. */
export function SendDialogContent({ open, onClose, ...preset }: SendDialogProps) {
  const { recipients } = preset;
  const [isSending, setSending] = useState(false);
  return (
    // Closing wouldn't stop a send that is being created.
    <Dialog open={open} onOpenChange={(next) => !next && !isSending && onClose()}>
      <DialogContent className="max-w-5xl" title={dialogTitle(preset)} description={recipients && recipientsLabel(recipients)}>
        <SendForm {...preset} onSending={setSending} />
      </DialogContent>
    </Dialog>
  );
}

function dialogTitle({ code, batch, content: initialContent, recipients: preset }: Omit<SendDialogProps, "open" | "onClose">) {
  if (batch !== undefined) return dialog.sendBatchTitle;
  if (code === undefined && preset === undefined) return dialog.newTitle;
  if (code === undefined) return initialContent === "announcement" ? dialog.announceTitle : dialog.sendTitle;
  return (
    <Interpolate
      text={dialog.sendCodeTitle}
      values={{
        code: (
          <bdi translate="no" className="break-all font-mono">
            {code}
          </bdi>
        ),
      }}
    />
  );
}

function recipientsLabel(recipients: PresetRecipients): string {
  if ("filter" in recipients) return dialog.toMatchingLeads(recipients.count);
  const [first] = recipients.emails;
  return recipients.emails.length === 1 && first !== undefined ? dialog.toLead(first) : dialog.toSelectedLeads(recipients.emails.length);
}

function postSend(request: SendRequest, idempotencyKey?: string): Promise<Pick<SendReply, "sendId" | "job">> {
  const { recipients } = request;
  if ("announcement" in request) return call("POST /announcements", { body: { ...recipients, ...request.announcement }, idempotencyKey });
  if ("code" in request) return call("POST /codes/send", { body: { ...recipients, code: request.code, ...request.texts }, idempotencyKey });
  if ("batch" in request)
    return call("POST /leads/invite", { body: { ...recipients, batch: request.batch, ...request.texts }, idempotencyKey });
  const { personal, name, texts } = request;
  return call("POST /leads/invite", { body: { ...recipients, ...personal, ...(name && { name }), ...texts }, idempotencyKey });
}

type SendFormProps = Omit<SendDialogProps, "open" | "onClose"> & { onSending: (sending: boolean) => void };

/** The form of the send dialog, with previews of the recipients and the email. */
function SendForm({ onSending, ...props }: SendFormProps) {
  // Keeps the props from when the dialog opened, since the page behind it can change.
  const [{ recipients, code, batch, content: initialContent }] = useState(props);
  const { questions, timeZone } = useSession().project;
  const form = useZodForm(sendFormSchema(questions), {
    defaultValues: initialValues({ recipients, code, batch, content: initialContent }),
  });
  const { request, missing, content, preview, isSettled } = useSendPreview(form.watch(), recipients);
  const router = useRouter();
  const send = useApiMutation(postSend, {
    changes: ["GET /sends"],
    onReply: ({ sendId, job }, sent) => {
      const at = "announcement" in sent ? sent.announcement.scheduledAt : undefined;
      if (at !== undefined) toast.success(dialog.scheduled, { description: absoluteTime(new Date(at), timeZone) });
      // The panel shows the job that queues the emails of a large send.
      if (job !== null) watchJob(job);
      router.push(sendPath(sendId));
    },
  });
  const { subject, body, button } = form.formState.dirtyFields;
  const draft = useFormDraft(form, {
    name: `send:${form.watch("content")}`,
    fields: ["isCustom", "textsOf", "subject", "body", "button", "buttonUrl"],
    isTyped: Boolean(subject || body || button) && form.watch("textsOf") === emailKind(form.watch("content")),
  });
  const isSending = send.isPending || send.isSuccess;
  const largeSend = useLargeSendConfirmation();
  const recipientCount = request !== null && preview.data?.error === null ? preview.data.notifiedLeads : 0;
  const isReady = request !== null && isSettled && recipientCount > 0;
  const submit = async () => {
    // A second click can come before the button is disabled.
    if (!isReady || isSending || !(await largeSend.confirm({ emails: recipientCount, localLinks: findLocalLinks(preview.data?.warnings) })))
      return;
    onSending(true);
    try {
      await send.mutateAsync(request);
      draft.remove();
    } catch (error) {
      onSending(false);
      throw error;
    }
  };
  return (
    <Form form={form} onSubmit={submit} confirmLeave={!isSending}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <div className="grid min-w-0 content-start gap-5">
          {draft.notice}
          <ContentFields form={form} preset={code !== undefined ? "code" : batch !== undefined ? "batch" : null} />
          {recipients === undefined && <RecipientFields form={form} />}
        </div>
        <div className="grid min-w-0 content-start gap-4 lg:sticky lg:top-0 lg:self-start">
          <RecipientsPreview
            request={request}
            missing={missing}
            preview={preview}
            isSettled={isSettled}
            skip={getSkippedGroups(form.watch(), recipients)}
            fixed={form.watch("content") === "announcement" ? ["unconfirmed"] : []}
            onSkip={(skip) => form.setValue("skip", skip)}
          />
          <EmailPreview content={content} recipient={request === null ? undefined : preview.data?.sample[0]} />
        </div>
      </div>
      <StickyDialogEnd>
        <FormErrorSummary form={form} />
        <DialogFooter>
          <TestButton form={form} />
          <DialogClose disabled={isSending} />
          <Button type="submit" disabled={!isReady} pending={isSending}>
            {submitLabel(form.watch(), recipientCount)}
          </Button>
        </DialogFooter>
      </StickyDialogEnd>
      {largeSend.dialog}
    </Form>
  );
}

/** `recipientCount` is 0 while the number of recipients isn't known. */
function submitLabel({ content: kind, time }: SendFormValues, recipientCount: number): string {
  if (recipientCount === 0) return dialog.submit;
  return kind === "announcement" && time === "later" ? dialog.schedule(recipientCount) : dialog.submitCount(recipientCount);
}

/** The form of the send dialog. */
type SendFormState = UseFormReturn<SendFormValues, unknown, SendFormValues>;

/** Sets a choice that other fields depend on, and clears errors that may not apply anymore. */
function setChoice<Name extends "content" | "recipients" | "source">(form: SendFormState, name: Name, value: SendFormValues[Name]): void {
  form.clearErrors();
  form.setValue(name, value as never);
}

const contentOptions = [
  { value: "code", label: content.existingCode, hint: content.existingCodeHint },
  { value: "personal", label: content.personalCode, hint: content.personalCodeHint },
  { value: "announcement", label: content.announcement, hint: content.announcementHint },
] as const;

const typeOptions = codeTypes.map((value) => ({ value, ...codeTypeLabels[value] }));

/** The fields for what to send. `preset`: what the page has already chosen. */
function ContentFields({ form, preset }: { form: SendFormState; preset: "code" | "batch" | null }) {
  const contentKind = form.watch("content");
  if (preset === "batch")
    return (
      <>
        <SendBatchField form={form} />
        <SendTextFields form={form} />
      </>
    );
  if (preset === "code")
    return (
      <>
        <CodeSummary code={form.getValues("code")} />
        <SendTextFields form={form} />
      </>
    );
  return (
    <>
      <RadioGroup
        label={content.label}
        name="content"
        options={contentOptions}
        value={contentKind}
        onValueChange={(next) => {
          setChoice(form, "content", next);
          form.setValue("skip", undefined);
        }}
      />
      {contentKind === "code" && <ExistingCodeField form={form} />}
      {contentKind === "personal" && (
        <CodeSourceField
          value={form.watch("source")}
          onValueChange={(next) => setChoice(form, "source", next)}
          newCodesHint={content.newCodesHint}
        />
      )}
      {contentKind === "personal" &&
        (form.watch("source") === "batch" ? <SendBatchField form={form} /> : <PersonalCodeFields form={form} />)}
      {contentKind === "announcement" ? <AnnouncementFields form={form} /> : <SendTextFields form={form} />}
    </>
  );
}

function ExistingCodeField({ form }: { form: SendFormState }) {
  const code = form.watch("code");
  return (
    <div className="grid gap-2">
      <FormField form={form} name="code" label={content.code}>
        {({ value, onChange }) => <CodePicker value={value} onValueChange={onChange} />}
      </FormField>
      {code !== "" && <CodeSummary code={code} />}
    </div>
  );
}

const SendBatchField = ({ form }: { form: SendFormState }) => (
  <BatchField
    value={form.watch("batch")}
    onValueChange={(batch) => form.setValue("batch", batch, { shouldValidate: form.formState.isSubmitted })}
    error={form.formState.errors.batch?.message}
  />
);

function PersonalCodeFields({ form }: { form: SendFormState }) {
  const { timeZone: zone } = useSession().project;
  const checkDates = () => void form.trigger(["validFrom", "validUntil"]);
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <SelectField form={form} name="type" label={content.type} options={typeOptions} />
        <NumberField form={form} name="allowedClaims" label={content.usesPerCode} />
      </div>
      <DateTimeField
        form={form}
        name="validFrom"
        optional
        kind="start"
        zone={zone}
        onBlur={checkDates}
        label={content.starts}
        clearLabel={content.startsImmediately}
        describeValue={content.validFrom}
      />
      <DateTimeField
        form={form}
        name="validUntil"
        optional
        kind="end"
        zone={zone}
        onBlur={checkDates}
        label={content.expires}
        clearLabel={content.neverExpires}
        describeValue={content.validThrough}
        presets={endPresets}
      />
      <TextField form={form} name="name" label={content.batchName} optional dir="auto" autoComplete="off" />
    </>
  );
}

/** Searches codes. Without a text, lists the newest unreserved codes with uses left. */
const codeSearchQuery = (text: string) =>
  apiPageQuery("GET /codes", {
    query: { ...(text === "" ? { usesLeft: "true", reserved: "false" } : { q: text }), limit: "8", count: "capped" },
  });

type CodePickerProps = { value: string; onValueChange: (code: string) => void };

/** Picks a code by how it starts. Needs a `Field` around it. */
function CodePicker({ value, onValueChange }: CodePickerProps) {
  const { timeZone: zone } = useSession().project;
  const { items, pickerProps } = useSearch(codeSearchQuery, (text) => (text === "" ? content.noUsableCodes : content.noCodesFound));
  return (
    <SearchPicker
      {...pickerProps}
      label={content.searchCodes}
      mono
      placeholder={content.chooseCode}
      value={value === "" ? null : { id: value, label: value }}
      onValueChange={({ id }) => onValueChange(id)}
      results={items.map((code) => ({ id: code.code, label: code.code, hint: codeSummary(code, zone) }))}
    />
  );
}

/** A line with the status, uses and dates of a code. */
function CodeSummary({ code }: { code: string }) {
  const { timeZone: zone } = useSession().project;
  const { data } = useQuery(apiQuery("GET /codes/:code", { params: { code } }));
  return <p className="min-h-5 text-2sm text-muted-foreground">{data && codeSummary(data, zone)}</p>;
}

const recipientOptions = [
  { value: "emails", label: recipients.emailsOption },
  { value: "group", label: recipients.groupOption },
] as const;

const audienceOptions = audienceNames.map((value) => ({ value, label: recipients.groups[value] }));

/** The fields for who gets it, if the page hasn't chosen the recipients. */
function RecipientFields({ form }: { form: SendFormState }) {
  const recipientKind = form.watch("recipients");
  return (
    <>
      <RadioGroup
        label={recipients.label}
        name="recipients"
        options={recipientOptions}
        value={recipientKind}
        onValueChange={(next) => setChoice(form, "recipients", next)}
      />
      {recipientKind === "emails" ? (
        <EmailListFields form={form} />
      ) : (
        <SelectField form={form} name="group" label={recipients.group} hint={recipients.groupHint} options={audienceOptions} />
      )}
    </>
  );
}

/** After this long without typing, emails are taken as complete, in milliseconds. */
const typingPause = 1000;

function EmailListFields({ form }: { form: SendFormState }) {
  const text = form.watch("emails");
  const settledText = useDebouncedValue(text, typingPause);
  useEffect(() => {
    // Says what is wrong while the field still has the focus, because the button is disabled until it is right.
    if (parseEmails(settledText).invalid.length > 0) void form.trigger("emails");
  }, [form, settledText]);
  const count = parseEmails(text).emails.length;
  const addEmail = (email: string | null) => {
    if (email === null) return;
    const emails = appendEmail(form.getValues("emails"), email);
    form.setValue("emails", emails, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  const hint = count > 1 ? recipients.emailCount(count) : recipients.emailsHint;
  return (
    <>
      <Field label={recipients.findLead}>
        <LeadPicker value={null} onValueChange={addEmail} placeholder={recipients.findLeadPlaceholder} />
      </Field>
      <TextareaField
        form={form}
        name="emails"
        label={recipients.emails}
        hint={hint}
        mono
        dir="ltr"
        rows={3}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="max-h-40"
      />
    </>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { apiQuery } from "@/components/api-query";
import {
  CustomTextFields,
  type CustomTextForm,
  EmailPreviewPanel,
  TextFields,
  type TextForm,
  templatePreview,
  useSendTest,
  useTemplateTexts,
} from "@/components/email-templates";
import { useCan, useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { describeError } from "@/components/ui/errors";
import { showSubmitError, TextField } from "@/components/ui/form";
import { DateTimeField } from "@/components/ui/form-fields";
import { RadioGroup } from "@/components/ui/radio-group";
import type { SendRecord } from "@/contract/sends";
import { labels } from "./dialog-labels";
import { emailKind, type SendFormValues } from "./form-schema";

const { texts } = labels;

type SendFormState = UseFormReturn<SendFormValues, unknown, SendFormValues>;
type TextsProps = { form: SendFormState };

/** The form of the texts only. They have the same names in the form of the send. */
const textForm = (form: SendFormState): CustomTextForm => form as unknown as CustomTextForm;

/** A switch that shows the texts of this send. */
export const SendTextFields = ({ form }: TextsProps) => (
  <CustomTextFields form={textForm(form)} kind={emailKind(form.watch("content"))} label={texts.customize} />
);

const timeOptions = [
  { value: "now", label: texts.sendNow },
  { value: "later", label: texts.sendLater },
] as const;

/** The texts of an announcement, where its button leads, and when it is sent. */
export function AnnouncementFields({ form }: TextsProps) {
  const zone = useSession().project.timeZone;
  const template = useTemplateTexts(textForm(form), "announcement", true);
  const time = form.watch("time");
  if (!template) return null;
  return (
    <>
      <TextFields form={form as unknown as TextForm} kind="announcement" compact />
      <TextField
        form={form}
        name="buttonUrl"
        label={texts.buttonUrl}
        optional
        hint={texts.buttonUrlHint}
        inputMode="url"
        mono
        autoComplete="off"
      />
      <RadioGroup label={texts.when} name="time" options={timeOptions} value={time} onValueChange={(next) => form.setValue("time", next)} />
      {time === "later" && (
        <DateTimeField
          form={form}
          name="scheduledAt"
          label={texts.scheduledAt}
          kind="start"
          zone={zone}
          clearLabel={texts.chooseDate}
          describeValue={texts.describeTime}
        />
      )}
    </>
  );
}

/** An announcement as its recipients see it, with sample values. */
export function SentAnnouncement({ send: { content, buttonUrl } }: { send: SendRecord }) {
  const { data } = useQuery(apiQuery("GET /email-templates"));
  const template = data?.find(({ kind }) => kind === "announcement")?.content;
  if (!template) return null;
  const shown = {
    subject: content?.subject ?? template.subject,
    body: content?.body ?? template.body,
    button: content?.button ?? template.button,
  };
  const source = templatePreview({ kind: "announcement", ...shown, buttonUrl: buttonUrl ?? undefined });
  return <EmailPreviewPanel source={source} className="mt-6 h-104" />;
}

/** Sends the email of the form to the signed-in staff member. */
export function TestButton({ form }: TextsProps) {
  const { content, isCustom, subject, body, button, buttonUrl } = form.watch();
  const isEdited = isCustom || content === "announcement";
  const template = useTemplateTexts(textForm(form), emailKind(content), isEdited);
  const test = useSendTest();
  if (!useCan("POST /email-templates/test") || !isEdited || !template) return null;
  const send = async () => {
    try {
      const link = content === "announcement" && buttonUrl !== "" ? { buttonUrl } : {};
      await test.send({ kind: emailKind(content), subject, body, button, ...link });
    } catch (error) {
      showSubmitError(form, describeError(error));
    }
  };
  return (
    <Button variant="outline" pending={test.isPending} onClick={() => void send()} className="mr-auto">
      {texts.test}
    </Button>
  );
}

"use client";

import { type ReactNode, useState } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { usePasswordDialog } from "@/components/password-dialog";
import { Button } from "@/components/ui/button";
import { describeError } from "@/components/ui/errors";
import { showSubmitError, useZodForm } from "@/components/ui/form";
import { changedItems, type Items } from "@/components/ui/merge";
import { SaveConflict, useMergedSave } from "@/components/ui/save-conflict";
import { SettingsForm } from "@/components/ui/settings-form";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type {
  EmailDeliverySettings,
  SmtpTestReply,
  testEmailDeliveryEndpoint,
  updateEmailDeliveryEndpoint,
} from "@/contract/email-delivery";
import { ConnectionTestResult } from "./connection-test-result";
import {
  describeSetting,
  fromWebhookItems,
  SenderBody,
  SenderFields,
  SendingRateFields,
  ServerBody,
  ServerFields,
  toExpectedServer,
  toExpectedWebhooks,
  toSenderValues,
  toServerValues,
  toWebhookItems,
  toWebhooksValues,
  WebhooksBody,
} from "./email-delivery-fields";
import { emailDeliveryLabels } from "./labels";
import { WebhookFields } from "./webhook-fields";

const { sections, form: formLabels } = emailDeliveryLabels;

type SectionProps = { settings: EmailDeliverySettings };

/** The sender and where replies go, tested with the saved mail server. */
export function SenderSection({ settings }: SectionProps) {
  const form = useZodForm(SenderBody, { defaultValues: toSenderValues(settings) });
  const test = useConnectionTest(form, ["sender"], ({ sender }) => ({ sender }));
  return (
    <Section form={form} toValues={toSenderValues} labels={sections.sender} disabled={test.isTesting}>
      <SenderFields form={form} environment={settings.environment} />
      {settings.server.value === null ? (
        <p className="text-2sm text-muted-foreground">{formLabels.nothingToTest}</p>
      ) : (
        <ConnectionTest {...test} label={formLabels.testSender} disabled={form.formState.isSubmitting} />
      )}
    </Section>
  );
}

/** The mail server and its sending rate, tested with the saved sender. */
export function ServerSection({ settings }: SectionProps) {
  const form = useZodForm(ServerBody, { defaultValues: toServerValues(settings) });
  const test = useConnectionTest(form, ["server"], ({ server }) => ({ server }));
  const hasServer = form.watch("server") !== null || settings.environment.server !== null;
  return (
    <Section form={form} toValues={toServerValues} toExpected={toExpectedServer} labels={sections.server} disabled={test.isTesting}>
      <ServerFields form={form} settings={settings} />
      {hasServer && <ConnectionTest {...test} label={formLabels.testConnection} disabled={form.formState.isSubmitting} />}
      <SendingRateFields form={form} />
    </Section>
  );
}

/** The webhooks of email providers. Their reports show that they work. */
export function WebhooksSection({ settings }: SectionProps) {
  const form = useZodForm(WebhooksBody, { defaultValues: toWebhooksValues(settings) });
  return (
    <Section
      form={form}
      toValues={toWebhooksValues}
      toItems={toWebhookItems}
      fromItems={fromWebhookItems}
      toBody={(webhooks) => ({ webhooks })}
      toExpected={toExpectedWebhooks}
      labels={sections.webhooks}
    >
      <WebhookFields form={form} webhooks={settings.webhooks} />
    </Section>
  );
}

type Body = z.input<typeof updateEmailDeliveryEndpoint.body>;
type Fields = Record<string, unknown>;

type SectionFormProps<Values extends FieldValues> = {
  form: UseFormReturn<Values, unknown, Values>;
  /** Returns the values of the form for saved settings. */
  toValues: (settings: EmailDeliverySettings) => Values;
  /** The parts of the values that people change apart from each other: the fields, unless said otherwise. */
  toItems?: (values: Values) => Items<unknown>;
  fromItems?: (items: Items<unknown>) => Values;
  /** Returns the body of the request for changed items, and what it expects of the items that were read. */
  toBody?: (changes: Fields) => Body;
  toExpected?: (read: Fields) => Body["expected"];
  labels: { title: string; description: string };
  disabled?: boolean;
  children: ReactNode;
};

/** A card that is saved on its own, and that asks for the owner's password in a dialog if it has to. */
function Section<Values extends FieldValues>({
  form,
  toValues,
  toItems = (values) => new Map(Object.entries(values)),
  fromItems = (items) => Object.fromEntries(items) as Values,
  toBody = (changes) => changes,
  toExpected = (read) => read,
  labels,
  disabled,
  children,
}: SectionFormProps<Values>) {
  const { mutateAsync } = useApiMutation("PATCH /project/email-delivery", { changes: ["GET /project/email-delivery"] });
  const { run, dialog } = usePasswordDialog();
  const [initial] = useState(() => toItems(form.formState.defaultValues as Values));
  const merging = useMergedSave({
    form,
    initial,
    toItems,
    toValues: fromItems,
    send: async (items, expected) => {
      const body = { ...toBody(Object.fromEntries(changedItems(items, expected))), expected: toExpected(Object.fromEntries(expected)) };
      const saved = await run((currentPassword) => mutateAsync({ body: { ...body, currentPassword } }));
      return saved && toItems(toValues(saved));
    },
    load: async () => toItems(toValues(await call("GET /project/email-delivery"))),
  });
  return (
    <>
      <SettingsForm
        form={form}
        onSave={merging.save}
        {...labels}
        saveLabel={formLabels.save}
        savedToast={{ title: formLabels.savedToast, description: formLabels.savedToastDescription }}
        disabled={disabled}
      >
        {children}
        <SaveConflict title={formLabels.conflict} merging={merging} toText={describeSetting} />
      </SettingsForm>
      {dialog}
    </>
  );
}

type ConnectionTestProps = ReturnType<typeof useConnectionTest> & { label: string; disabled: boolean };

/** The button that tests the fields above it, with its result. */
function ConnectionTest({ startTest, result, isTesting, label, disabled }: ConnectionTestProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="outline" onClick={startTest} pending={isTesting} disabled={disabled}>
        {label}
      </Button>
      <div role="status" className="justify-self-stretch empty:hidden">
        {isTesting && <p className="text-muted-foreground">{formLabels.testing}</p>}
        {result && <ConnectionTestResult result={result} />}
      </div>
    </div>
  );
}

/** Tests the values of the form, with the saved ones of the other sections. The result is dropped when a value changes. */
function useConnectionTest<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  fields: FieldPath<Input>[],
  toBody: (values: Input) => z.input<typeof testEmailDeliveryEndpoint.body>,
) {
  const { mutateAsync, isPending: isTesting } = useApiMutation("POST /project/email-delivery/test", { changes: "nothing" });
  const [tested, setTested] = useState<{ values: string; result: SmtpTestReply } | null>(null);
  const currentValues = JSON.stringify(toBody(form.watch()));
  const runTest = async () => {
    setTested(null);
    form.clearErrors("root");
    if (!(await form.trigger(fields, { shouldFocus: true }))) return;
    try {
      setTested({ values: currentValues, result: await mutateAsync({ body: toBody(form.getValues()) }) });
    } catch (error) {
      showSubmitError(form, describeError(error));
    }
  };
  return { startTest: () => void runTest(), result: tested?.values === currentValues ? tested.result : null, isTesting };
}

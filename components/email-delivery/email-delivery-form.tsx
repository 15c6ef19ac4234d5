"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { describeError } from "@/components/ui/error-message";
import { Form, FormErrorSummary, showSubmitError, useZodForm } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import type { EmailDeliverySettings, SmtpTestReply } from "@/contract/email-delivery";
import {
  EmailDeliveryBody,
  type EmailDeliveryFormState,
  type EmailDeliveryInput,
  type EmailDeliveryValues,
  toFormValues,
} from "./form-values";
import { emailDeliveryLabels } from "./labels";
import { useTestEmailDelivery, useUpdateEmailDelivery } from "./mutations";
import { SenderFields } from "./sender-fields";
import { ServerFields } from "./server-fields";
import { TestResult } from "./test-result";

const { form: labels } = emailDeliveryLabels;

const isSame = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second);

/** Edits the sender and the mail server, and tests the values before they are saved. */
export function EmailDeliveryForm({ settings }: { settings: EmailDeliverySettings }) {
  const { mutateAsync } = useUpdateEmailDelivery();
  const form = useZodForm(EmailDeliveryBody, { defaultValues: toFormValues(settings) });
  const save = async (values: EmailDeliveryValues) => {
    // Only changed fields are sent, since other staff members may have changed the others since the page was loaded.
    const loaded = form.formState.defaultValues ?? {};
    const changed = Object.entries(values).filter(([name, value]) => !isSame(value, loaded[name as keyof EmailDeliveryInput]));
    form.reset(toFormValues(await mutateAsync(Object.fromEntries(changed))));
    toast.success(labels.savedToast, { description: labels.savedToastDescription });
  };
  const connectionTest = useConnectionTest(form);
  const canTest = form.watch("server") !== null || settings.environment.server !== null;
  return (
    <Form form={form} onSubmit={save} confirmLeave>
      <Card
        title={labels.title}
        description={labels.description}
        footer={<FormActions form={form} connectionTest={connectionTest} canTest={canTest} />}
      >
        <div className="grid max-w-xl gap-6">
          <SenderFields form={form} environment={settings.environment} />
          <ServerFields form={form} settings={settings} />
          <FormErrorSummary form={form} />
          <div role="status" className="empty:hidden">
            {connectionTest.isPending && <p className="text-muted-foreground">{labels.testing}</p>}
            {connectionTest.result && <TestResult result={connectionTest.result} />}
          </div>
        </div>
      </Card>
    </Form>
  );
}

type ConnectionTest = { start: () => void; result: SmtpTestReply | null; isPending: boolean };

type FormActionsProps = { form: EmailDeliveryFormState; connectionTest: ConnectionTest; canTest: boolean };

function FormActions({ form, connectionTest: { start, isPending }, canTest }: FormActionsProps) {
  const { isSubmitting, isDirty } = form.formState;
  return (
    <>
      <Button variant="outline" onClick={start} pending={isPending} disabled={!canTest || isSubmitting}>
        {labels.test}
      </Button>
      <Button type="submit" pending={isSubmitting} disabled={!isDirty || isPending}>
        {labels.save}
      </Button>
    </>
  );
}

/** Tests the values of the form. The result is dropped when a value changes. */
function useConnectionTest(form: EmailDeliveryFormState): ConnectionTest {
  const { mutateAsync, isPending } = useTestEmailDelivery();
  const [tested, setTested] = useState<{ values: string; result: SmtpTestReply } | null>(null);
  const currentValues = JSON.stringify(form.watch());
  const runTest = async () => {
    setTested(null);
    form.clearErrors("root");
    if (!(await form.trigger(["sender", "server"], { shouldFocus: true }))) return;
    const { sender, server } = form.getValues();
    try {
      setTested({ values: currentValues, result: await mutateAsync({ sender, server }) });
    } catch (error) {
      showSubmitError(form, describeError(error));
    }
  };
  return { start: () => void runTest(), result: tested?.values === currentValues ? tested.result : null, isPending };
}

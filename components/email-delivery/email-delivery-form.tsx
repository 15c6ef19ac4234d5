"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { describeError } from "@/components/ui/error-message";
import { Form, FormErrorSummary, showSubmitError, useZodForm } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import type { EmailDeliverySettings, SmtpTestReply } from "@/contract/email-delivery";
import { useUpdateEmailDelivery, useTestEmailDelivery } from "./mutations";
import { SenderFields } from "./sender-fields";
import { type EmailDeliveryValues, EmailDeliveryBody, type EmailDeliveryFormState, type EmailDeliveryInput, toFormValues } from "./form-values";
import { ServerFields } from "./server-fields";
import { TestResult } from "./test-result";

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Changes in whose name mail leaves, and by which server; and tests what is typed before it is saved. */
export function EmailDeliveryForm({ settings }: { settings: EmailDeliverySettings }) {
  const { mutateAsync } = useUpdateEmailDelivery();
  const form = useZodForm(EmailDeliveryBody, { defaultValues: toFormValues(settings) });
  const save = async (values: EmailDeliveryValues) => {
    // What was left as it is may have been changed by somebody else meanwhile; the form was filled with what it is compared with.
    const before = form.formState.defaultValues ?? {};
    const changed = Object.entries(values).filter(([name, value]) => !same(value, before[name as keyof EmailDeliveryInput]));
    form.reset(toFormValues(await mutateAsync(Object.fromEntries(changed))));
    toast.success("Sending is saved", { description: "Mail follows it within seconds." });
  };
  const testing = useTest(form);
  return (
    <Form form={form} onSubmit={save} confirmLeave>
      <Card
        title="Sending"
        description="In whose name mail to leads and staff leaves, and by which server."
        footer={<Buttons form={form} testing={testing} canTest={form.watch("server") !== null || settings.environment.server !== null} />}
      >
        <div className="grid max-w-xl gap-6">
          <SenderFields form={form} environment={settings.environment} />
          <ServerFields form={form} settings={settings} />
          <FormErrorSummary form={form} />
          <div role="status" className="empty:hidden">
            {testing.isPending && <p className="text-muted-foreground">Testing the connection. This takes 15 seconds at most.</p>}
            {testing.result && <TestResult result={testing.result} />}
          </div>
        </div>
      </Card>
    </Form>
  );
}

type Testing = { begin: () => void; result: SmtpTestReply | null; isPending: boolean };

function Buttons({ form, testing: { begin, isPending }, canTest }: { form: EmailDeliveryFormState; testing: Testing; canTest: boolean }) {
  const { isSubmitting, isDirty } = form.formState;
  return (
    <>
      <Button variant="outline" onClick={begin} pending={isPending} disabled={!canTest || isSubmitting}>
        Test the connection
      </Button>
      <Button type="submit" pending={isSubmitting} disabled={!isDirty || isPending}>
        Save
      </Button>
    </>
  );
}

/** Tests what stands in the form. The result stays until something else stands there. */
function useTest(form: EmailDeliveryFormState): Testing {
  const { mutateAsync, isPending } = useTestEmailDelivery();
  const [tested, setTested] = useState<{ values: string; result: SmtpTestReply } | null>(null);
  const standing = JSON.stringify(form.watch());
  const test = async () => {
    setTested(null);
    form.clearErrors("root");
    if (!(await form.trigger(["sender", "server"], { shouldFocus: true }))) return;
    const { sender, server } = form.getValues();
    try {
      setTested({ values: standing, result: await mutateAsync({ sender, server }) });
    } catch (error) {
      showSubmitError(form, describeError(error));
    }
  };
  return { begin: () => void test(), result: tested?.values === standing ? tested.result : null, isPending };
}

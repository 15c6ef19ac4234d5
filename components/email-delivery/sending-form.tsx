"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { failureOf } from "@/components/ui/failure";
import { Form, FormProblems, showRefusal, useZodForm } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import type { MailSettings, MailTest } from "@/contract/mail-settings";
import { useChangeMailSettings, useTestMail } from "./mutations";
import { SenderFields } from "./sender-fields";
import { type Sending, SendingBody, type SendingFormOf, type SendingInput, shownOf } from "./sending-body";
import { ServerFields } from "./server-fields";
import { TestResult } from "./test-result";

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Changes in whose name mail leaves, and by which server; and tests what is typed before it is saved. */
export function SendingForm({ settings }: { settings: MailSettings }) {
  const { mutateAsync } = useChangeMailSettings();
  const form = useZodForm(SendingBody, { defaultValues: shownOf(settings) });
  const save = async (values: Sending) => {
    // What was left as it is may have been changed by somebody else meanwhile; the form was filled with what it is compared with.
    const before = form.formState.defaultValues ?? {};
    const changed = Object.entries(values).filter(([name, value]) => !same(value, before[name as keyof SendingInput]));
    form.reset(shownOf(await mutateAsync(Object.fromEntries(changed))));
    toast.success("Sending is saved", { description: "Mail follows it within seconds." });
  };
  const testing = useTest(form);
  return (
    <Form form={form} onSubmit={save} asksBeforeLeaving>
      <Card
        title="Sending"
        description="In whose name mail to leads and staff leaves, and by which server."
        footer={<Buttons form={form} testing={testing} canTest={form.watch("server") !== null || settings.environment.server !== null} />}
      >
        <div className="grid max-w-xl gap-6">
          <SenderFields form={form} environment={settings.environment} />
          <ServerFields form={form} settings={settings} />
          <FormProblems form={form} />
          <div role="status" className="empty:hidden">
            {testing.isPending && <p className="text-muted-foreground">Testing the connection. This takes 15 seconds at most.</p>}
            {testing.result && <TestResult result={testing.result} />}
          </div>
        </div>
      </Card>
    </Form>
  );
}

type Testing = { begin: () => void; result: MailTest | null; isPending: boolean };

function Buttons({ form, testing: { begin, isPending }, canTest }: { form: SendingFormOf; testing: Testing; canTest: boolean }) {
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
function useTest(form: SendingFormOf): Testing {
  const { mutateAsync, isPending } = useTestMail();
  const [tested, setTested] = useState<{ values: string; result: MailTest } | null>(null);
  const standing = JSON.stringify(form.watch());
  const test = async () => {
    setTested(null);
    form.clearErrors("root");
    if (!(await form.trigger(["sender", "server"], { shouldFocus: true }))) return;
    const { sender, server } = form.getValues();
    try {
      setTested({ values: standing, result: await mutateAsync({ sender, server }) });
    } catch (error) {
      showRefusal(form, failureOf(error));
    }
  };
  return { begin: () => void test(), result: tested?.values === standing ? tested.result : null, isPending };
}

"use client";

import { useState } from "react";
import { ConfirmChange } from "@/components/confirm-change";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { failureOf } from "@/components/ui/failure";
import { Form, FormProblems, showRefusal } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import type { MailTextRecord } from "@/contract/mail";
import { mailNames } from "@/contract/mail-texts";
import { MailFields, type MailFormState } from "./mail-fields";
import type { Words } from "./mail-schema";
import { useChangeMailText, useResetMailText, useSendTest } from "./mutations";
import { useInsertion } from "./use-insertion";
import { Variables } from "./variables";

type MailFormProps = { form: MailFormState; record: MailTextRecord; words: Words };

/** The words of a mail, to be changed, tried and taken back. */
export function MailForm({ form, record, words }: MailFormProps) {
  const { kind } = record;
  const { insert, ...controls } = useInsertion();
  const { mutateAsync, isPending } = useChangeMailText();
  const [isAsked, setAsked] = useState(false);
  const save = async (changed: Words) => {
    form.reset((await mutateAsync({ kind, ...changed })).text);
    toast.success("The mail is saved");
  };
  return (
    <>
      <Form form={form} onSubmit={save} asksBeforeLeaving>
        <Card title={mailNames[kind]} footer={<Acts form={form} record={record} isSaving={isPending} onBack={() => setAsked(true)} />}>
          <div className="grid gap-6">
            <MailFields form={form} kind={kind} words={words} {...controls} />
            <Variables kind={kind} onInsert={insert} />
            <FormProblems form={form} />
          </div>
        </Card>
      </Form>
      {/* Beside the form: what is sent by a form within would be sent by this one too. */}
      <BackToDefault form={form} record={record} open={isAsked} onClose={() => setAsked(false)} />
    </>
  );
}

type ActProps = Omit<MailFormProps, "words">;

type ActsProps = ActProps & { isSaving: boolean; onBack: () => void };

/** That the form is being submitted says nothing of which: a test is too. */
function Acts({ form, record, isSaving, onBack }: ActsProps) {
  return (
    <>
      {record.isOwn && (
        <Button variant="ghost" onClick={onBack} className="-ml-3 mr-auto">
          Back to the default words
        </Button>
      )}
      <SendTest form={form} record={record} />
      <Button type="submit" pending={isSaving} disabled={!form.formState.isDirty}>
        Save
      </Button>
    </>
  );
}

const keptWords = "No mail server is connected. The mail is the newest file of the outbox, in Gatehouse's data folder.";

/** The words as they stand in the form, saved or not, to whoever asks. */
function SendTest({ form, record: { kind } }: ActProps) {
  const { mutateAsync, isPending } = useSendTest();
  const send = form.handleSubmit(async (words) => {
    try {
      const { email, isKept } = await mutateAsync({ kind, ...words });
      if (isKept) toast.success(`The test to ${email} is kept as a file`, { description: keptWords });
      else toast.success("The test is on its way", { description: email });
    } catch (error) {
      showRefusal(form, failureOf(error));
    }
  });
  return (
    <Button variant="outline" pending={isPending} onClick={() => void send()}>
      Send a test to me
    </Button>
  );
}

type BackToDefaultProps = ActProps & { open: boolean; onClose: () => void };

function BackToDefault({ form, record: { kind, defaultText }, ...dialog }: BackToDefaultProps) {
  return (
    <ConfirmChange
      {...dialog}
      title={`Take the mail “${mailNames[kind]}” back to its default words?`}
      consequence="Your own subject, text and button of this mail are gone. Mail that waits to be sent gets the default words."
      action="Take it back"
      change={useResetMailText()}
      input={{ kind }}
      said="The mail has its default words again"
      onDone={() => form.reset(defaultText)}
    />
  );
}

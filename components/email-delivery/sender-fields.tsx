"use client";

import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import type { EmailDeliverySettings } from "@/contract/email-delivery";
import type { EmailDeliveryFormState } from "./form-values";

/** Whom mail is from, and where answers go. */
export function SenderFields({ form, environment }: { form: EmailDeliveryFormState; environment: EmailDeliverySettings["environment"] }) {
  return (
    <>
      <FormField
        form={form}
        name="sender"
        label="Sender"
        optional
        hint={
          <>
            An address, or a name with it. Left empty, it is what <code>MAIL_FROM</code> says:{" "}
            <span className="break-words">{environment.sender}</span>
          </>
        }
      >
        {({ value, onChange, ...control }) => (
          <Input
            {...control}
            value={value ?? ""}
            onChange={(event) => onChange(event.target.value || null)}
            autoComplete="off"
            placeholder="The Gate <codes@example.org>"
            mono
          />
        )}
      </FormField>
      <FormField form={form} name="replyTo" label="Reply-to address" optional hint="Where answers go. Left empty, they go to the sender.">
        {({ value, onChange, ...control }) => (
          <Input
            {...control}
            type="email"
            value={value ?? ""}
            onChange={(event) => onChange(event.target.value || null)}
            autoComplete="off"
            mono
          />
        )}
      </FormField>
      <p className="text-[13px] text-muted-foreground">
        So that mailboxes trust the sender, publish SPF and DKIM records for its domain as the mail server’s operator says, and a DMARC
        policy.
      </p>
    </>
  );
}

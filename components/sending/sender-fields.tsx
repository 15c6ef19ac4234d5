"use client";

import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import type { MailSettings } from "@/contract/mail-settings";
import type { SendingFormOf } from "./sending-body";

/** Whom mail is from, and where answers go. */
export function SenderFields({ form, environment }: { form: SendingFormOf; environment: MailSettings["environment"] }) {
  return (
    <>
      <FormField
        form={form}
        name="sender"
        label="Sender"
        optional
        hint={
          <>
            An address, or a name with it: The Gate &lt;codes@example.org&gt;. Left empty, it is what <code>MAIL_FROM</code> says:{" "}
            <span className="break-all">{environment.sender}</span>. So that mailboxes trust it, publish SPF and DKIM records for its domain
            as your mail server’s operator says, and a DMARC policy.
          </>
        }
      >
        {({ value, onChange, ...control }) => (
          <Input {...control} value={value ?? ""} onChange={(event) => onChange(event.target.value || null)} autoComplete="off" mono />
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
    </>
  );
}

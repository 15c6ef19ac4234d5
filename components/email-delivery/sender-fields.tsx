"use client";

import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import type { EmailDeliverySettings } from "@/contract/email-delivery";
import type { EmailDeliveryFormState } from "./form-values";
import { emailDeliveryLabels } from "./labels";

const { sender: senderLabels, replyTo: replyToLabels, domainHint } = emailDeliveryLabels;

type SenderFieldsProps = { form: EmailDeliveryFormState; environment: EmailDeliverySettings["environment"] };

/** The sender, and where replies go. */
export function SenderFields({ form, environment }: SenderFieldsProps) {
  return (
    <>
      <FormField
        form={form}
        name="sender"
        label={senderLabels.label}
        optional
        hint={
          <>
            {senderLabels.hint} <span className="break-words">{environment.sender}</span>
          </>
        }
      >
        {({ value, onChange, ...control }) => (
          <Input
            {...control}
            value={value ?? ""}
            onChange={(event) => onChange(event.target.value || null)}
            autoComplete="off"
            placeholder={senderLabels.placeholder}
            mono
          />
        )}
      </FormField>
      <FormField form={form} name="replyTo" label={replyToLabels.label} optional hint={replyToLabels.hint}>
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
      <p className="text-[13px] text-muted-foreground">{domainHint}</p>
    </>
  );
}

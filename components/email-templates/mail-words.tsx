import { Card } from "@/components/ui/card";
import type { MailTextRecord } from "@/contract/mail";
import { type MailField, mailFields, mailNames } from "@/contract/mail-texts";
import { Variables } from "./variables";

const names: Readonly<Record<MailField, string>> = { subject: "Subject", body: "Text", button: "Button" };

/** The words of a mail for those who only read. */
export function MailWords({ record: { kind, text } }: { record: MailTextRecord }) {
  return (
    <Card title={mailNames[kind]} description="Admins and owners can change it.">
      <div className="grid gap-6">
        <dl className="grid gap-4">
          {mailFields.map((field) => (
            <div key={field} className="grid gap-1.5">
              <dt className="font-medium text-[13px] leading-5">{names[field]}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap rounded-lg border bg-muted px-3 py-1.5">{text[field]}</dd>
            </div>
          ))}
        </dl>
        <Variables kind={kind} />
      </div>
    </Card>
  );
}

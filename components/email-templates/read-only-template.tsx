import { Card } from "@/components/ui/card";
import type { EmailTemplateRecord } from "@/contract/email-template-api";
import { type EmailTemplateField, emailTemplateFields, emailTemplateNames } from "@/contract/email-templates";
import { VariableList } from "./variable-list";

const names: Readonly<Record<EmailTemplateField, string>> = { subject: "Subject", body: "Text", button: "Button" };

/** The words of a mail for those who only read. */
export function ReadOnlyTemplate({ record: { kind, text } }: { record: EmailTemplateRecord }) {
  return (
    <Card title={emailTemplateNames[kind]} description="Admins and owners can change it.">
      <div className="grid gap-6">
        <dl className="grid gap-4">
          {emailTemplateFields.map((field) => (
            <div key={field} className="grid gap-1.5">
              <dt className="font-medium text-[13px] leading-5">{names[field]}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap rounded-lg border bg-muted px-3 py-1.5">{text[field]}</dd>
            </div>
          ))}
        </dl>
        <VariableList kind={kind} />
      </div>
    </Card>
  );
}

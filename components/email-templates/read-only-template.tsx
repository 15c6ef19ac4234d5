import { Card } from "@/components/ui/card";
import { emailTemplateFields, emailTemplateNames } from "@/contract/default-email-templates";
import type { EmailTemplateRecord } from "@/contract/email-templates";
import { emailTemplateLabels, fieldLabels } from "./labels";
import { VariableList } from "./variable-list";

/** The content of a template, for staff members who can't edit it. */
export function ReadOnlyTemplate({ template: { kind, content } }: { template: EmailTemplateRecord }) {
  return (
    <Card title={emailTemplateNames[kind]} description={emailTemplateLabels.readOnly}>
      <div className="grid gap-6">
        <dl className="grid gap-4">
          {emailTemplateFields.map((field) => (
            <div key={field} className="grid gap-1.5">
              <dt className="font-medium text-[13px] leading-5">{fieldLabels[field]}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap rounded-lg border bg-muted px-3 py-1.5">{content[field]}</dd>
            </div>
          ))}
        </dl>
        <VariableList kind={kind} />
      </div>
    </Card>
  );
}

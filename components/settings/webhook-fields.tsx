"use client";

import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { CopyableText } from "@/components/ui/copy-button";
import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/special-inputs";
import { Time } from "@/components/ui/time";
import type { EmailDeliverySettings } from "@/contract/email-delivery";
import { type EmailProvider, emailProviders } from "@/contract/enums";
import type { WebhooksForm } from "./email-delivery-fields";
import { emailDeliveryLabels } from "./labels";

const { webhooks: webhookLabels } = emailDeliveryLabels;

type WebhookFieldsProps = { form: WebhooksForm; webhooks: EmailDeliverySettings["webhooks"] };

/** The webhooks of email providers that report bounces and complaints. */
export const WebhookFields = ({ form, webhooks }: WebhookFieldsProps) =>
  emailProviders.map((provider) => <Webhook key={provider} form={form} provider={provider} webhook={webhooks[provider]} />);

type WebhookProps = { form: WebhooksForm; provider: EmailProvider; webhook: EmailDeliverySettings["webhooks"][EmailProvider] };

function Webhook({ form, provider, webhook: { url, isSetUp, lastReportAt } }: WebhookProps) {
  const zone = useSession().project.timeZone;
  const { name, secret, hint } = webhookLabels.providers[provider];
  const saved = form.formState.defaultValues?.webhooks?.[provider];
  const isRemoved = saved !== null && form.watch(`webhooks.${provider}`) === null;
  // Without a value, the saved secret is kept. That of SES is shown, so that it can't be left empty.
  const emptied = saved === null ? null : provider === "ses" ? "" : undefined;
  const setSecret = (value: string | null | undefined) => form.setValue(`webhooks.${provider}`, value, { shouldDirty: true });
  const status = !isSetUp ? webhookLabels.notSetUp : lastReportAt === null ? webhookLabels.noReports : webhookLabels.lastReport;
  return (
    <section aria-label={name} className="grid gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-medium">{name}</h3>
        <span className="text-2sm text-muted-foreground">
          {status} {isSetUp && lastReportAt !== null && <Time at={lastReportAt} zone={zone} />}
        </span>
        {saved !== null && (
          <Button variant="ghost" size="sm" className="ml-auto" onClick={() => setSecret(isRemoved ? saved : null)}>
            {isRemoved ? webhookLabels.keep : webhookLabels.remove}
          </Button>
        )}
      </div>
      {isRemoved ? (
        <p className="text-muted-foreground">{webhookLabels.removed}</p>
      ) : (
        <>
          <CopyableText text={url} label={webhookLabels.copyTarget(name)} />
          <FormField
            form={form}
            name={`webhooks.${provider}`}
            label={secret}
            optional
            hint={isSetUp && provider !== "ses" ? `${hint} ${webhookLabels.keepHint}` : hint}
          >
            {({ value, onChange, ...control }) => {
              const props = {
                ...control,
                value: value ?? "",
                onChange: (event: { target: { value: string } }) => onChange(event.target.value || emptied),
              };
              return provider === "ses" ? (
                <Input {...props} autoComplete="off" spellCheck={false} mono />
              ) : (
                <PasswordInput {...props} autoComplete="new-password" />
              );
            }}
          </FormField>
        </>
      )}
    </section>
  );
}

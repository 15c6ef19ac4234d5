"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { SavedEmailsNotice } from "@/components/sends";
import { LocalUrlWarning } from "@/components/shell/local-url-warning";
import { useCan, useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { CopyableText } from "@/components/ui/copy-button";
import { describeError } from "@/components/ui/errors";
import { FormField, showSubmitError, useZodForm } from "@/components/ui/form";
import { Input, NumberInput, PasswordInput } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/loading";
import { QueryState } from "@/components/ui/query-state";
import { getChangedValues, SettingsForm } from "@/components/ui/settings-form";
import { Interpolate } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { usePasswordOnDemand } from "@/components/use-api-mutation";
import type { EmailDeliverySettings, SmtpTestReply } from "@/contract/email-delivery";
import { type EmailProvider, emailProviders } from "@/contract/enums";
import { emailDeliveryQuery, useTestEmailDelivery, useUpdateEmailDelivery } from "./api";
import {
  CurrentPasswordField,
  EmailDeliveryBody,
  type EmailDeliveryFormState,
  SenderFields,
  ServerFields,
  toFormValues,
} from "./email-delivery-fields";
import { emailDeliveryLabels, serverAddress, serverDescription, testStepLabels } from "./labels";

const { current: currentLabels, form: formLabels, testResult: resultLabels } = emailDeliveryLabels;

/** The email delivery settings: the current ones, and for owners the form that edits them. */
export function EmailDeliveryView() {
  const canEdit = useCan("PATCH /project/email-delivery");
  return (
    <QueryState query={useQuery(emailDeliveryQuery)} loading={<Skeleton className="h-80 rounded-lg" />} errorClass="h-80">
      {(settings) => (
        <>
          {settings.server.value !== null && <SavedEmailsNotice />}
          {settings.server.value !== null && <LocalUrlWarning links={currentLabels.linksInEmails} className="mb-6" />}
          <CurrentSettings settings={settings} />
          {canEdit ? (
            <EmailDeliveryForm settings={settings} />
          ) : (
            <p className="max-w-3xl text-muted-foreground">{currentLabels.ownersOnly}</p>
          )}
        </>
      )}
    </QueryState>
  );
}

/** The settings that are used now, and where each comes from. */
function CurrentSettings({ settings: { sender, replyTo, server, limit } }: { settings: EmailDeliverySettings }) {
  const { timeZone: zone } = useSession().project;
  return (
    <Card title={currentLabels.title}>
      {server.unreadable && <Warning text={currentLabels.unreadableWarning} />}
      {limit && (
        <Warning
          text={
            <Interpolate
              text={currentLabels.limits[limit.kind]}
              values={{ until: <Time at={limit.until} zone={zone} />, response: <q>{limit.response}</q> }}
            />
          }
        />
      )}
      {!server.setByOwner && !server.unreadable && <Warning text={currentLabels.notSetByOwner} />}
      <DetailsList>
        <DetailsItem label={currentLabels.sender}>
          {sender.value} <Source source={sender.source} variable="MAIL_FROM" />
        </DetailsItem>
        <DetailsItem label={currentLabels.replyTo}>{replyTo.value ?? currentLabels.replyToSender}</DetailsItem>
        <DetailsItem label={currentLabels.server}>
          <CurrentServer server={server} />
        </DetailsItem>
      </DetailsList>
    </Card>
  );
}

function Warning({ text }: { text: ReactNode }) {
  return (
    <p role="status" className="mb-4 flex max-w-3xl gap-3 rounded-lg border bg-sunken px-4 py-3">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
      <span>{text}</span>
    </p>
  );
}

function CurrentServer({ server }: { server: EmailDeliverySettings["server"] }) {
  if (server.value === null) return server.unreadable ? currentLabels.unreadableServer : currentLabels.noServer;
  return (
    <>
      <span className="break-all font-mono text-[13px]">{serverAddress(server.value)}</span> ({serverDescription(server.value)}){" "}
      <Source source={server.source} variable="SMTP_URL" />
    </>
  );
}

function Source({ source, variable }: { source: EmailDeliverySettings["sender"]["source"]; variable: string }) {
  return (
    <span className="whitespace-nowrap text-[13px] text-muted-foreground">
      {source === "settings" ? currentLabels.fromSettings : currentLabels.fromVariable(variable)}
    </span>
  );
}

/** Edits the sender and the mail server, and tests the values before they are saved. */
function EmailDeliveryForm({ settings }: { settings: EmailDeliverySettings }) {
  const { mutateAsync } = useUpdateEmailDelivery();
  const form = useZodForm(EmailDeliveryBody, { defaultValues: toFormValues(settings) });
  const { startTest, result, isTesting } = useConnectionTest(form);
  const { isPasswordShown, run } = usePasswordOnDemand();
  const canTest = form.watch("server") !== null || settings.environment.server !== null;
  return (
    <SettingsForm
      form={form}
      onSave={async (values) => toFormValues(await run(() => mutateAsync(getChangedValues(form, values))))}
      errorFields={{ invalid_password: "currentPassword", confirmation_required: "currentPassword" }}
      title={formLabels.title}
      description={formLabels.description}
      saveLabel={formLabels.save}
      savedToast={{ title: formLabels.savedToast, description: formLabels.savedToastDescription }}
      confirmLeave
      disabled={isTesting}
      actions={
        <Button variant="outline" onClick={startTest} pending={isTesting} disabled={!canTest || form.formState.isSubmitting}>
          {formLabels.test}
        </Button>
      }
    >
      <SenderFields form={form} environment={settings.environment} />
      <ServerFields form={form} settings={settings} />
      <SendingRateFields form={form} />
      <WebhookFields form={form} webhooks={settings.webhooks} />
      {isPasswordShown && <CurrentPasswordField form={form} />}
      <div role="status" className="empty:hidden">
        {isTesting && <p className="text-muted-foreground">{formLabels.testing}</p>}
        {result && <TestResult result={result} />}
      </div>
    </SettingsForm>
  );
}

/** Tests the values of the form. The result is dropped when a value changes. */
function useConnectionTest(form: EmailDeliveryFormState) {
  const { mutateAsync, isPending: isTesting } = useTestEmailDelivery();
  const [tested, setTested] = useState<{ values: string; result: SmtpTestReply } | null>(null);
  const currentValues = JSON.stringify(form.watch());
  const runTest = async () => {
    setTested(null);
    form.clearErrors("root");
    if (!(await form.trigger(["sender", "server"], { shouldFocus: true }))) return;
    const { sender, server } = form.getValues();
    try {
      setTested({ values: currentValues, result: await mutateAsync({ sender, server }) });
    } catch (error) {
      showSubmitError(form, describeError(error));
    }
  };
  return { startTest: () => void runTest(), result: tested?.values === currentValues ? tested.result : null, isTesting };
}

/** The result of a connection test, step by step. */
function TestResult({ result: { passed, steps } }: { result: SmtpTestReply }) {
  return (
    <section aria-label={resultLabels.title} className="rounded-lg border bg-sunken px-4 py-3">
      <h3 className="font-medium">{passed ? resultLabels.passed : resultLabels.failed}</h3>
      <ol className="mt-2 grid gap-2">
        {steps.map((item) => {
          const Icon = item.passed ? CircleCheck : CircleX;
          const step = testStepLabels[item.step];
          return (
            <li key={item.step} className="flex gap-2.5">
              <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${item.passed ? "text-positive" : "text-destructive"}`} />
              <div className="min-w-0">
                <span className="sr-only">{item.passed ? resultLabels.stepPassed(step) : resultLabels.stepFailed(step)}</span>
                <span className="break-words">{item.message}</span>
                {item.response !== null && (
                  <p className="mt-0.5 break-words font-mono text-[13px] text-muted-foreground">{item.response}</p>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {passed && <LocalUrlWarning links={currentLabels.linksInEmails} className="mt-3" />}
    </section>
  );
}

const { rate, webhooks: webhookLabels } = emailDeliveryLabels;

/** How many emails are sent per second and per hour at most. */
function SendingRateFields({ form }: { form: EmailDeliveryFormState }) {
  return (
    <fieldset className="mt-2 grid gap-4 border-t pt-6">
      <legend className="sr-only">{rate.title}</legend>
      <div>
        <h3 className="font-medium">{rate.title}</h3>
        <p className="mt-1 text-muted-foreground">{rate.hint}</p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {(["emailsPerSecond", "emailsPerHour"] as const).map((name) => (
          <FormField key={name} form={form} name={name} label={rate[name]} optional>
            {({ value, onChange, ...control }) => (
              <NumberInput {...control} value={value ?? undefined} onValueChange={(number) => onChange(number ?? null)} />
            )}
          </FormField>
        ))}
      </div>
    </fieldset>
  );
}

type WebhookFieldsProps = { form: EmailDeliveryFormState; webhooks: EmailDeliverySettings["webhooks"] };

/** The webhooks of email providers that report bounces and complaints. */
function WebhookFields({ form, webhooks }: WebhookFieldsProps) {
  return (
    <fieldset className="mt-2 grid gap-6 border-t pt-6">
      <legend className="sr-only">{webhookLabels.title}</legend>
      <div>
        <h3 className="font-medium">{webhookLabels.title}</h3>
        <p className="mt-1 text-muted-foreground">{webhookLabels.hint}</p>
      </div>
      {emailProviders.map((provider) => (
        <Webhook key={provider} form={form} provider={provider} webhook={webhooks[provider]} />
      ))}
    </fieldset>
  );
}

type WebhookProps = { form: EmailDeliveryFormState; provider: EmailProvider; webhook: EmailDeliverySettings["webhooks"][EmailProvider] };

function Webhook({ form, provider, webhook: { url, isSetUp, lastReportAt } }: WebhookProps) {
  const zone = useSession().project.timeZone;
  const { name, secret, hint } = webhookLabels.providers[provider];
  const isRemoved = form.watch(`webhooks.${provider}`) === null;
  const setSecret = (value: string | null | undefined) => form.setValue(`webhooks.${provider}`, value, { shouldDirty: true });
  const status = !isSetUp ? webhookLabels.notSetUp : lastReportAt === null ? webhookLabels.noReports : webhookLabels.lastReport;
  return (
    <section aria-label={name} className="grid gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h4 className="font-medium">{name}</h4>
        <span className="text-[13px] text-muted-foreground">
          {status} {isSetUp && lastReportAt !== null && <Time at={lastReportAt} zone={zone} />}
        </span>
        {isSetUp && (
          <Button variant="ghost" size="sm" className="ml-auto" onClick={() => setSecret(isRemoved ? undefined : null)}>
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
                onChange: (event: { target: { value: string } }) => onChange(event.target.value || undefined),
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

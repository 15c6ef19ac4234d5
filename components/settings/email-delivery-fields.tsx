"use client";

import { type ReactNode, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod";
import { InlineNotice } from "@/components/ui/errors";
import { FormField, TextField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import type { Items } from "@/components/ui/merge";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { NumberInput, PasswordInput } from "@/components/ui/special-inputs";
import {
  type EmailDeliverySettings,
  getPasswordRequirement,
  type SmtpServerRecord,
  updateEmailDeliveryEndpoint,
} from "@/contract/email-delivery";
import { emailProviders, type SmtpSecurityMode } from "@/contract/enums";
import { defaultSmtpPorts } from "@/lib/smtp-ports";
import { findProvider, type SmtpProvider, smtpProviders } from "@/lib/smtp-providers";
import { describeUnencryptedPassword } from "@/lib/unencrypted-password";
import { emailDeliveryLabels, passwordHints, securityOptions, serverAddress, serverDescription } from "./labels";

const {
  current,
  rate,
  webhooks: webhookLabels,
  server: serverLabels,
  sender: senderLabels,
  replyTo: replyToLabels,
  domainHint,
} = emailDeliveryLabels;

const fields = updateEmailDeliveryEndpoint.body.required().shape;

/** The bodies of the sections, which edit all their fields, while the endpoint accepts any of them. */
export const SenderBody = z.object({ sender: fields.sender, replyTo: fields.replyTo });
export const ServerBody = z.object({ server: fields.server, emailsPerSecond: fields.emailsPerSecond, emailsPerHour: fields.emailsPerHour });
export const WebhooksBody = z.object({ webhooks: fields.webhooks });

type SectionForm<Body extends z.ZodObject> = UseFormReturn<z.input<Body>, unknown, z.output<Body>>;
type SenderForm = SectionForm<typeof SenderBody>;
export type ServerForm = SectionForm<typeof ServerBody>;
export type WebhooksForm = SectionForm<typeof WebhooksBody>;

type ServerInput = NonNullable<z.input<typeof ServerBody>["server"]>;

// `password` is set to undefined because the field registers it. Without the key, the form would count as changed.
const emptyServer: ServerInput = { host: "", port: defaultSmtpPorts.starttls, security: "starttls", user: null, password: undefined };

/** The server that the form starts with: the saved one without its password, or an empty one. */
const initialServer = ({ server: { value, source } }: EmailDeliverySettings): ServerInput =>
  value !== null && source === "settings" ? toServerInput(value) : emptyServer;

const toServerInput = ({ host, port, security, user }: SmtpServerRecord): ServerInput => ({
  host,
  port,
  user,
  security: security ?? emptyServer.security,
  password: undefined,
});

export const toSenderValues = ({ sender, replyTo }: EmailDeliverySettings): z.input<typeof SenderBody> => ({
  sender: sender.source === "settings" ? sender.value : null,
  replyTo: replyTo.value,
});

/** The values of the server's form for saved settings. A server that can't be read has to be entered again. */
export const toServerValues = (settings: EmailDeliverySettings): z.input<typeof ServerBody> => ({
  server: settings.server.source === "settings" ? initialServer(settings) : null,
  emailsPerSecond: settings.emailsPerSecond,
  emailsPerHour: settings.emailsPerHour,
});

export const toWebhooksValues = ({ webhooks }: EmailDeliverySettings): z.input<typeof WebhooksBody> => ({
  // A secret that is saved isn't known, and stays without a value. `null` is none.
  webhooks: {
    ses: webhooks.ses.topicArn,
    postmark: webhooks.postmark.isSetUp ? undefined : null,
    resend: webhooks.resend.isSetUp ? undefined : null,
  },
});

/** Each webhook on its own: its new secret, `true` if the saved one is kept, or `null` if there is none. */
export const toWebhookItems = ({ webhooks }: z.input<typeof WebhooksBody>): Items<unknown> =>
  new Map(emailProviders.map((provider) => [provider, webhooks[provider] === undefined ? true : webhooks[provider]]));

/** The values of the webhooks' form for items. */
export const fromWebhookItems = (items: Items<unknown>): z.input<typeof WebhooksBody> => {
  const toSecret = (item: unknown) => (item === true ? undefined : ((item ?? null) as string | null));
  return {
    webhooks: { ses: toSecret(items.get("ses")), postmark: toSecret(items.get("postmark")), resend: toSecret(items.get("resend")) },
  };
};

type Expected = NonNullable<z.input<typeof updateEmailDeliveryEndpoint.body>["expected"]>;

/** What a request expects of the server and its rate. */
export function toExpectedServer(read: Record<string, unknown>): Expected {
  const { host, port, security, user = null } = (read.server ?? emptyServer) as ServerInput;
  return { ...read, server: host === "" ? null : { host, port, security, user } };
}

/** What a request expects of the webhooks. */
export const toExpectedWebhooks = ({ ses, postmark, resend }: Record<string, unknown>): Expected => ({
  webhooks: { ses: (ses ?? null) as string | null, postmark: postmark === true, resend: resend === true },
});

/** The name of a setting that two people changed, and its value in words, without secrets. */
export function describeSetting(value: unknown, name: string): { name: string; text: string } {
  const webhook = emailProviders.find((provider) => provider === name);
  if (webhook !== undefined) {
    const secret = webhook === "ses" ? String(value) : webhookLabels.newSecret;
    return {
      name: webhookLabels.providers[webhook].name,
      text: value === null ? webhookLabels.notSetUp : value === true ? webhookLabels.setUp : secret,
    };
  }
  if (name === "sender") return { name: senderLabels.label, text: value === null ? current.fromInstallation : String(value) };
  if (name === "replyTo") return { name: replyToLabels.label, text: value === null ? current.replyToSender : String(value) };
  if (name === "server") return { name: current.server, text: describeServer(value as ServerInput | null) };
  return { name: rate[name as "emailsPerSecond" | "emailsPerHour"], text: value === null ? rate.none : String(value) };
}

function describeServer(server: ServerInput | null): string {
  if (server === null) return current.fromInstallation;
  if (server.host === "") return current.unreadableServer;
  const record = { ...server, user: server.user ?? null };
  return `${serverAddress(record)} (${serverDescription(record)})`;
}

type SenderFieldsProps = { form: SenderForm; environment: EmailDeliverySettings["environment"] };

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
            {senderLabels.hint} <span>{environment.sender}</span>
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
      <p className="text-2sm text-muted-foreground">{domainHint}</p>
    </>
  );
}

type ServerFieldsProps = { form: ServerForm; settings: EmailDeliverySettings };

/** The mail server: the one from the environment, or one that is entered here. */
export function ServerFields({ form, settings }: ServerFieldsProps) {
  // Keeps what was entered while the other option is selected.
  const lastServer = useRef(form.getValues("server") ?? initialServer(settings));
  const server = form.watch("server");
  const selectSource = (source: "environment" | "own") => {
    if (server !== null) lastServer.current = server;
    form.setValue("server", source === "own" ? lastServer.current : null, { shouldDirty: true });
    form.clearErrors("server");
  };
  return (
    <>
      <RadioGroup
        label={serverLabels.label}
        value={server === null ? "environment" : "own"}
        onValueChange={selectSource}
        error={form.formState.errors.server?.message}
        options={[
          {
            value: "environment",
            ...describeEnvironment(settings.environment.server),
          },
          { value: "own", label: serverLabels.own, hint: serverLabels.ownHint },
        ]}
      />
      {server !== null && <OwnServerFields form={form} settings={settings} />}
    </>
  );
}

/** What emails are sent through if no server is entered here. */
function describeEnvironment(server: EmailDeliverySettings["environment"]["server"]): { label: string; hint: ReactNode } {
  if (server === null) return { label: serverLabels.none, hint: serverLabels.noneHint };
  const hint = (
    <>
      <span className="break-all">{serverAddress(server)}</span> ({serverDescription(server)}). {serverLabels.installationHint}
    </>
  );
  return { label: serverLabels.installation, hint };
}

/** Reads a port from typed text. NaN without digits. */
const parsePort = (text: string): number => Number(text.replace(/\D/g, "").slice(0, 5) || Number.NaN);

const otherProvider = "other";
const providerOptions = [
  { value: otherProvider, label: serverLabels.otherProvider },
  ...smtpProviders.map(({ name, host }) => ({ value: name, label: name, hint: host })),
];

function OwnServerFields({ form, settings }: ServerFieldsProps) {
  /** Switches to the default port of the encryption, unless the port was customized. */
  const updatePort = (security: SmtpSecurityMode) => {
    if (Object.values(defaultSmtpPorts).includes(form.getValues("server.port")))
      form.setValue("server.port", defaultSmtpPorts[security], { shouldDirty: true, shouldValidate: true });
  };
  const provider = findProvider(form.watch("server.host") ?? "");
  const fillIn = ({ host, port, security, user, emailsPerHour }: SmtpProvider) => {
    const server = form.getValues("server");
    form.setValue("server", { ...server, host, port, security, user: user ?? server?.user ?? null }, { shouldDirty: true });
    if (emailsPerHour !== undefined && form.getValues("emailsPerSecond") === null && form.getValues("emailsPerHour") === null)
      form.setValue("emailsPerHour", emailsPerHour, { shouldDirty: true });
    form.clearErrors("server");
  };
  return (
    <>
      <div className="grid gap-2">
        <span className="font-medium">{serverLabels.provider}</span>
        <Select
          label={serverLabels.provider}
          options={providerOptions}
          value={provider?.name ?? otherProvider}
          onValueChange={(name) => {
            const chosen = smtpProviders.find((each) => each.name === name);
            if (chosen) fillIn(chosen);
          }}
        />
      </div>
      <TextField
        form={form}
        name="server.host"
        label={serverLabels.host}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={serverLabels.hostPlaceholder}
        mono
      />
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-4">
        <FormField form={form} name="server.security" label={serverLabels.encryption}>
          {({ value, onChange }) => (
            <Select
              options={securityOptions}
              value={value}
              onValueChange={(security) => {
                onChange(security);
                updatePort(security);
              }}
            />
          )}
        </FormField>
        <FormField form={form} name="server.port" label={serverLabels.port}>
          {({ value, onChange, ...control }) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={Number.isNaN(value) ? "" : value}
              onChange={(event) => onChange(parsePort(event.target.value))}
            />
          )}
        </FormField>
      </div>
      <CredentialFields form={form} settings={settings} userHint={provider?.userHint ?? serverLabels.userHint} />
      <UnencryptedPasswordWarning form={form} />
    </>
  );
}

/** Warns before the server is tested or saved. */
function UnencryptedPasswordWarning({ form }: { form: ServerForm }) {
  const server = form.watch("server");
  const message = server && describeUnencryptedPassword({ ...server, user: server.user ?? null });
  return (
    <div role="status" className="empty:hidden">
      {message !== null && <InlineNotice tone="warning">{message}</InlineNotice>}
    </div>
  );
}

function CredentialFields({ form, settings, userHint }: ServerFieldsProps & { userHint: string }) {
  return (
    <>
      <FormField form={form} name="server.user" label={serverLabels.user} optional hint={userHint}>
        {({ value, onChange, ...control }) => (
          <Input {...control} value={value ?? ""} onChange={(event) => onChange(event.target.value || null)} autoComplete="off" mono />
        )}
      </FormField>
      <FormField form={form} name="server.password" label={serverLabels.password} hint={getPasswordHint(form, settings)}>
        {({ value, onChange, ...control }) => (
          <PasswordInput
            {...control}
            value={value ?? ""}
            onChange={(event) => onChange(event.target.value || undefined)}
            autoComplete="new-password"
          />
        )}
      </FormField>
    </>
  );
}

function getPasswordHint(form: ServerForm, { server: { value, source } }: EmailDeliverySettings): string | undefined {
  const server = form.watch("server");
  if (server === null || value === null || source !== "settings") return undefined;
  const requirement = getPasswordRequirement({ ...server, user: server.user ?? null }, value);
  return requirement === null ? serverLabels.keepPasswordHint : passwordHints[requirement];
}

/** How many emails are sent per second and per hour at most. */
export function SendingRateFields({ form }: { form: ServerForm }) {
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

"use client";

import { useRef } from "react";
import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import type { SmtpSecurityMode } from "@/contract/kinds";
import { type EmailDeliverySettings, type PasswordRequirement, getPasswordRequirement } from "@/contract/email-delivery";
import { defaultSmtpPorts } from "@/lib/smtp-ports";
import { initialServer, type EmailDeliveryFormState } from "./form-values";
import { serverAddress, securityOptions, serverDescription } from "./labels";

type Props = { form: EmailDeliveryFormState; settings: EmailDeliverySettings };

/** By which server mail leaves: what the environment says, or one of the project's own. */
export function ServerFields({ form, settings }: Props) {
  // What was typed comes back where somebody looks at the other choice.
  const typed = useRef(form.getValues("server") ?? initialServer(settings));
  const server = form.watch("server");
  const choose = (by: "environment" | "own") => {
    if (server !== null) typed.current = server;
    form.setValue("server", by === "own" ? typed.current : null, { shouldDirty: true });
    form.clearErrors("server");
  };
  const { environment } = settings;
  return (
    <>
      <RadioGroup
        label="Mail server"
        className="mt-2 border-t pt-6"
        value={server === null ? "environment" : "own"}
        onValueChange={choose}
        error={form.formState.errors.server?.message}
        options={[
          { value: "environment", label: "What the environment says", hint: <Environment server={environment.server} /> },
          { value: "own", label: "A server entered here", hint: "Stored encrypted; its password is never shown again." },
        ]}
      />
      {server !== null && <OwnServer form={form} settings={settings} />}
    </>
  );
}

function Environment({ server }: { server: EmailDeliverySettings["environment"]["server"] }) {
  if (server === null)
    return (
      <>
        <code>SMTP_URL</code> is not set: messages are kept as files and reach nobody.
      </>
    );
  return (
    <>
      <code>SMTP_URL</code>: <span className="break-all">{serverAddress(server)}</span> ({serverDescription(server)})
    </>
  );
}

/** The port in what was typed; no number where there is none. */
const portOf = (text: string): number => Number(text.replace(/\D/g, "").slice(0, 5) || Number.NaN);

function OwnServer({ form, settings }: Props) {
  /** The port follows where it is another way's usual one. */
  const follow = (security: SmtpSecurityMode) => {
    if (Object.values(defaultSmtpPorts).includes(form.getValues("server.port")))
      form.setValue("server.port", defaultSmtpPorts[security], { shouldDirty: true, shouldValidate: true });
  };
  return (
    <>
      <FormField form={form} name="server.host" label="Host">
        {(control) => <Input {...control} inputMode="url" autoComplete="off" spellCheck={false} placeholder="smtp.example.org" mono />}
      </FormField>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-4">
        <FormField form={form} name="server.security" label="Encryption">
          {({ value, onChange }) => (
            <Select
              options={securityOptions}
              value={value}
              onValueChange={(security) => {
                onChange(security);
                follow(security);
              }}
            />
          )}
        </FormField>
        <FormField form={form} name="server.port" label="Port">
          {({ value, onChange, ...control }) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={Number.isNaN(value) ? "" : value}
              onChange={(event) => onChange(portOf(event.target.value))}
            />
          )}
        </FormField>
      </div>
      <SignInFields form={form} settings={settings} />
    </>
  );
}

function SignInFields({ form, settings }: Props) {
  return (
    <>
      <FormField form={form} name="server.user" label="User name" optional hint="Left empty, nobody signs in.">
        {({ value, onChange, ...control }) => (
          <Input {...control} value={value ?? ""} onChange={(event) => onChange(event.target.value || null)} autoComplete="off" mono />
        )}
      </FormField>
      <FormField form={form} name="server.password" label="Password" hint={passwordHint(form, settings)}>
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

const hints: Readonly<Record<PasswordRequirement, string | undefined>> = {
  none_kept: undefined,
  for_another: "Enter it again: the one you saved is for another host, port or user name.",
  for_encrypted: "Enter it again: the one you saved is for an encrypted connection.",
};

function passwordHint(form: EmailDeliveryFormState, { server: { value, source } }: EmailDeliverySettings): string | undefined {
  const now = form.watch("server");
  if (now === null || value === null || source !== "settings") return undefined;
  const why = getPasswordRequirement({ ...now, user: now.user ?? null }, value);
  return why === null ? "The one you saved is kept. Leave this empty to go on using it." : hints[why];
}

"use client";

import { useRef } from "react";
import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { type EmailDeliverySettings, getPasswordRequirement } from "@/contract/email-delivery";
import type { SmtpSecurityMode } from "@/contract/enums";
import { defaultSmtpPorts } from "@/lib/smtp-ports";
import { type EmailDeliveryFormState, initialServer } from "./form-values";
import { emailDeliveryLabels, passwordHints, securityOptions, serverAddress, serverDescription } from "./labels";

const { server: labels } = emailDeliveryLabels;

type ServerFieldsProps = { form: EmailDeliveryFormState; settings: EmailDeliverySettings };

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
        label={labels.label}
        className="mt-2 border-t pt-6"
        value={server === null ? "environment" : "own"}
        onValueChange={selectSource}
        error={form.formState.errors.server?.message}
        options={[
          {
            value: "environment",
            label: labels.fromEnvironment,
            hint: <EnvironmentServer server={settings.environment.server} />,
          },
          { value: "own", label: labels.own, hint: labels.ownHint },
        ]}
      />
      {server !== null && <OwnServerFields form={form} settings={settings} />}
    </>
  );
}

function EnvironmentServer({ server }: { server: EmailDeliverySettings["environment"]["server"] }) {
  if (server === null) return labels.notInEnvironment;
  return (
    <>
      <span className="break-all">{serverAddress(server)}</span> ({serverDescription(server)})
    </>
  );
}

/** Reads a port from typed text. NaN without digits. */
const parsePort = (text: string): number => Number(text.replace(/\D/g, "").slice(0, 5) || Number.NaN);

function OwnServerFields({ form, settings }: ServerFieldsProps) {
  /** Switches to the default port of the encryption, unless the port was customized. */
  const updatePort = (security: SmtpSecurityMode) => {
    if (Object.values(defaultSmtpPorts).includes(form.getValues("server.port")))
      form.setValue("server.port", defaultSmtpPorts[security], { shouldDirty: true, shouldValidate: true });
  };
  return (
    <>
      <FormField form={form} name="server.host" label={labels.host}>
        {(control) => (
          <Input {...control} inputMode="url" autoComplete="off" spellCheck={false} placeholder={labels.hostPlaceholder} mono />
        )}
      </FormField>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-4">
        <FormField form={form} name="server.security" label={labels.encryption}>
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
        <FormField form={form} name="server.port" label={labels.port}>
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
      <CredentialFields form={form} settings={settings} />
    </>
  );
}

function CredentialFields({ form, settings }: ServerFieldsProps) {
  return (
    <>
      <FormField form={form} name="server.user" label={labels.user} optional hint={labels.userHint}>
        {({ value, onChange, ...control }) => (
          <Input {...control} value={value ?? ""} onChange={(event) => onChange(event.target.value || null)} autoComplete="off" mono />
        )}
      </FormField>
      <FormField form={form} name="server.password" label={labels.password} hint={getPasswordHint(form, settings)}>
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

function getPasswordHint(form: EmailDeliveryFormState, { server: { value, source } }: EmailDeliverySettings): string | undefined {
  const server = form.watch("server");
  if (server === null || value === null || source !== "settings") return undefined;
  const requirement = getPasswordRequirement({ ...server, user: server.user ?? null }, value);
  return requirement === null ? labels.keepPasswordHint : passwordHints[requirement];
}

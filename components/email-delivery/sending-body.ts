import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { changeMailSettingsEndpoint, type MailServerRecord, type MailSettings } from "@/contract/mail-settings";
import { usualPorts } from "@/lib/smtp-ports";

/** All of it, though the call takes parts. */
export const SendingBody = changeMailSettingsEndpoint.body.required();
export type SendingInput = z.input<typeof SendingBody>;
export type Sending = z.output<typeof SendingBody>;
export type SendingFormOf = UseFormReturn<SendingInput, unknown, Sending>;

export type ServerInput = NonNullable<SendingInput["server"]>;

// With a password that is not there, as the fields have it: the form would take itself for changed.
const emptyServer: ServerInput = { host: "", port: usualPorts.starttls, security: "starttls", user: null, password: undefined };

/** A server to begin with: the one that is kept, without its password. */
export const firstServer = ({ server: { value, source } }: MailSettings): ServerInput =>
  value !== null && source === "settings" ? ownOf(value) : emptyServer;

const ownOf = ({ host, port, security, user }: MailServerRecord): ServerInput => ({
  ...{ host, port, user },
  security: security ?? emptyServer.security,
  password: undefined,
});

/** What the form shows of the settings. One that cannot be read is to be entered again. */
export const shownOf = (settings: MailSettings): SendingInput => ({
  sender: settings.sender.source === "settings" ? settings.sender.value : null,
  replyTo: settings.replyTo.value,
  server: settings.server.source === "settings" ? firstServer(settings) : null,
});

import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { updateEmailDeliveryEndpoint, type SmtpServerRecord, type EmailDeliverySettings } from "@/contract/email-delivery";
import { defaultSmtpPorts } from "@/lib/smtp-ports";

/** All of it, though the call takes parts. */
export const EmailDeliveryBody = updateEmailDeliveryEndpoint.body.required();
export type EmailDeliveryInput = z.input<typeof EmailDeliveryBody>;
export type EmailDeliveryValues = z.output<typeof EmailDeliveryBody>;
export type EmailDeliveryFormState = UseFormReturn<EmailDeliveryInput, unknown, EmailDeliveryValues>;

export type ServerInput = NonNullable<EmailDeliveryInput["server"]>;

// With a password that is not there, as the fields have it: the form would take itself for changed.
const emptyServer: ServerInput = { host: "", port: defaultSmtpPorts.starttls, security: "starttls", user: null, password: undefined };

/** A server to begin with: the one that is kept, without its password. */
export const initialServer = ({ server: { value, source } }: EmailDeliverySettings): ServerInput =>
  value !== null && source === "settings" ? toServerInput(value) : emptyServer;

const toServerInput = ({ host, port, security, user }: SmtpServerRecord): ServerInput => ({
  ...{ host, port, user },
  security: security ?? emptyServer.security,
  password: undefined,
});

/** What the form shows of the settings. One that cannot be read is to be entered again. */
export const toFormValues = (settings: EmailDeliverySettings): EmailDeliveryInput => ({
  sender: settings.sender.source === "settings" ? settings.sender.value : null,
  replyTo: settings.replyTo.value,
  server: settings.server.source === "settings" ? initialServer(settings) : null,
});

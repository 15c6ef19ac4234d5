import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { type EmailDeliverySettings, type SmtpServerRecord, updateEmailDeliveryEndpoint } from "@/contract/email-delivery";
import { defaultSmtpPorts } from "@/lib/smtp-ports";

// The form edits all fields, while the endpoint accepts any of them.
export const EmailDeliveryBody = updateEmailDeliveryEndpoint.body.required();
export type EmailDeliveryInput = z.input<typeof EmailDeliveryBody>;
export type EmailDeliveryValues = z.output<typeof EmailDeliveryBody>;
export type EmailDeliveryFormState = UseFormReturn<EmailDeliveryInput, unknown, EmailDeliveryValues>;

type ServerInput = NonNullable<EmailDeliveryInput["server"]>;

// `password` is set to undefined because the field registers it. Without the key, the form would count as changed.
const emptyServer: ServerInput = { host: "", port: defaultSmtpPorts.starttls, security: "starttls", user: null, password: undefined };

/** The server that the form starts with: the saved one without its password, or an empty one. */
export const initialServer = ({ server: { value, source } }: EmailDeliverySettings): ServerInput =>
  value !== null && source === "settings" ? toServerInput(value) : emptyServer;

const toServerInput = ({ host, port, security, user }: SmtpServerRecord): ServerInput => ({
  ...{ host, port, user },
  security: security ?? emptyServer.security,
  password: undefined,
});

/** The form values for saved settings. A server that can't be read has to be entered again. */
export const toFormValues = (settings: EmailDeliverySettings): EmailDeliveryInput => ({
  sender: settings.sender.source === "settings" ? settings.sender.value : null,
  replyTo: settings.replyTo.value,
  server: settings.server.source === "settings" ? initialServer(settings) : null,
});

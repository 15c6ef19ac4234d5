import type { Context } from "@/core/context";
import type { TestConnection } from "@/core/email-delivery/test-connection";
import { createPreviewLinks } from "@/core/leads/email-links";
import { getLogo } from "@/core/projects/record";
import type { LeadEmailContent } from "@/emails/lead-email-data";
import { logoSource } from "@/emails/logo";
import type { RenderedEmail } from "@/emails/render";

/** Tests a mail server with the connection options of the worker. */
export const testEmailServer: TestConnection = async (server, from) =>
  (await import("@/emails/smtp-connection")).testSmtpConnection(server, from);

/**
 * Renders an email to a lead, as the worker does, with links without tokens. The renderer takes a second and 40 MB to load, so it is
 * loaded on first use.
 */
export async function renderEmail(ctx: Context, message: LeadEmailContent): Promise<RenderedEmail> {
  const [{ renderLeadEmail }, logo] = await Promise.all([import("@/emails/render"), getLogo(ctx)]);
  return renderLeadEmail({ ...message, ...createPreviewLinks(), logo });
}

/** Removes the targets of links, so that they look the same but can't be followed. */
export const removeLinks = (html: string): string => html.replace(/<a href="[^"]*"/g, "<a");

/** Forces the light or dark version of an email, independent of the browser's setting. */
export function applyColorScheme(html: string, scheme: "light" | "dark" | undefined): string {
  if (scheme === undefined) return html;
  return html
    .replace(/(color-schemes?: |content=")light dark/g, `$1${scheme}`)
    .replace("@media (prefers-color-scheme: dark)", scheme === "dark" ? "@media all" : "@media not all");
}

/** Prepares an email for a preview frame: with its logo, without links, and optionally with a fixed color scheme. */
export const toEmailPreview = (
  { html, logo, ...rest }: RenderedEmail,
  scheme: "light" | "dark" | undefined,
): Omit<RenderedEmail, "logo"> => ({
  ...rest,
  html: removeLinks(applyColorScheme(html, scheme)).replace(logoSource, `data:image/png;base64,${logo?.toString("base64") ?? ""}`),
});

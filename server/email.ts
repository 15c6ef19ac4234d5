import "server-only";
import type { TestConnection } from "@/core/email-delivery/test-connection";
import type { LeadEmailContent } from "@/emails/lead-email-data";
import type { RenderedEmail } from "@/emails/render";

type RenderEmail = (message: LeadEmailContent) => Promise<RenderedEmail>;

// The process and Next's bundles can each load this module, and only the process can load the email code (docs/decisions/0012).
const globals = globalThis as typeof globalThis & { gatehouseRenderEmail?: RenderEmail; gatehouseTestEmailServer?: TestConnection };

/** Registers the function that tests mail servers. */
export function setEmailServerTest(test: TestConnection): void {
  globals.gatehouseTestEmailServer = test;
}

/** Tests a mail server with the transport that the worker uses. */
export const testEmailServer: TestConnection = async (server, from) => {
  if (!globals.gatehouseTestEmailServer) throw new Error("setEmailServerTest was not called in this process");
  return globals.gatehouseTestEmailServer(server, from);
};

/** Registers the function that renders emails to leads. */
export function setEmailRenderer(render: RenderEmail): void {
  globals.gatehouseRenderEmail = render;
}

/** Renders an email to a lead, as the worker does. */
export async function renderEmail(message: LeadEmailContent): Promise<RenderedEmail> {
  if (!globals.gatehouseRenderEmail) throw new Error("setEmailRenderer was not called in this process");
  return globals.gatehouseRenderEmail(message);
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

/** Prepares an email for a preview frame: without links, and optionally with a fixed color scheme. */
export const toEmailPreview = ({ html, ...rest }: RenderedEmail, scheme: "light" | "dark" | undefined): RenderedEmail => ({
  ...rest,
  html: removeLinks(applyColorScheme(html, scheme)),
});

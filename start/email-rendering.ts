import { createPreviewLinks } from "@/core/leads/email-links";
import { setEmailRenderer, setEmailServerTest } from "@/server/email";

type EmailRenderer = typeof import("@/emails/render");

let renderer: Promise<EmailRenderer> | undefined;

/** Lets route handlers preview emails and test mail servers. The renderer contains JSX and takes a second and 40 MB to load, so it is loaded on first use. */
export function registerEmailRenderer(): void {
  setEmailRenderer(async (data) => {
    renderer ??= loadRenderer();
    return (await renderer).renderLeadEmail({ ...data, ...createPreviewLinks() });
  });
  setEmailServerTest(async (server, from) => (await import("@/emails/smtp-connection")).testSmtpConnection(server, from));
}

async function loadRenderer(): Promise<EmailRenderer> {
  try {
    const { tsImport } = await import("tsx/esm/api");
    return (await tsImport("../emails/render.tsx", import.meta.url)) as EmailRenderer;
  } catch (error) {
    renderer = undefined;
    throw error;
  }
}

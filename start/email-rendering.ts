import { nobodysLinks } from "@/core/leads/links";
import { giveRenderer, giveServerTest } from "@/server/mail";

type Mails = typeof import("@/emails/render");

let mails: Promise<Mails> | undefined;

/** Lets the doors of this process show mail and test mail servers. What renders it is JSX, which only the worker's Node reads; here it is loaded when first asked for, as it takes a second and 40 MB. */
export function renderForDoors(): void {
  giveRenderer(async (message) => {
    mails ??= load();
    return (await mails).renderLeadMessage({ ...message, ...nobodysLinks() });
  });
  giveServerTest(async (server, from) => (await import("@/emails/connection")).testConnection(server, from));
}

async function load(): Promise<Mails> {
  try {
    const { tsImport } = await import("tsx/esm/api");
    return (await tsImport("../emails/render.tsx", import.meta.url)) as Mails;
  } catch (error) {
    mails = undefined;
    throw error;
  }
}

import "server-only";
import type { TestServer } from "@/core/email-delivery/test-server";
import type { Rendered, UnlinkedMessage } from "@/emails/render";

type Render = (message: UnlinkedMessage) => Promise<Rendered>;

// The doors may be loaded twice, by the process and by Next's bundles; what renders and what connects is the process's (docs/decisions/0012).
const home = globalThis as typeof globalThis & { gatehouseMail?: Render; gatehouseMailTest?: TestServer };

/** Gives the doors of this process what tests a mail server. */
export function giveServerTest(test: TestServer): void {
  home.gatehouseMailTest = test;
}

/** Tests a mail server, by the means that the worker sends by. */
export const testServer: TestServer = async (server, from) => {
  if (!home.gatehouseMailTest) throw new Error("Nobody gave this process what tests mail servers");
  return home.gatehouseMailTest(server, from);
};

/** Gives the doors of this process what renders a mail to leads; they cannot load it themselves. */
export function giveRenderer(render: Render): void {
  home.gatehouseMail = render;
}

/** Renders a mail to leads as the worker does. */
export async function renderMail(message: UnlinkedMessage): Promise<Rendered> {
  if (!home.gatehouseMail) throw new Error("Nobody gave this process what renders mail");
  return home.gatehouseMail(message);
}

/** A mail to look at: what leads somewhere looks as it does, and leads nowhere from the frame that shows it. */
export const withoutLinks = (html: string): string => html.replace(/<a href="[^"]*"/g, "<a");

/** A mail as programs of one colouring show it, whatever the browser has. */
export function inScheme(html: string, scheme: "light" | "dark" | undefined): string {
  if (scheme === undefined) return html;
  return html
    .replace(/(color-schemes?: |content=")light dark/g, `$1${scheme}`)
    .replace("@media (prefers-color-scheme: dark)", scheme === "dark" ? "@media all" : "@media not all");
}

/** A mail as it is shown in a frame: in one colouring where that is asked for, and leading nowhere. */
export const lookedAt = ({ html, ...rest }: Rendered, scheme: "light" | "dark" | undefined): Rendered => ({
  ...rest,
  html: withoutLinks(inScheme(html, scheme)),
});

import { urlReach } from "./url-reach";

type ServerSummary = { host: string; security: "starttls" | "tls" | "none" | null; user: string | null };

/** Whether a host is this computer, so that what is sent to it stays there. */
function isThisComputer(host: string): boolean {
  const url = `http://${host.includes(":") ? `[${host}]` : host}`;
  return URL.canParse(url) && urlReach(url) === "computer";
}

/**
 * The warning that a mail server gets its password without encryption. Null if it doesn't. Without a setting for encryption, which only `SMTP_URL`
 * allows, it depends on the server.
 */
export function describeUnencryptedPassword({ host, security, user }: ServerSummary): string | null {
  if (!user || host === "" || security === "starttls" || security === "tls" || isThisComputer(host)) return null;
  return security === "none"
    ? `The password is sent to ${host} without encryption, so others in between can read it. Use STARTTLS or TLS.`
    : `The password is sent to ${host} without encryption if the server doesn't offer STARTTLS. Remove insecure=true from SMTP_URL.`;
}

/**
 * The headers for one-click unsubscribe in email clients (RFC 2369, RFC 8058). Clients send a POST to `url` and trust only https;
 * a GET opens the unsubscribe page.
 */
export const unsubscribeHeaders = (url: string): { "List-Unsubscribe": string; "List-Unsubscribe-Post": string } => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

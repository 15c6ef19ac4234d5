/**
 * The headers by which mail programs show a button of their own that asks for no more mail (RFC 2369, RFC 8058). They send a POST to
 * `url`, which must be https for them to trust it; people who open it by GET are led to a page.
 */
export const unsubscribeHeaders = (url: string): { "List-Unsubscribe": string; "List-Unsubscribe-Post": string } => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

// Email clients show a plus sign literally.
const encodeQuery = (fields: Record<string, string>): string => new URLSearchParams(fields).toString().replaceAll("+", "%20");

/** Returns the names of ways to share a link, each with the URL that opens it with the link and a text. None of them needs a script. */
export const listShareUrls = ({
  link,
  text,
  subject,
  emailLabel,
}: {
  link: string;
  text: string;
  subject: string;
  emailLabel: string;
}): [name: string, url: string][] => [
  [emailLabel, `mailto:?${encodeQuery({ subject, body: `${text} ${link}` })}`],
  ["WhatsApp", `https://wa.me/?${encodeQuery({ text: `${text} ${link}` })}`],
  ["Telegram", `https://t.me/share/url?${encodeQuery({ url: link, text })}`],
  ["X", `https://x.com/intent/post?${encodeQuery({ text, url: link })}`],
  ["LinkedIn", `https://www.linkedin.com/sharing/share-offsite/?${encodeQuery({ url: link })}`],
  ["Bluesky", `https://bsky.app/intent/compose?${encodeQuery({ text: `${text} ${link}` })}`],
];

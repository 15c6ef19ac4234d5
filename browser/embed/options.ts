import { embedMessages } from "@/components/public/messages";
import { publicKeyPattern } from "@/lib/key-patterns";

/** The options of a form on another site. */
export type EmbedScriptOptions = {
  form: "join" | "claim";
  key: string;
  /** The origin that the script was loaded from. */
  origin: string;
  /** Asks for the first and last name too. */
  names: boolean;
  referralCode: string | null | undefined;
  code: string | null;
  /** What comes back with the claim token. */
  state: string | undefined;
  /** Where the visitor came from, as the API takes it. */
  attribution: { sourceTag: string | undefined; utm: string; referrerUrl: string };
};

/** The URLs of the script, of the page and of the page that linked to it. */
type EmbedLocation = { src: string; href: string; referrer?: string };

/** Reads the options from a script's `data-` attributes and the page's URL. Returns an error message if they aren't valid. */
export function parseOptions(
  data: Partial<Record<string, string>>,
  { src, href, referrer = "" }: EmbedLocation,
): EmbedScriptOptions | string {
  const { form, key = "", names = "false", ref, source, state } = data;
  const { setup } = embedMessages;
  if (form !== "join" && form !== "claim") return setup.form;
  if (/^sk_/.test(key)) return setup.secret;
  if (!publicKeyPattern.test(key)) return setup.key;
  const { searchParams: query, search, origin: siteOrigin } = new URL(href);
  return {
    form,
    key,
    origin: new URL(src).origin,
    names: names !== "false",
    referralCode: ref || rememberReferralCode(query.get("ref")),
    code: query.get("code"),
    state,
    attribution: {
      sourceTag: source,
      // Other parameters can be secrets of the page, such as a token.
      utm: search.replace(/[?&](?!utm_)[^&]*/g, ""),
      referrerUrl: referrer.startsWith(siteOrigin) ? "" : referrer,
    },
  };
}

/** Keeps the referral code of a link for the site's other pages in the same tab. A browser may block the storage. */
function rememberReferralCode(code: string | null): string | null | undefined {
  try {
    if (code) sessionStorage.gatehouse = code;
    return sessionStorage.gatehouse;
  } catch {
    return code;
  }
}

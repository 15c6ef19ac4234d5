import { embedMessages } from "@/components/public/embed-messages";

/** What a form on another site is made from. */
export type EmbedOptions = {
  form: "join" | "claim";
  key: string;
  /** Where Gatehouse is: the origin that the script came from. */
  origin: string;
  /** Asks for a first and a last name too. */
  names: boolean;
  /** Whose link led here. */
  referralCode: string | undefined;
  code: string | undefined;
};

type Page = { src: string; address: string };

/** What a script element asks for by its `data-` attributes, on a page at `address`; or a sentence that says what is wrong with them. */
export function parseOptions(data: Partial<Record<string, string>>, { src, address }: Page): EmbedOptions | string {
  const { form, key = "", names, ref } = data;
  const { wrong } = embedMessages;
  if (form !== "join" && form !== "claim") return wrong.form;
  if (key.startsWith("sk_")) return wrong.secret;
  if (!/^pk_[0-9A-Za-z]{32}$/.test(key)) return wrong.key;
  const query = new URL(address).searchParams;
  return {
    form,
    key,
    origin: new URL(src).origin,
    names: names !== undefined && names !== "false",
    referralCode: (ref || query.get("ref"))?.slice(0, 200) || undefined,
    code: query.get("code")?.slice(0, 200) || undefined,
  };
}

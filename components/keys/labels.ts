import type { KeyKind } from "@/contract/keys";

/** The kinds of key in words, with what each is for. */
export const keyKindLabels: Readonly<Record<KeyKind, { label: string; hint: string }>> = {
  secret_key: { label: "Secret key", hint: "For your servers: does everything the API can. Keep it where only they can read it." },
  public_key: { label: "Public key", hint: "For your web pages and apps: creates leads and claims codes. Anybody may see it." },
};

/** How long the old key works beside the new one, in hours. */
export const overlapOptions = [
  { value: "0", label: "None: the old key stops at once" },
  { value: "1", label: "1 hour" },
  { value: "24", label: "24 hours" },
  { value: "168", label: "7 days" },
  { value: "720", label: "30 days" },
] as const;

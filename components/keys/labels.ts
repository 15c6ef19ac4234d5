import type { KeyScope } from "@/contract/endpoint";
import type { KeyKind } from "@/contract/keys";

/** The kinds of API key, and what each is for. */
export const keyKindLabels: Readonly<Record<KeyKind, { label: string; hint: string }>> = {
  secret_key: { label: "Secret key", hint: "For your server. Anyone who has it can use the API as you, so keep it secret." },
  public_key: { label: "Public key", hint: "For your website and apps. It can only create leads and claim codes, and anyone can see it." },
};

/** How long a rotated key keeps working, in hours. */
export const overlapOptions = [
  { value: "0", label: "Immediately" },
  { value: "1", label: "In 1 hour" },
  { value: "24", label: "In 24 hours" },
  { value: "168", label: "In 7 days" },
  { value: "720", label: "In 30 days" },
] as const;

const scopeLabels: Readonly<Record<KeyScope, string>> = {
  everything: "Full access",
  read: "Read only",
  events: "Follow events",
  codes: "Codes, batches and claims",
  leads: "Leads and suppressions",
  sends: "Sends",
  settings: "Integration settings",
};

/** Scopes as one text. */
export const formatScopes = (scopes: readonly KeyScope[]): string => scopes.map((scope) => scopeLabels[scope]).join(" + ");

const offeredScopes = [
  ["everything"],
  ["everything", "settings"],
  ["read"],
  ["events"],
  ["codes"],
  ["leads"],
  ["sends"],
  ["settings"],
] as const;

/** What the dialog offers. Other combinations of scopes can be set with the API. */
export const accessOptions = offeredScopes.map((scopes) => ({ value: scopes.join("+"), scopes: [...scopes], label: formatScopes(scopes) }));

/** When a new key expires, in days. */
export const expiryOptions = [
  { value: "never", label: "Never" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
] as const;

/** Copy of the API key settings. */
export const labels = {
  keys: {
    title: "API keys",
    description: "Use API keys to call the API from your server, website or app.",
    name: "Name",
    kind: "Type",
    key: "Key",
    createdAt: "Created",
    /** `{time}` and `{name}` are replaced by the time and the staff member. */
    createdBy: "{time} by {name}",
    createdByRemoved: "{time} by {name} (removed)",
    lastUsedAt: "Last used",
    expiresAt: "Expires",
    actions: "Actions",
    never: "Never",
    empty: "No API keys",
    emptyDescription: "Create an API key to start using the API.",
    copy: (name: string) => `key ${name}`,
    menu: (name: string, lastFour: string) => `Actions for the key ${name} ending in ${lastFour}`,
    rotate: "Rotate key",
    revoke: "Revoke key",
    revokeTitle: (name: string) => `Revoke “${name}”?`,
    revokeConsequence: (lastFour: string) =>
      `The key ending in ${lastFour} stops working immediately, and requests that use it will fail. This can't be undone.`,
    revoked: (name: string) => `“${name}” was revoked`,
  },

  create: {
    title: "Create API key",
    description: "Create one key per app, so that you can revoke each key separately.",
    nameHint: "For example, the app that uses it.",
    access: "Access",
    accessHint:
      "Integration settings are where people are sent, webhooks, and which websites can use the public key. Full access doesn't include them.",
    expiry: "Expires",
    submit: "Create key",
  },

  created: {
    title: (name: string) => `Your new key “${name}”`,
    copy: "key",
    secretKeyHint: "Save this key now. You won't be able to see it again.",
    publicKeyHint: "You can find this key in the list at any time.",
    saved: "I've saved it",
    done: "Done",
  },

  rotate: {
    title: (name: string) => `Rotate “${name}”`,
    description: "Creates a new key with the same name and type to replace this one.",
    overlap: "Old key stops working",
    overlapHint: "Gives you time to switch your apps to the new key.",
    expiry: "New key expires",
    submit: "Rotate key",
  },

  origins: {
    title: "Allowed origins",
    description: "Websites that can use your public key. Leave the list empty to allow any website.",
    label: "Origins, one per line",
    hint: "For example, https://www.example.org without a path.",
    saved: "Allowed origins saved",
    savedEmpty: "Any website can use your public key",
  },
} as const;

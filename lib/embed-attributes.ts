/** An attribute of the script for other sites, or a parameter of a frame's URL: its name, an example of a value, and what it does. */
export type EmbedAttribute = { name: string; example: string; description: string; forms: readonly ("join" | "claim")[] };

const both = ["join", "claim"] as const;
const join = ["join"] as const;
const claim = ["claim"] as const;

/** All attributes that the script reads, which a test compares. */
export const scriptAttributes: readonly EmbedAttribute[] = [
  { name: "data-key", example: "pk_…", description: "Your public key. Required.", forms: both },
  { name: "data-form", example: "join or claim", description: "The form. Required.", forms: both },
  {
    name: "data-target",
    example: "#waitlist",
    description: "A CSS selector of the element to show the form in. Without it, the form follows the script.",
    forms: both,
  },
  { name: "data-names", example: "", description: "Asks for first and last name too.", forms: join },
  {
    name: "data-ref",
    example: "k7d2m9qx",
    description:
      "The referral code. Without it, ?ref= in your page's URL counts, also on the pages that the visitor opens next in the tab.",
    forms: join,
  },
  { name: "data-source", example: "newsletter", description: "The source of everyone who joins with this form.", forms: join },
  {
    name: "data-state",
    example: "9f2c6b0d5a",
    description: "Text of your app that comes back in the event, and when the claim token is exchanged.",
    forms: claim,
  },
];

/** The parameters of a frame's URL. */
export const frameParameters: readonly EmbedAttribute[] = [
  {
    name: "theme",
    example: "dark",
    description: "light or dark. Without it, the form follows the visitor's device, or your page with the script below.",
    forms: both,
  },
  { name: "names", example: "true", description: "Asks for first and last name too.", forms: join },
  { name: "ref", example: "k7d2m9qx", description: "The referral code.", forms: join },
  { name: "source", example: "newsletter", description: "The source of everyone who joins with this form.", forms: join },
  { name: "utm_source", example: "newsletter", description: "Where visitors come from, like the other utm_ parameters.", forms: join },
  {
    name: "code",
    example: "curious-pineapple",
    description: "Fills in the code. Nothing is claimed before the visitor submits it.",
    forms: claim,
  },
  { name: "email", example: "ada@example.org", description: "Fills in the email.", forms: claim },
  { name: "state", example: "9f2c6b0d5a", description: "Text of your app that comes back where people continue.", forms: both },
  {
    name: "return_to",
    example: "https://staging.example.org/welcome",
    description: "Where people continue: one of the project's return addresses.",
    forms: both,
  },
];

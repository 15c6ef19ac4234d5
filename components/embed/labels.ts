import { plural } from "@/lib/plural";

/** Copy of the embed settings. */
export const labels = {
  form: {
    title: "Embed a form",
    description: "Add a form to your own website. Choose its options, then copy the code into your page.",
    html: "HTML",
    events: "JavaScript events",
    preview: "Preview",
    previewHint: "This is the real form. Anything you submit is saved.",
  },

  options: {
    form: "Form",
    forms: [
      { value: "join", label: "Join the waitlist", hint: "Asks for an email. Add ?ref= to your page's URL to set the referral code." },
      { value: "claim", label: "Claim a code", hint: "Asks for a code and an email. Add ?code= to your page's URL to fill in the code." },
    ],
    method: "Embed with",
    methods: [
      { value: "script", label: "Script", hint: "Adds the form to your page, with your fonts and colors." },
      { value: "frame", label: "Frame", hint: "For pages that can't run third-party scripts. Works without JavaScript." },
    ],
    names: "Ask for first and last name",
    theme: "Theme",
    themes: [
      { value: "system", label: "System" },
      { value: "light", label: "Light" },
      { value: "dark", label: "Dark" },
    ],
  },

  styling: {
    title: "Styling",
    description: "The form uses your page's font and color scheme. Set these CSS variables to change the rest.",
    css: "CSS",
    table: "CSS variables",
    variable: "Variable",
    changes: "Changes",
    defaultValue: "Default",
  },

  policy: {
    title: "Content Security Policy",
    description: "Add these directives if your site has a Content-Security-Policy header.",
    header: "Content-Security-Policy",
    /** `{link}` is replaced by a link to the API key settings. */
    anyOrigin: "Any website can show these forms. Limit them under {link}.",
    allowedOrigins: (count: number) =>
      plural(count, {
        one: "Only {n} allowed origin can show these forms. Change it under {link}.",
        other: "Only {n} allowed origins can show these forms. Change them under {link}.",
      }),
    link: "Allowed origins",
  },

  hostedPages: {
    title: "Hosted pages",
    description: "No website? Share these links to the same forms on Gatehouse.",
    join: "Join page",
    claim: "Claim page",
  },
} as const;

export const settingsLabels = {
  tabs: "Settings",
  project: {
    title: "Project",
    description: "What customers and your team see on pages and in emails.",
    save: "Save changes",
    savedToast: "Project saved",
    waitlistSection: "Waitlist and emails",
  },
  questions: {
    title: "Questions",
    description: "Ask people something when they join. You see the answers with each lead, and can filter, export and use them in emails.",
    save: "Save changes",
    savedToast: "Questions saved",
    none: "No questions yet.",
    question: (number: number) => `Question ${number}`,
    add: "Add question",
    full: (most: number) => `You can ask up to ${most} questions.`,
    moveUp: "Move up",
    moveDown: "Move down",
    remove: "Remove question",
    label: "Question",
    key: (key: string) => `Key: ${key}`,
    type: "Type",
    types: [
      { value: "text", label: "Text" },
      { value: "choice", label: "Choice" },
      { value: "checkbox", label: "Checkbox" },
      { value: "url", label: "URL" },
    ],
    options: "Options",
    optionsHint: "One per line.",
    onJoinForms: "Show on join forms",
    required: "Required",
    requiredHint: "People must answer it to join. A checkbox must be checked.",
  },
  name: { label: "Name" },
  logo: {
    label: "Logo",
    hint: "PNG, JPEG, WebP or SVG, up to 20 MB. It's resized to fit.",
    tooLarge: (megabytes: number) => `must be at most ${megabytes} MB`,
    unreadable: "must be a PNG, JPEG, WebP or SVG image",
    choose: "Choose logo",
    replace: "Replace logo",
    remove: "Remove",
    removeLabel: "Remove logo",
  },
  accent: {
    label: "Accent color",
    hint: "Used for buttons, links and outlines.",
    pick: "Pick accent color",
    previewButton: "Button",
    light: "Light",
    dark: "Dark",
    lowContrast: {
      light: (contrast: string, minimum: number) =>
        `Buttons in this color are hard to see on light pages. The contrast is ${contrast}:1 and should be at least ${minimum}:1.`,
      dark: (contrast: string, minimum: number) =>
        `Buttons in this color are hard to see on dark pages. The contrast is ${contrast}:1 and should be at least ${minimum}:1.`,
    },
  },
  timeZone: { label: "Time zone" },
  successMessage: {
    label: "Success message",
    hint: "Shown on the claim page after a code is claimed. Leave empty to show the default message.",
  },
  redirectUrl: {
    label: "Redirect URL",
    hint: "Where customers go after a claim. Gatehouse adds a token parameter that your server can exchange for the lead.",
  },
  consentText: {
    label: "Consent text",
    hint: "People must agree to it in every join form. It's saved with each lead. Links: [terms](https://example.org/terms). Leave empty to skip consent.",
  },
  referralBonus: {
    label: "Referral bonus",
    hint: "Positions that a lead moves up for each friend who joins with their link. Set to 0 to turn it off.",
    unconfirmed:
      "Email confirmation is off, so anyone can move up by signing up with made-up email addresses. Turn on “Require email confirmation” below to count only confirmed sign-ups.",
  },
  doubleOptIn: {
    label: "Require email confirmation",
    hint: "People join the waitlist, and count as referrals, after they confirm their email.",
  },
  sendJoinedEmail: {
    label: "Send waitlist email",
    hint: "Tells people their waitlist position and links to their own page.",
  },
  requireClaimConfirmation: {
    label: "Require email confirmation to claim",
    hint: "People finish a claim with a link that we email to them, unless they already opened the link in their email. Claims with your secret key aren't affected.",
  },
  sendClaimedEmail: { label: "Send claim email", hint: "Sends a confirmation when someone claims a code." },
};

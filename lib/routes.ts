/** The address of every page, in one place. */
export const routes = {
  home: "/",
  docs: "/docs",

  signIn: "/sign-in",
  setup: "/setup",
  forgotPassword: "/forgot",
  resetPassword: "/reset",
  invitation: "/invitation",

  claim: "/claim",
  join: "/join",
  /** What only mail to a lead leads to. */
  position: "/position",
  confirm: "/confirm",
  unsubscribe: "/unsubscribe",
  /** Where the forms of the public pages are sent. */
  forms: {
    claim: "/claim/submit",
    join: "/join/submit",
    confirm: "/confirm/submit",
    unsubscribe: "/unsubscribe/submit",
    leave: "/position/leave",
    erase: "/position/erase",
  },
  /** What other sites include: the script, and the same forms for a frame. */
  embed: {
    script: "/embed.js",
    /** What the script loads once a proof of work is asked for. */
    proof: "/embed-proof.js",
    claim: "/embed/claim",
    join: "/embed/join",
    forms: { claim: "/embed/claim/submit", join: "/embed/join/submit" },
    preview: "/embed/preview",
  },

  overview: "/dashboard",
  activity: "/dashboard/activity",
  codes: "/dashboard/codes",
  generate: "/dashboard/generate",
  batches: "/dashboard/batches",
  claims: "/dashboard/claims",
  leads: "/dashboard/leads",
  sends: "/dashboard/sends",
  suppressions: "/dashboard/suppressions",
  settings: {
    all: "/dashboard/settings",
    project: "/dashboard/settings/project",
    emailTemplates: "/dashboard/settings/email-templates",
    emailDelivery: "/dashboard/settings/email-delivery",
    team: "/dashboard/settings/team",
    keys: "/dashboard/settings/keys",
    embed: "/dashboard/settings/embed",
    abuseProtection: "/dashboard/settings/abuse-protection",
    account: "/dashboard/settings/account",
  },
  /** Pages with a dialog open. */
  dialogs: {
    inviteStaff: "/dashboard/settings/team?invite=true",
    createKey: "/dashboard/settings/keys?create=true",
    addLead: "/dashboard/leads?add=true",
    inviteFromWaitlist: "/dashboard/leads?waitlist=true&invited=false&invite=true",
    newSend: "/dashboard/sends?new=true",
    addSuppression: "/dashboard/suppressions?add=true",
    pauseCodes: "/dashboard/codes?status=active",
  },
} as const;

/** An endpoint in the API reference, by its name in the contract. */
export const endpointDocsPath = (endpoint: string): string => `${routes.docs}#${endpoint}`;

/** The page of a code, of a batch and so on. */
export const codePath = (code: string): string => `${routes.codes}/${encodeURIComponent(code)}`;
export const batchPath = (id: string): string => `${routes.batches}/${id}`;
export const leadPath = (email: string): string => `${routes.leads}/${encodeURIComponent(email)}`;
export const sendPath = (id: string): string => `${routes.sends}/${id}`;

/** The words of a kind of mail to leads. */
export const emailTemplatePath = (kind: string): string => `${routes.settings.emailTemplates}/${kind}`;

/** Where somebody asks for no more mail: the page, and what its form and the buttons of mail programs send to. */
export const unsubscribePath = (token: string): string => `${routes.unsubscribe}?${new URLSearchParams({ token })}`;
export const unsubscribeSubmitPath = (token: string): string => `${routes.forms.unsubscribe}?${new URLSearchParams({ token })}`;

/** A list narrowed as its address says it. */
export const withQuery = (path: string, query: Record<string, string>): string => `${path}?${new URLSearchParams(query)}`;

/** The activity of one code, or of one lead. */
export const activityPath = (filter: { code: string } | { email: string }): string => `${routes.activity}?${new URLSearchParams(filter)}`;

/** The sign-in page that leads on to `next`, an address of this site. */
export const signInPath = (next: string): string => `${routes.signIn}?${new URLSearchParams({ next })}`;

/** Where signing in leads: to `next` where that is a page of this site, else to the overview. */
export function redirectPathAfterSignIn(next: string | null): string {
  // Browsers read a backslash as a slash and leave out line breaks and tabs: both could make it another site's address.
  if (next === null || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next)) return routes.overview;
  // What is left of "/.//evil.example" once its dots are followed would be one too.
  const isOurs = URL.parse(next, "http://localhost")?.pathname.startsWith("//") === false;
  return isOurs ? next : routes.overview;
}

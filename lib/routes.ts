/** The address of every page, in one place. */
export const routes = {
  start: "/",
  docs: "/docs",

  signIn: "/sign-in",
  setup: "/setup",
  forgot: "/forgot",
  reset: "/reset",
  invitation: "/invitation",

  claim: "/claim",
  join: "/join",
  /** What only mail to a lead leads to. */
  place: "/place",
  confirm: "/confirm",
  unsubscribe: "/unsubscribe",
  /** Where the forms of the public pages are sent. */
  forms: {
    claim: "/claim/now",
    join: "/join/now",
    confirm: "/confirm/now",
    unsubscribe: "/unsubscribe/now",
    leave: "/place/leave",
    erase: "/place/erase",
  },
  /** What other sites include: the script, and the same forms for a frame. */
  embed: {
    script: "/embed.js",
    /** What the script loads once a proof of work is asked for. */
    proof: "/embed-proof.js",
    claim: "/embed/claim",
    join: "/embed/join",
    forms: { claim: "/embed/claim/now", join: "/embed/join/now" },
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
    mails: "/dashboard/settings/mails",
    sending: "/dashboard/settings/sending",
    team: "/dashboard/settings/team",
    keys: "/dashboard/settings/keys",
    embed: "/dashboard/settings/embed",
    protection: "/dashboard/settings/protection",
    account: "/dashboard/settings/account",
  },
  /** Pages with a dialog open. */
  acts: {
    inviteSomebody: "/dashboard/settings/team?invite=true",
    createKey: "/dashboard/settings/keys?create=true",
    addLead: "/dashboard/leads?add=true",
    inviteWaiting: "/dashboard/leads?waitlist=true&invited=false&invite=true",
    newSend: "/dashboard/sends?new=true",
    stopMail: "/dashboard/suppressions?add=true",
    pauseCodes: "/dashboard/codes?status=active",
  },
} as const;

/** An endpoint in the API reference, by its name in the contract. */
export const docsOf = (endpoint: string): string => `${routes.docs}#${endpoint}`;

/** The page of a code, of a batch and so on. */
export const codePage = (code: string): string => `${routes.codes}/${encodeURIComponent(code)}`;
export const batchPage = (id: string): string => `${routes.batches}/${id}`;
export const leadPage = (email: string): string => `${routes.leads}/${encodeURIComponent(email)}`;
export const sendPage = (id: string): string => `${routes.sends}/${id}`;

/** The words of a kind of mail to leads. */
export const mailPage = (kind: string): string => `${routes.settings.mails}/${kind}`;

/** Where somebody asks for no more mail: the page, and what its form and the buttons of mail programs send to. */
export const unsubscribePage = (token: string): string => `${routes.unsubscribe}?${new URLSearchParams({ t: token })}`;
export const unsubscribeNow = (token: string): string => `${routes.forms.unsubscribe}?${new URLSearchParams({ t: token })}`;

/** A list narrowed as its address says it. */
export const narrowed = (list: string, by: Record<string, string>): string => `${list}?${new URLSearchParams(by)}`;

/** The activity of one code, or of one lead. */
export const activityOf = (what: { code: string } | { email: string }): string => `${routes.activity}?${new URLSearchParams(what)}`;

/** The sign-in page that leads on to `next`, an address of this site. */
export const signInThen = (next: string): string => `${routes.signIn}?${new URLSearchParams({ next })}`;

/** Where signing in leads: to `next` where that is a page of this site, else to the overview. */
export function afterSignIn(next: string | null): string {
  // Browsers read a backslash as a slash and leave out line breaks and tabs: both could make it another site's address.
  if (next === null || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next)) return routes.overview;
  // What is left of "/.//evil.example" once its dots are followed would be one too.
  const isOurs = URL.parse(next, "http://localhost")?.pathname.startsWith("//") === false;
  return isOurs ? next : routes.overview;
}

/** The path of every page. */
export const routes = {
  home: "/",
  docs: "/docs",
  /** The calls of one resource of the API. */
  docsResource: (id: string) => `/docs/${id}`,
  docsRecords: "/docs/records",
  /** A guide of `docs/guide`, by the name of its file. */
  guide: (name: string) => `/docs/guide/${name}`,
  /** The same guide in Markdown. */
  guideFile: (name: string) => `/docs/guide/${name}.md`,
  postmanCollection: "/docs/gatehouse.postman_collection.json",
  /** The list of the guides for language models. */
  guideList: "/llms.txt",
  /** The tools for AI agents. */
  mcp: "/mcp",

  signIn: "/sign-in",
  /** Where a sign-in in a window of its own ends. */
  signedIn: "/signed-in",
  setup: "/setup",
  secondFactor: "/second-factor",
  forgotPassword: "/forgot",
  resetPassword: "/reset",
  invitation: "/invitation",

  claim: "/claim",
  join: "/join",
  /** The image that social networks show with a link to the join page. */
  socialImage: "/join/image.jpg",
  /** Pages that are linked only from emails to leads. */
  position: "/position",
  personalData: "/position/data",
  confirm: "/confirm",
  unsubscribe: "/unsubscribe",
  changeEmail: "/change-email",
  /** The form actions of the public pages. */
  forms: {
    claim: "/claim/submit",
    join: "/join/submit",
    confirm: "/confirm/submit",
    unsubscribe: "/unsubscribe/submit",
    leave: "/position/leave",
    decline: "/position/decline",
    inviteCodes: "/position/invite-codes",
    declineCode: "/claim/decline",
    /** Redirects to the project's redirect URL with a new claim token. */
    continueClaim: "/claim/continue",
    /** What the claim page's script reports to. */
    claimOpened: "/claim/opened",
    deleteData: "/position/erase",
    requestEmailChange: "/position/change-email",
    changeEmail: "/change-email/submit",
  },
  /** The script that other sites include, and the forms that they embed in frames. */
  embed: {
    script: "/embed.js",
    /** The script that solves the proof of work, loaded when it is needed. */
    proof: "/embed-proof.js",
    /** What the script adds to the join form, loaded when someone fills it in. */
    joinExtras: "/embed-join.js",
    claim: "/embed/claim",
    join: "/embed/join",
    forms: { claim: "/embed/claim/submit", join: "/embed/join/submit" },
    /** What the script shows of the project's settings. */
    settings: "/embed/settings",
    preview: "/embed/preview",
  },

  overview: "/dashboard",
  activity: "/dashboard/activity",
  bin: "/dashboard/bin",
  codes: "/dashboard/codes",
  generate: "/dashboard/generate",
  batches: "/dashboard/batches",
  claims: "/dashboard/claims",
  leads: "/dashboard/leads",
  imports: "/dashboard/imports",
  importSuppressions: "/dashboard/imports?kind=suppressions",
  waitlist: "/dashboard/waitlist",
  waves: "/dashboard/waves",
  sends: "/dashboard/sends",
  automaticEmails: "/dashboard/sends/automatic",
  savedEmails: "/dashboard/sends/saved",
  suppressions: "/dashboard/suppressions",
  settings: {
    all: "/dashboard/settings",
    project: "/dashboard/settings/project",
    publicPages: "/dashboard/settings/public-pages",
    questions: "/dashboard/settings/questions",
    emailTemplates: "/dashboard/settings/email-templates",
    emailDelivery: "/dashboard/settings/email-delivery",
    team: "/dashboard/settings/team",
    keys: "/dashboard/settings/keys",
    webhooks: "/dashboard/settings/webhooks",
    embed: "/dashboard/settings/embed",
    abuseProtection: "/dashboard/settings/abuse-protection",
    system: "/dashboard/settings/system",
    account: "/dashboard/settings/account",
  },
  /** Pages with a dialog open. */
  dialogs: {
    inviteStaff: "/dashboard/settings/team?invite=true",
    createKey: "/dashboard/settings/keys?create=true",
    createWebhook: "/dashboard/settings/webhooks?create=true",
    addLead: "/dashboard/leads?add=true",
    inviteFromWaitlist: "/dashboard/waitlist?invite=true",
    newSend: "/dashboard/sends?new=true",
    addSuppression: "/dashboard/suppressions?add=true",
    pauseCodes: "/dashboard/codes?status=active",
  },
} as const;

export const codePath = (code: string): string => `${routes.codes}/${encodeURIComponent(code)}`;
export const batchPath = (id: string): string => `${routes.batches}/${id}`;
export const leadPath = (email: string): string => `${routes.leads}/${encodeURIComponent(email)}`;
export const importPath = (id: string): string => `${routes.imports}/${id}`;
export const wavePath = (id: string): string => `${routes.waves}/${id}`;
export const sendPath = (id: string): string => `${routes.sends}/${id}`;

export const webhookPath = (id: string): string => `${routes.settings.webhooks}/${id}`;
export const emailTemplatePath = (kind: string): string => `${routes.settings.emailTemplates}/${kind}`;

/** The unsubscribe page, and the form action that one-click unsubscribe of email clients uses too. */
export const unsubscribePath = (token: string): string => `${routes.unsubscribe}?${new URLSearchParams({ token })}`;
export const unsubscribeSubmitPath = (token: string): string => `${routes.forms.unsubscribe}?${new URLSearchParams({ token })}`;

export const withQuery = (path: string, query: Record<string, string>): string => `${path}?${new URLSearchParams(query)}`;

/** The link that a lead shares, to a page with the join form. */
export function createReferralLink(pageUrl: string, referralCode: string): string {
  const url = new URL(pageUrl);
  url.searchParams.set("ref", referralCode);
  return url.href;
}

/** The activity of one code or lead. */
export const activityPath = (filter: { code: string } | { email: string }): string => `${routes.activity}?${new URLSearchParams(filter)}`;

/** The sign-in page that redirects to `next`, a path of this site. */
export const signInPath = (next: string): string => `${routes.signIn}?${new URLSearchParams({ next })}`;

/** Returns the path to open after signing in: `next` if it is a path of this site, otherwise the overview. */
export function redirectPathAfterSignIn(next: string | null): string {
  // Browsers treat backslashes as slashes and ignore line breaks and tabs, so both could lead to another site.
  if (next === null || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next)) return routes.overview;
  // "/.//evil.example" resolves to "//evil.example".
  const isOurs = URL.parse(next, "http://localhost")?.pathname.startsWith("//") === false;
  return isOurs ? next : routes.overview;
}

/** Whether a URL only works on the computer that serves it. */
export function isLocalUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return /(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname);
}

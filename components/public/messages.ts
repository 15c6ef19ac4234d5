import type { ErrorName } from "@/contract/errors";
import { emailChangeLinkHours } from "@/contract/limits";
import { formatWithUtc } from "@/lib/dates";
import { plural } from "@/lib/plural";

// Spreading one constant into another would keep both in every script that uses this file, and so would a text that contains a constant and
// isn't in a function.

type ErrorMessages = Partial<Record<ErrorName, string>>;

/** The error after too many attempts, when the wait is known. */
export const tooManyAttempts = (minutes: number): string =>
  // The same for one and many, because the script of forms on other sites has no plurals.
  `Too many attempts. Try again in ${minutes} min.`;

/** Errors of every public form. */
const formErrorMessages = {
  invalid_input: "Fix the errors below and try again.",
  too_many_requests: "Too many attempts. Try again in a few minutes.",
  unavailable: "Temporarily unavailable. Try again in a few minutes.",
  internal: "Something went wrong on our end. Try again.",
} as const satisfies ErrorMessages;

/** Errors of forms that a browser submits without JavaScript. */
const submitErrorMessages = {
  invalid_json: "We couldn't read this form. Submit it again.",
  cross_site: "This form was submitted from another website. Submit it again from this page.",
  body_too_large: "Your input is too long. Shorten it and try again.",
} as const satisfies ErrorMessages;

/** Status of the proof of work while the browser solves it. */
export const proofMessages = {
  checking: "Verifying you're human…",
  stillChecking: "Verifying you're human… We'll submit the form when it's done.",
  checked: "You're verified. Submit the form to continue.",
} as const;

/** Copy of the link to the project's redirect URL. */
export const continueMessages = {
  continue: "Continue",
  redirectingTo: (host: string) => `Redirecting you to ${host}…`,
} as const;

/** Links between the pages for customers. */
export const pageLinkMessages = {
  hasCode: "Have a code?",
  claim: "Claim it",
  hasNoCode: "No code yet?",
  join: "Join the waitlist",
} as const;

/** What customers see at an address that doesn't exist. */
export const notFoundMessages = {
  title: "Page not found",
  text: "This page doesn't exist. Check the link.",
  textWithLinks: "This page doesn't exist. Check the link, or open one of these pages.",
  claim: "Claim your code",
} as const;

/** Replaces a form whose link asks for an address to return to which the project doesn't list. */
export const returnMessages = {
  title: "This link isn't valid",
  text: "This link returns to an address that isn't allowed here. Let the site owner know.",
} as const;

/** Replaces a page while the project can't be loaded. */
export const unavailableMessages = {
  title: "Temporarily unavailable",
  text: "We can't load this page right now. Try again in a few minutes.",
} as const;

/** Replaces a page that failed. */
export const failedPageMessages = {
  title: "Something went wrong",
  text: "This page couldn't be loaded. Nothing was changed. Try again. If the problem continues, check the server log.",
  errorId: (id: string) => `Error ID: ${id}`,
  retry: "Try again",
} as const;

/** The message for an error: the form's own, or the one of every form. Any other error is reported as internal. */
export function errorMessage(formMessages: ErrorMessages, name: ErrorName): string {
  const common: ErrorMessages = formErrorMessages;
  return formMessages[name] ?? common[name] ?? formErrorMessages.internal;
}

/** The message for an error of a form that a browser submits without JavaScript. */
export const submitErrorMessage = (formMessages: ErrorMessages, name: ErrorName): string =>
  errorMessage({ ...submitErrorMessages, ...formMessages }, name);

/** Copy of the claim form, on the claim page and on other sites. */
export const claimMessages = {
  title: "Claim your code",
  code: "Code",
  codeHint: "Capitalization, spaces and hyphens don't matter.",
  email: "Email",
  claim: "Claim code",

  claimed: "Code claimed",
  claimedText: (code: string, email: string) => `${code} is claimed for ${email}.`,
  checkEmail: "Check your email to finish",

  errors: {
    code_not_found: "This code doesn't exist. Check for typos. If it was emailed to you, use the same email here.",
    code_paused: "This code is paused. Try again later.",
    code_expired: "This code has expired.",
    code_exhausted: "This code has already been used.",
    code_not_started: "This code can't be claimed yet.",
  } satisfies ErrorMessages,
  /** Follows `code_not_started`; `{time}` is replaced by the time. */
  availableFrom: "You can claim it from {time}.",
} as const;

/** Copy of the form to decline an invitation, on the claim page and the position page. */
export const declineMessages = {
  decline: "Decline the invitation",
  declineText: "Your code will stop working, and someone else may get your place.",
  declineButton: "Decline invitation",
  declined: "You declined your invitation",
  declinedText: (email: string, project: string) => `${email} is no longer invited to ${project}. You can join the waitlist again.`,
  joinAgain: "Join the waitlist",
  errors: { invitation_over: "This invitation was already used or has expired." },
} as const;

/** Copy of the claim page. */
export const claimPageMessages = {
  intro: (project: string) => `Enter your email and the code you received for ${project}.`,
  /** If a link filled in both. */
  personalIntro: (project: string) => `Get access to ${project} with your code.`,
  /** `{codes}` is replaced by a list of buttons. */
  didYouMean: "Did you mean {codes}?",
  errorTitle: "Error: Claim your code",
  redeemTitle: "Redeem your code",
  redeem: "Redeem code",
  /** `{host}` is replaced by a link. */
  redeemAt: "You redeem this code at {host}.",
  // The same whether or not the email can be sent.
  checkEmailText: (email: string) =>
    `We sent a link to ${email}. Open it to claim your code. If it doesn't arrive in a few minutes, check your spam folder. You won't get it if you unsubscribed from our emails or they bounced.`,
  lockedEmailHint: "The email your invitation was sent to",
  continueTo: (host: string) => `Continue to ${host} to use your code.`,
  continueToWebsite: (host: string) => `Continue to ${host}.`,
  claimAnother: "Claim another code",
  invitesByEmail: "You can invite friends, too. We'll email you a link to their codes.",

  proof: {
    javaScriptRequired:
      "Enable JavaScript so we can verify you're human. You can also open the link in your email or try again in an hour.",
    unsupported: "We couldn't verify your browser. Open the link in your email or try again in an hour.",
  },

  declinedBefore: "You declined this invitation.",
  joinAgain: "Join the waitlist again",

  paused: "Claims are paused",
  pausedText: (project: string) => `You can't claim ${project} codes right now. Your code is still valid. Try again later.`,

  errors: {
    proof_required: "We're seeing too many invalid codes, so we need to verify you're human. Your code hasn't been claimed yet.",
    code_reserved: "Use the email your invitation was sent to.",
    code_domain_not_allowed: "This code is only for certain email addresses, such as those of a company or school. Use that email.",
    batch_claimed: "You've already claimed a code like this one. Each person can claim one.",
    email_blocked: "This email can't be used here. Use another one.",
    code_held: "Someone else is using this code right now. Try again in a few minutes.",
    code_redeemed_elsewhere: "This code isn't claimed here.",
    claims_paused: "Claims are paused right now. Your code hasn't been used. Try again later.",
  },
} as const;

/** The message of the claim page for an error. */
export const claimErrorMessage = (name: ErrorName): string =>
  submitErrorMessage({ ...claimMessages.errors, ...claimPageMessages.errors, ...declineMessages.errors }, name);

type ClaimPageError = {
  error: ErrorName;
  /** From when a scheduled code can be claimed. */
  availableAt: string | null;
  project: { name: string; pausedMessage: string | null; timeZone: string };
};

/** The exact words of the claim page for an error, for staff. Customers see times in their own time zone. */
export function claimPageText({ error, availableAt, project }: ClaimPageError): string {
  if (error === "claims_paused") return project.pausedMessage ?? claimPageMessages.pausedText(project.name);
  const message = claimErrorMessage(error);
  if (error !== "code_not_started" || availableAt === null) return message;
  return `${message} ${claimMessages.availableFrom.replace("{time}", formatWithUtc(new Date(availableAt), project.timeZone))}`;
}

/** Copy of the join form, on the join page and on other sites. */
export const joinMessages = {
  title: "Join the waitlist",
  invited: "A friend invited you",
  email: "Email",
  firstname: "First name",
  lastname: "Last name",
  join: "Join waitlist",
} as const;

/** Copy of the join page. */
export const joinPageMessages = {
  intro: (project: string) => `Enter your email to join the ${project} waitlist. We'll email you when it's your turn.`,
  leaveEmpty: "Leave this field empty",
  /** In previews of the page after joining. */
  sampleEmail: "ada@example.org",
  sampleReferralCode: "k7d2m9qx",
  /** `{email}` is replaced by a button. */
  didYouMean: "Did you mean {email}?",
  wrongEmail: "Wrong email?",
  joinAgain: "Join again",
  errorTitle: "Error: Join the waitlist",

  // The same for new and known emails, so that the page doesn't reveal who signed up.
  joined: "You're on the list!",
  joinedText: (email: string) =>
    `We'll email ${email} when it's your turn. You won't get it if you unsubscribed from our emails or they bounced.`,
  positionByEmail: (email: string) => `We'll email your position to ${email} if it wasn't on the list already.`,
  continueTo: (host: string) => `Continue to ${host}.`,
  checkEmail: "Check your email",
  checkEmailText: (email: string, project: string) =>
    `We'll send an email to ${email}, unless it's on the ${project} waitlist already. Click the button in it to join. If it doesn't arrive in a few minutes, check your spam folder. You won't get it if our emails to you bounced.`,

  proof: {
    javaScriptRequired: "Enable JavaScript so we can verify you're human, or try again in an hour.",
    unsupported: "We couldn't verify your browser. Try another browser or try again in an hour.",
  },

  paused: "Sign-ups are paused",
  pausedText: (project: string) => `You can't join the ${project} waitlist right now. Try again later.`,

  notOpen: "Sign-ups open soon",
  opensOn: (time: string) => `You can join from ${time}.`,
  closed: "Sign-ups are closed",
  closedText: (project: string) => `You can't join the ${project} waitlist anymore.`,
  full: "The waitlist is full",
  fullText: (project: string) => `No more people can join the ${project} waitlist right now. Try again later.`,

  errors: {
    sign_ups_closed: "Sign-ups are closed.",
    waitlist_full: "The waitlist is full right now. You're not on the list.",
    proof_required: "We're getting a lot of sign-ups, so we need to verify you're human. You're not on the list yet.",
    sign_ups_paused: "Sign-ups are paused right now. Try again later.",
  },
  expired: "This page was open for a long time, so we've renewed it. You're not on the list yet: check your details and join again.",
} as const;

/** Copy of the forms on other sites, in addition to the claim and join messages. The script doesn't know the project's name. */
export const embedMessages = {
  submitted: "Thank you!",
  optional: " (optional)",
  unreachable: "We couldn't submit this form. Check your connection and try again.",

  errors: {
    bad_key: "This form isn't set up correctly. Let the site owner know.",
    origin_not_allowed: "This form can't be used on this website. Let the site owner know.",
  } satisfies ErrorMessages,

  /** Setup errors, for the developer of the site. */
  setup: {
    form: 'data-form must be "join" or "claim".',
    key: "data-key must be your public key (pk_…).",
    secret: "This is a secret key. Revoke it and use your public key.",
    target: (selector: string) => `Gatehouse: No element matches ${selector} yet.`,
  },
  requestSetup: {
    bad_key: () => "Gatehouse: Unknown or revoked data-key.",
    origin_not_allowed: (origin: string) => `Gatehouse: Add ${origin} under Settings › API keys › Allowed origins.`,
  },
} as const;

/** Copy for an emailed link that doesn't work. */
export const invalidLinkMessages = {
  title: "This link isn't valid",
  errors: { link_not_valid: "The link may be incomplete, or you may no longer be on the list. Open it again from your email." },
} as const;

/** Copy of the page where a lead confirms their email. */
export const confirmMessages = {
  title: "Confirm your email",
  description: "Confirm your email to join the waitlist.",
  intro: (email: string, project: string) => `Join the ${project} waitlist with ${email}?`,
  confirm: "Confirm email",
  unsubscribed: (project: string) => `You unsubscribed from ${project}'s emails. If you confirm, you'll get them again.`,
  ignore: "If you didn't request this, close this page. You won't be added to the waitlist.",
  confirmed: "You're on the list!",
  confirmedText: (email: string) => `We'll email ${email} when it's your turn.`,
  suppressedText: (email: string) => `We can't email ${email}. See your position to find out when it's your turn.`,
  /** Only if the waitlist email is on. */
  positionByEmail: "Check your email for a link to your position.",
  position: "See your position",
  continueTo: (host: string) => `Continue to ${host}.`,
  errorTitle: "Error: Confirm your email",
} as const;

/** Copy of a lead's link to share, on the position page and after joining. */
export const shareMessages = {
  referrals: "Invite friends",
  referralBonus: (positions: number) =>
    positions === 0
      ? "Share your link with friends who may be interested."
      : plural(positions, {
          one: "You move up {n} position for each friend who joins with your link.",
          other: "You move up {n} positions for each friend who joins with your link.",
        }),
  referralCount: (referrals: number) =>
    referrals === 0
      ? "No friends have joined yet."
      : plural(referrals, { one: "{n} friend has joined so far.", other: "{n} friends have joined so far." }),
  link: "Your link",
  copyLink: "Copy link",
  copied: "Copied",
  share: "Share…",
  shareWith: "Share your link",
  email: "Email",
  shareText: (project: string) => `Join the ${project} waitlist with my link:`,
  qrCode: "QR code",
  qrCodeLabel: "QR code of your link",
} as const;

/** Copy of the codes that a lead can pass on, on their own page. */
export const inviteMessages = {
  title: "Your invitations",
  intro: (left: number) =>
    left === 0
      ? "You've passed on all of your invitations."
      : plural(left, {
          one: "You have {n} invitation to pass on. One friend can use it to get access.",
          other: "You have {n} invitations to pass on. Each gives one friend access.",
        }),
  show: (available: number) => plural(available, { one: "Show my invitation", other: "Show my invitations" }),
  showMore: (available: number) => plural(available, { one: "Get {n} more invitation", other: "Get {n} more invitations" }),
  unused: "Not used yet",
  used: "Used",
  expired: "Expired",
  paused: "Not available right now",
  copyLink: "Copy link",
  copyLinkOf: (code: string) => `Copy link: ${code}`,
  copied: "Copied",
} as const;

/** Copy of a lead's position page. */
export const positionMessages = {
  title: "Your position",
  description: "Your position on the waitlist.",
  success: "Done",
  errorTitle: "Error: Your position",
  position: (position: number) => position.toLocaleString("en-US"),
  /** Follows the position. */
  waiting: (waiting: number) => plural(waiting, { one: "of {n} in line", other: "of {n} in line" }),
  nextStep: "We'll email you when it's your turn.",
  /** What is true instead for people who get no email. */
  suppressed: {
    unsubscribed: "You unsubscribed from our emails, so we won't email you when it's your turn. Come back to this page to find out.",
    bounced: "Our emails to you bounced, so we can't email you when it's your turn. Change your email below, or come back to this page.",
    complained: "You reported our email as spam, so we won't email you when it's your turn. Come back to this page to find out.",
    staff: "We don't email you, so come back to this page to find out when it's your turn.",
  },
  /** The title while they aren't waiting. */
  titles: {
    invited: "You're invited",
    claimed: "You're in",
    declined: "You declined your invitation",
    expired: "Your invitation has expired",
    bounced: "We couldn't reach you",
    left: "You're not on the waitlist",
  },
  texts: {
    invited: "It's your turn! Claim your code to get access.",
    claimed: "You've claimed your code.",
    declined: "If you change your mind, you can join the waitlist again.",
    expired: "You can join the waitlist again.",
    bounced: "Your invitation couldn't be delivered. Join the waitlist with another email.",
    left: "You can join the waitlist again.",
  },
  /** `{time}` is replaced by the time. */
  claimBy: "Claim it by {time}.",
  claim: "Claim your code",
  codePaused: "Your code is paused right now, so you can't claim it yet. You're still invited. Try again later.",
  codeStarts: "You can claim it from {time}.",
  continueTo: (host: string) => `Continue to ${host} to use your code.`,
  continueToWebsite: (host: string) => `Continue to ${host}.`,

  leave: "Leave the waitlist",
  leaveText: "You'll lose your position. If you join again, you'll go to the back of the line.",
  leaveButton: "Leave waitlist",
  data: "Download my data",
  dataText: (project: string) => `Everything that ${project} stores about you.`,
  dataFile: "Download as JSON",
  dataPage: "Open as a page",
  changeEmail: "Change my email",
  changeEmailText: "We'll send a link to the new email. Your email changes once you open it and confirm.",
  newEmail: "New email",
  changeEmailButton: "Send link",
  changeRequested: "Check your new email",
  // The same whether or not the email can be used.
  changeRequestedText: (email: string) =>
    `If ${email} can be used, we've sent a link to it. Open it within ${emailChangeLinkHours} hours to change your email. If it doesn't arrive in a few minutes, check your spam folder.`,
  unsubscribe: "Unsubscribe from emails",
  resubscribe: "Get emails again",
  deleteData: "Delete my data",
  deleteDataText: (project: string) =>
    `This permanently deletes your email and everything related to it from ${project}. You'll lose access to anything you've claimed. This can't be undone.`,
  deleteDataCheckbox: "Yes, I want to delete my data",
  deleteDataButton: "Delete my data",
  left: "You've left the waitlist",
  leftText: (email: string, project: string) => `${email} is no longer on the ${project} waitlist.`,
  deleted: "Your data has been deleted",
  deletedText: (project: string) =>
    `${project} no longer has your data. If you unsubscribed, we only keep a record of that so we don't email you again.`,
  errors: {
    invalid_input: "Select the checkbox to delete your data.",
    too_many_requests: "Too many attempts. Try again in an hour.",
    proof_required: "We need to verify you're human. Submit the form again.",
  },
  proof: {
    javaScriptRequired: "Enable JavaScript so we can verify you're human, or try again in an hour.",
    unsupported: "We couldn't verify your browser. Try another browser or try again in an hour.",
  },
  invalidEmail: "Enter a valid email address.",
  unsupportedEmail: (reason: string) => `The email address ${reason}.`,
} as const;

/** Copy of the page where someone confirms the new email of a lead. */
export const changeEmailMessages = {
  title: "Confirm your new email",
  description: "Change the email of your sign-up.",
  text: (email: string, project: string) => `Use ${email} for your ${project} sign-up?`,
  confirm: "Confirm new email",
  ignore: "If you didn't request this, close this page. Nothing will change.",
  errorTitle: "Error: Confirm your new email",
  changed: "Your email was changed",
  changedText: (email: string) => `We'll email ${email} from now on.`,
  position: "Open your page",
  expired: "This link has expired",
  expiredText: () =>
    `It works once, for ${emailChangeLinkHours} hours, and until you request another one. Request a new link on your page.`,
  errors: {
    lead_exists: "This email is already signed up. Delete that sign-up first, or use another email.",
  },
} as const;

/** Copy of the unsubscribe page. */
export const unsubscribeMessages = {
  title: "Unsubscribe",
  /** Each text is followed by the email. */
  text: (project: string) => `Stop receiving emails from ${project} at this email address:`,
  unsubscribe: "Unsubscribe",
  errorTitle: "Error: Unsubscribe",

  unsubscribed: "You're unsubscribed",
  unsubscribedText: (project: string) => `You'll no longer receive emails from ${project} at this email address:`,
  undo: "Undo",

  resubscribed: "You're subscribed again",
  resubscribedText: (project: string) => `You'll receive emails from ${project} at this email address:`,

  invalidLinkTitle: "This link isn't valid",
  invalidLinkText: "Part of the link is missing. Open it again from your email, or copy the whole link.",

  /** Responses to one-click unsubscribe of email clients. */
  oneClick: {
    unsubscribed: "You're unsubscribed.",
    invalidLink: "This link isn't valid.",
    error: "Something went wrong. Try again in a moment.",
  },
} as const;

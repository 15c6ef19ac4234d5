import {
  type AnswerVariable,
  answerVariable,
  type EmailTemplateContent,
  type EmailTemplateKind,
  isCodeEmail,
  type TemplateVariable,
} from "@/contract/default-email-templates";
import type { Answers } from "@/contract/questions";
import { isRedeemedElsewhere } from "@/contract/redemption";
import { formatThrough, formatWithUtc, lastInstantBefore } from "@/lib/dates";
import { plural } from "@/lib/plural";
import { createReferralLink } from "@/lib/routes";
import { sanitizeName } from "@/lib/sanitize-name";

/** The data of an email to a lead, without its links. Dates are ISO 8601; fields that don't apply to the kind of email are null. */
export type LeadEmailContent = {
  kind: EmailTemplateKind;
  text: EmailTemplateContent;
  projectName: string;
  /** The project's time zone, in which dates are shown. */
  timeZone: string;
  /** The project's accent color (`#rrggbb`), and the color of the button if it is another one. */
  accent: string;
  buttonColor: string | null;
  /** The project's own footer, such as its postal address. */
  footer: string | null;
  email: string;
  firstname: string | null;
  lastname: string | null;
  /** The answers to the project's questions, by key. */
  fields: Answers;
  code: string | null;
  allowedClaims: number;
  /** Whether only this lead can claim the code. */
  reserved: boolean;
  validFrom: string | null;
  validUntil: string | null;
  /** Where the code is redeemed if it isn't claimed here. */
  redemptionUrl: string | null;
  redemptionInstructions: string | null;
  position: number | null;
  waiting: number | null;
  referralCode: string | null;
  /** How many positions the lead moves up per referral. */
  referralBonus: number;
  /** How many invite codes leads of the project can get. */
  inviteQuota: number;
  redirectUrl: string | null;
  /** Where the button of an announcement leads. */
  buttonUrl: string | null;
  /** The page that referral links open; null for the join page. */
  referralPageUrl: string | null;
  /** The team's own page to claim. */
  claimPageUrl: string | null;
};

/** The links of an email to a lead. In previews and tests, the lead's own links and the token are null. */
export type LeadEmailLinks = {
  claimUrl: string;
  /** Proves to the claim page that the code was received at the lead's email. */
  linkToken: string | null;
  joinUrl: string;
  positionUrl: string | null;
  confirmUrl: string | null;
  unsubscribeUrl: string | null;
};

/** `logo` is the project's logo as a data URL. */
export type LeadEmailData = LeadEmailContent & LeadEmailLinks & { logo: string | null };

/** The values of the template variables; null if a variable has no value for this lead. Answers are missing if they have none. */
export type VariableValues = Record<Exclude<TemplateVariable, "button"> | "buttonUrl" | AnswerVariable, string | null>;

function describeTerms(data: LeadEmailContent): string {
  const { validFrom, validUntil, timeZone } = data;
  const verb = isRedeemedElsewhere(data) ? "redeem" : "claim";
  return [
    isRedeemedElsewhere(data) ? describeRedemption(data) : describeClaims(data),
    validFrom && `You can ${verb} it from ${formatWithUtc(new Date(validFrom), timeZone)}.`,
    validUntil && `You can ${verb} it ${formatThrough(validUntil, timeZone)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function describeClaims({ allowedClaims, reserved }: LeadEmailContent): string {
  if (reserved) return "This code is reserved for you, so claim it with the email address this was sent to.";
  return plural(allowedClaims, {
    one: "It can be claimed once, by the first person to use it.",
    other: "It can be claimed by the first {n} people.",
  });
}

const describeRedemption = ({ redemptionUrl, redemptionInstructions }: LeadEmailContent): string =>
  [redemptionUrl && `You redeem it at ${new URL(redemptionUrl).hostname}.`, redemptionInstructions?.replace(/\s+/g, " ")]
    .filter(Boolean)
    .join(" ");

function describeReferrals(referralBonus: number): string {
  if (referralBonus === 0) return "Invite friends with your personal link:";
  return plural(referralBonus, {
    one: "Invite friends with your personal link. Each friend who joins moves you up {n} position:",
    other: "Invite friends with your personal link. Each friend who joins moves you up {n} positions:",
  });
}

/**
 * The link to where the code is redeemed, or to the claim page. Its token proves an email, so the link fills in the same one. Other sites get
 * them after `#`, which doesn't appear in their logs and referrers, and the token with its older name `token`, too.
 */
function claimLink({ redemptionUrl, claimUrl, claimPageUrl, email, linkToken }: LeadEmailData, code: string): string {
  if (redemptionUrl !== null) return redemptionUrl;
  const values = new URLSearchParams({ code, ...(linkToken === null ? {} : { email, token: linkToken }) });
  if (claimPageUrl === null) return `${claimUrl}?${values}`;
  if (linkToken !== null) values.set("linkToken", linkToken);
  return `${claimPageUrl}#${values}`;
}

/** The values of the variables with answers. Only those that the email contains, because emails with the same variables are rendered once. */
function answerValues({ text: { subject, body, button }, footer, fields }: LeadEmailData): Record<AnswerVariable, string> {
  const texts = [subject, body, button, footer].join("\n");
  const format = (answer: string | boolean) => (typeof answer === "string" ? sanitizeName(answer) : answer ? "Yes" : "No");
  return Object.fromEntries(
    Object.entries(fields)
      .map(([key, answer]) => [answerVariable(key), format(answer)] as const)
      .filter(([name]) => texts.includes(name)),
  );
}

/** Computes the values of all template variables for an email. */
export function variableValues(data: LeadEmailData): VariableValues {
  const { code, kind, validFrom, validUntil, timeZone, position, waiting, referralCode } = data;
  const inviteUrl = kind === "claimed" && data.inviteQuota > 0 ? data.positionUrl : null;
  const referralUrl = referralCode === null ? null : createReferralLink(data.referralPageUrl ?? data.joinUrl, referralCode);
  return {
    firstname: sanitizeName(data.firstname ?? "") || null,
    lastname: sanitizeName(data.lastname ?? "") || null,
    email: data.email,
    project: sanitizeName(data.projectName),
    code,
    claimUrl: code === null ? null : claimLink(data, code),
    validFrom: validFrom && formatWithUtc(new Date(validFrom), timeZone),
    validUntil: validUntil && formatWithUtc(lastInstantBefore(validUntil), timeZone),
    terms: isCodeEmail(kind) ? describeTerms(data) : null,
    position: position === null ? null : position.toLocaleString("en"),
    waiting: waiting === null ? null : waiting.toLocaleString("en"),
    positionUrl: data.positionUrl,
    referralUrl,
    referralText: referralUrl && describeReferrals(data.referralBonus),
    inviteText: inviteUrl && "You can invite friends, too. Get their codes on your page:",
    inviteUrl,
    confirmUrl: data.confirmUrl,
    redirectUrl: data.redirectUrl,
    buttonUrl: data.buttonUrl,
    ...answerValues(data),
  };
}

/** The variable with the button's link, by kind of email. */
export const buttonVariables = {
  code: "claimUrl",
  invitation: "claimUrl",
  joined: "positionUrl",
  confirm: "confirmUrl",
  confirm_claim: "claimUrl",
  claimed: "redirectUrl",
  reminder: "claimUrl",
  announcement: "buttonUrl",
} as const satisfies Record<EmailTemplateKind, keyof VariableValues>;

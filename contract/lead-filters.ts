import * as z from "zod";
import { SourceTag, UtmText } from "./attribution";
import { Flag, Search } from "./endpoint";
import { deliveryStatuses, heldReasons, leadStatuses, messageKinds, sources, type UtmParameter, waitlistStatuses } from "./enums";
import { CodeText, Email, Id, Instant, oneOf } from "./fields";
import { importRowDays, maxReferralFilter } from "./limits";
import { metadataFilters } from "./metadata";
import { AnswerFilter } from "./questions";
import { SuppressionReason } from "./suppressions";
import { Tag } from "./tags";

export const LeadStatus = oneOf(leadStatuses).meta({
  description:
    "`active`: the sign-up is complete. `unconfirmed`: the lead hasn't confirmed their email address yet. `held`: the sign-up looks suspicious and is held for review until staff approve or delete it.",
});

export const WaitlistStatus = oneOf(waitlistStatuses).meta({
  description:
    "`waiting`: in line. `invited`: was sent a personal code and is no longer in line. `claimed`: has claimed a code. `declined`: declined the invitation. `expired`: the invitation expired. `bounced`: the email with the invitation bounced, so the code is paused or went back to its batch. `left`: left the waitlist, or was removed from it.",
});

export const HeldReason = z.enum(heldReasons).meta({
  description:
    "`honeypot`: a hidden field was filled in. `too_fast`: the form was submitted faster than a person can type. `blocked`: the email address or its domain is on the block list. `disposable`: the domain provides disposable email addresses. `same_client`: many sign-ups with a referral code came from the same IP address.",
});

export const Source = oneOf(sources).meta({
  description:
    "Where it came from. `page`: a public Gatehouse page. `widget`: your web page, with the public key. `api`: your server, with the secret key. `staff`: the dashboard. `import`: an imported file.",
});
export type Source = z.output<typeof Source>;

const referralCount = `must be a whole number from 0 to ${maxReferralFilter.toLocaleString("en-US")}`;

const utmFilter = (name: UtmParameter) =>
  UtmText.optional().meta({ description: `Only leads whose sign-up had exactly this \`utm_${name}\`. Case matters.` });

/** The one set of filters by which leads are selected: lists of leads, the waitlist, waves, announcements, invitations and bulk actions. */
export const leadFilters = {
  waitlist: Flag.optional().meta({ description: "Only leads who are, or aren't, on the waitlist." }),
  claimed: Flag.optional().meta({ description: "Only leads who have, or haven't, claimed a code." }),
  invited: Flag.optional().meta({ description: "Only leads who were, or weren't, sent a personal code." }),
  referred: Flag.optional().meta({ description: "Only leads who were, or weren't, referred by another lead." }),
  referredBy: Email.optional().meta({ description: "Only leads referred by this lead." }),
  referralCode: CodeText.optional().meta({ description: "Only the lead with this referral code." }),
  source: Source.optional().meta({ description: "Only leads with this source." }),
  sourceTag: SourceTag.optional().meta({ description: "Only leads with this source tag. Case doesn't matter." }),
  utm_source: utmFilter("source"),
  utm_medium: utmFilter("medium"),
  utm_campaign: utmFilter("campaign"),
  utm_term: utmFilter("term"),
  utm_content: utmFilter("content"),
  field: AnswerFilter.optional().meta({
    description:
      "Only leads with this answer to a question: the question's key, a colon and the whole answer, such as `company:Acme`. `true` and `false` for a checkbox.",
  }),
  tag: Tag.optional().meta({ description: "Only leads with this tag. Case doesn't matter." }),
  ...metadataFilters("leads"),
  status: LeadStatus.optional().meta({ description: "Only leads with this status." }),
  waitlistStatus: WaitlistStatus.optional().meta({ description: "Only leads with this waitlist status." }),
  confirmed: Flag.optional().meta({
    description: "Only leads who have, or haven't, confirmed their email address. See `confirmedAt` of a lead.",
  }),
  minReferrals: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,5}$/, referralCount)
        .transform(Number),
    ])
    .pipe(z.int(referralCount).min(0, referralCount).max(maxReferralFilter, referralCount))
    .optional()
    .meta({
      description: "Only leads who referred at least this many active leads.",
      override: { type: "integer", minimum: 0, maximum: maxReferralFilter, anyOf: undefined },
    }),
  sentCode: Flag.optional().meta({
    description: "Only leads who were, or weren't, sent an email with a code, as counted by `sentCodes` of a lead.",
  }),
  lastEmailKind: oneOf(messageKinds)
    .optional()
    .meta({ description: "Only leads whose last email, as in `lastEmail` of a lead, is of this kind." }),
  lastEmailStatus: oneOf(deliveryStatuses).optional().meta({ description: "Only leads whose last email has this status." }),
  emailedSince: Instant.optional().meta({ description: "Only leads to whom an email last went out at or after this time." }),
  emailedUntil: Instant.optional().meta({ description: "Only leads to whom an email last went out before this time." }),
  wave: Id.optional().meta({ description: "Only leads that this wave invited." }),
  suppression: SuppressionReason.optional().meta({
    description:
      "Only leads who get no email for this reason. `unsubscribed`: they unsubscribed. `bounced`: an email to them bounced. `complained`: they reported an email as spam. `staff`: a staff member added them.",
  }),
  import: Id.optional().meta({
    description: `Only leads that this import added or updated. Possible until its rows are deleted, ${importRowDays} days after the upload.`,
  }),
  since: Instant.optional().meta({ description: "Only leads created at or after this time." }),
  until: Instant.optional().meta({ description: "Only leads created before this time." }),
  q: Search.optional().meta({
    description:
      "Only leads whose email address or name contains this text, ignoring case, accents and variants of punctuation. One or two characters match only the beginning of words; in Chinese, Japanese and Korean, one.",
  }),
};
export type LeadFilter = z.output<z.ZodObject<typeof leadFilters>>;

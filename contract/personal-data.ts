import * as z from "zod";
import { attributionRecord } from "./attribution";
import { DeliveryStatus } from "./deliveries";
import { endpoint } from "./endpoint";
import { actorKinds, emailVerifications, failedClaimErrors, invitationOutcomes } from "./enums";
import { eventTypes } from "./event-types";
import { EventKind } from "./events";
import { Email, Timestamp } from "./fields";
import { importRowResults } from "./import-values";
import { HeldReason, LeadStatus, Source, WaitlistStatus } from "./lead-filters";
import { exampleLead, LeadRecord } from "./leads";
import { emailChangeDays, importRowDays, webhookLimits } from "./limits";
import { SuppressionReason } from "./suppressions";

const tag = "Leads";

/** How the emails in personal data relate to those that were sent. Shown to people, too. */
export const emailTextNote =
  "The texts of emails aren't stored. They are put together again from the template that was in use when each email was sent, and from today's data: names, answers, the position and the dates of codes can differ. Personal links are left out.";

const masked = "Other people's email addresses are reduced to their first character.";

const LeadData = LeadRecord.pick({
  email: true,
  firstname: true,
  lastname: true,
  notes: true,
  tags: true,
  metadata: true,
  externalId: true,
  status: true,
  heldReason: true,
  confirmedAt: true,
  confirmedBy: true,
  confirmedFrom: true,
  createdAt: true,
  updatedAt: true,
}).extend({ source: Source, ...attributionRecord, status: LeadStatus, heldReason: HeldReason.nullable() });

export const PersonalData = z
  .object({
    exportedAt: Timestamp,
    project: z.string(),
    lead: LeadData,
    emailChange: z
      .object({ newEmail: z.string(), requestedAt: Timestamp, expiresAt: Timestamp })
      .nullable()
      .meta({
        description: `The change of their email address that wasn't confirmed. It's deleted ${emailChangeDays} days after the request.`,
      }),
    answers: z
      .array(z.object({ key: z.string(), question: z.string(), answer: z.union([z.string(), z.boolean()]) }))
      .meta({ description: "The answers to the project's questions. For a question that was deleted, `question` is its key." }),
    consent: LeadRecord.shape.consent,
    suppression: z
      .object({ reason: SuppressionReason, note: z.string(), since: Timestamp })
      .nullable()
      .meta({ description: "Why they get no email. `null` if they do." }),
    isBlocked: z.boolean().meta({ description: "Whether their email address is on the block list." }),
    waitlist: z.object({
      status: WaitlistStatus.nullable(),
      position: z.number().int().nullable(),
      changedAt: Timestamp.nullable().meta({ description: "When they last joined or left the waitlist." }),
    }),
    invitations: z.array(
      z.object({
        code: z.string(),
        invitedAt: Timestamp,
        expiresAt: Timestamp.nullable(),
        openedAt: Timestamp.nullable().meta({
          description:
            "When the browser first showed the claim page of the emailed link, or the form was submitted. Fetching the page, as email scanners do, doesn't count.",
        }),
        outcome: z.enum(invitationOutcomes).nullable(),
        endedAt: Timestamp.nullable(),
      }),
    ),
    reservedCodes: z.array(z.object({ code: z.string(), validFrom: Timestamp.nullable(), validUntil: Timestamp.nullable() })),
    holds: z
      .array(z.object({ code: z.string(), expiresAt: Timestamp }))
      .meta({ description: "The codes that are on hold for them, or were until a while ago." }),
    inviteCodes: z
      .array(z.object({ code: z.string(), createdAt: Timestamp, claimed: z.boolean() }))
      .meta({ description: "The codes that they got to pass on to friends, and whether someone has claimed them." }),
    claims: z.array(
      z.object({ code: z.string(), claimedAt: Timestamp, source: Source, emailVerifiedBy: z.enum(emailVerifications).nullable() }),
    ),
    failedClaims: z.array(
      z.object({
        code: z.string(),
        error: z.enum(failedClaimErrors),
        attempts: z.number().int(),
        firstAttemptAt: Timestamp,
        lastAttemptAt: Timestamp,
      }),
    ),
    referrals: z
      .object({
        referralCode: z.string(),
        referredBy: z.string().nullable(),
        referredLeads: z.array(z.object({ email: z.string(), joinedAt: Timestamp })),
      })
      .meta({ description: masked }),
    emails: z
      .array(
        z.object({
          id: z.string(),
          kind: z.string(),
          to: z
            .string()
            .meta({ description: "The email address that it was sent to. Differs from the lead's if they changed theirs since." }),
          subject: z.string().nullable(),
          text: z.string().nullable(),
          isTemplateKnown: z.boolean().meta({
            description: "Whether the template that was in use then is still known. If it isn't, the text is that of today's template.",
          }),
          code: z.string().nullable(),
          status: DeliveryStatus,
          error: z.string().nullable(),
          createdAt: Timestamp,
          updatedAt: Timestamp,
        }),
      )
      .meta({ description: emailTextNote }),
    activity: z
      .array(
        z.object({
          kind: EventKind,
          at: Timestamp,
          actor: z.enum(actorKinds),
          code: z.string().nullable(),
          details: z.record(z.string(), z.unknown()),
        }),
      )
      .meta({ description: "What happened, newest first. Without the names of staff members and API keys." }),
    imports: z
      .array(
        z.object({
          importedAt: Timestamp,
          row: z.number().int(),
          cells: z.record(z.string(), z.string()),
          result: z.enum(importRowResults).nullable(),
        }),
      )
      .meta({ description: `The rows of imported files with their email address. They are kept for ${importRowDays} days.` }),
    webhooks: z
      .array(
        z.object({
          webhook: z.string().meta({ description: "The description of the webhook, or else the host of its URL." }),
          type: z.enum(eventTypes),
          sentAt: Timestamp,
          isDelivered: z.boolean().meta({ description: "Whether the webhook said that it got the event. It can have got it even so." }),
        }),
      )
      .meta({
        description: `The events with their email address that other systems were sent, newest first. They are known for ${webhookLimits.deliveryDays} days.`,
      }),
  })
  .meta({ id: "PersonalData" });
export type PersonalData = z.output<typeof PersonalData>;

const { email, createdAt, referralCode } = exampleLead;

export const getPersonalDataEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email/personal-data",
  tag,
  summary: "Get a lead's personal data",
  description: `Returns everything that is stored about a lead, to answer their request for a copy. ${masked} ${emailTextNote}`,
  access: ["secret_key", "member"],
  params: z.strictObject({ email: Email }),
  reply: PersonalData,
  errors: ["lead_not_found"],
  example: {
    params: { email },
    reply: {
      exportedAt: "2026-11-21T12:30:00.000Z",
      project: "Acme",
      lead: LeadData.parse(exampleLead),
      emailChange: null,
      answers: [],
      consent: null,
      suppression: null,
      isBlocked: false,
      waitlist: { status: "waiting", position: 12, changedAt: createdAt },
      invitations: [],
      reservedCodes: [],
      holds: [],
      inviteCodes: [],
      claims: [],
      failedClaims: [],
      referrals: { referralCode, referredBy: null, referredLeads: [{ email: "g…", joinedAt: "2026-11-21T12:10:00.000Z" }] },
      emails: [],
      activity: [{ kind: "lead.created", at: createdAt, actor: "secret_key", code: null, details: {} }],
      imports: [],
      webhooks: [{ webhook: "Shop", type: "lead.created", sentAt: createdAt, isDelivered: true }],
    } satisfies PersonalData,
  },
});

export const getPersonalDataPageEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email/personal-data/page",
  tag,
  summary: "Get a lead's personal data as a page",
  description: "Returns the same data as an HTML page that people can read, print and save.",
  access: ["secret_key", "member"],
  params: z.strictObject({ email: Email }),
  html: true,
  reply: z.string(),
  errors: ["lead_not_found"],
  example: { params: { email }, reply: "<!doctype html>…" },
});

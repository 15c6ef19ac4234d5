import * as z from "zod";
import { CodeStatus, codeParams } from "./codes";
import { endpoint } from "./endpoint";
import { inviteRefusals } from "./enums";
import { Email, Timestamp } from "./fields";
import { exampleJob, JobRecord } from "./jobs";
import { lineageLimits, maxInviteQuota } from "./limits";

const tag = "Leads";

const leadParams = z.strictObject({ email: Email });

export const InviteCode = z
  .object({
    code: z.string(),
    url: z.string().meta({ description: "The claim page with the code filled in, to share." }),
    status: z
      .enum([...CodeStatus.options, "deleted"])
      .meta({ description: "The status of the code, or `deleted` if it was deleted or its branch was revoked." }),
    claims: z.number().int(),
    claimedBy: z
      .object({ email: z.string(), claimedAt: Timestamp })
      .nullable()
      .meta({ description: "The first person who claimed the code. `null` if no one has." }),
    validUntil: Timestamp.nullable(),
    createdAt: Timestamp.meta({ description: "When the lead got the code." }),
  })
  .meta({ id: "InviteCode" });
export type InviteCode = z.output<typeof InviteCode>;

export const LeadInvites = z
  .object({
    email: z.string(),
    quota: z.number().int().meta({
      description: "How many invite codes the lead can get: that of the wave that invited them last, or else the project's `inviteQuota`.",
    }),
    available: z.number().int().meta({ description: "How many more they can get now." }),
    refusal: z.enum(inviteRefusals).nullable().meta({
      description:
        "Why the lead gets no new codes. `no_claim`: they have claimed no code, or their claims were revoked. `held`: their sign-up is held for review. `blocked`: their email address is on the block list. `suppressed`: they get no email, and didn't unsubscribe themselves. `null` if nothing is in the way.",
    }),
    codes: z.array(InviteCode).meta({ description: "The invite codes that the lead has, oldest first." }),
  })
  .meta({ id: "LeadInvites" });
export type LeadInvites = z.output<typeof LeadInvites>;

const exampleInvites: LeadInvites = {
  email: "ada@example.org",
  quota: 2,
  available: 0,
  refusal: null,
  codes: [
    {
      code: "gentle-otter",
      url: "https://gatehouse.example.org/claim?code=gentle-otter",
      status: "exhausted",
      claims: 1,
      claimedBy: { email: "grace@example.org", claimedAt: "2026-11-22T09:30:00.000Z" },
      validUntil: null,
      createdAt: "2026-11-21T12:00:00.000Z",
    },
    {
      code: "brave-lantern",
      url: "https://gatehouse.example.org/claim?code=brave-lantern",
      status: "active",
      claims: 0,
      claimedBy: null,
      validUntil: null,
      createdAt: "2026-11-21T12:00:00.000Z",
    },
  ],
};

export const getLeadInvitesEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email/invites",
  tag,
  summary: "Get a lead's invite codes",
  description: "Returns the codes that the lead has to pass on, and how many more they can get. It creates none.",
  access: ["secret_key", "viewer"],
  work: "customer",
  params: leadParams,
  reply: LeadInvites,
  errors: ["lead_not_found"],
  example: { params: { email: "ada@example.org" }, reply: exampleInvites },
});

export const createLeadInvitesEndpoint = endpoint({
  method: "POST",
  path: "/leads/email/:email/invites",
  tag,
  summary: "Give a lead their invite codes",
  description: `Creates the invite codes that the lead is still missing, up to their quota of at most ${maxInviteQuota}, and returns all of them. Calling it again creates no more. Each code can be claimed once, by anyone. They are in a batch of their own, which you can pause or let expire. If \`refusal\` isn't \`null\`, no code is created.`,
  access: ["secret_key", "member"],
  params: leadParams,
  reply: LeadInvites,
  errors: ["lead_not_found", "code_space_exhausted"],
  example: { params: { email: "ada@example.org" }, reply: exampleInvites },
});

/** Someone in a branch. */
export const LineagePerson = z
  .object({
    email: z.string(),
    invitedBy: z.string().nullable().meta({ description: "Who passed the code on. `null` for those who claimed the code of a branch." }),
    code: z.string().meta({ description: "The code with which they were invited." }),
    claimedAt: Timestamp,
    depth: z.number().int().meta({ description: "1 for those that were invited directly." }),
    invited: z.number().int().meta({
      description:
        "How many people they invited directly. If `people` has fewer of them, read the lineage of this person. `0` for someone who had claimed another code before.",
    }),
  })
  .meta({ id: "LineagePerson" });
export type LineagePerson = z.output<typeof LineagePerson>;

const Branch = z.object({
  inviters: z.array(z.object({ email: z.string(), code: z.string() })).meta({
    description: `Who passed the code on, who invited that person, and so on, each with the code that they passed on. At most ${lineageLimits.inviters}.`,
  }),
  people: z.array(LineagePerson).meta({
    description: `The people of the branch, by depth: at most ${lineageLimits.people}, and ${lineageLimits.depth} levels.`,
  }),
  total: z
    .number()
    .int()
    .meta({
      description: `How many people the branch has, at most ${lineageLimits.total.toLocaleString("en-US")}.`,
    }),
});

export const LeadLineage = z.object({ email: z.string(), ...Branch.shape }).meta({ id: "LeadLineage" });
export type LeadLineage = z.output<typeof LeadLineage>;

export const CodeLineage = z.object({ code: z.string(), ...Branch.shape }).meta({ id: "CodeLineage" });
export type CodeLineage = z.output<typeof CodeLineage>;

const lineageDescription =
  "Someone is invited by the lead who passed on the first code that they claimed. People who had claimed another code before are listed too, but not those that they invited.";

const examplePeople: LineagePerson[] = [
  {
    email: "grace@example.org",
    invitedBy: "ada@example.org",
    code: "gentle-otter",
    claimedAt: "2026-11-22T09:30:00.000Z",
    depth: 1,
    invited: 0,
  },
];

export const getLeadLineageEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email/lineage",
  tag,
  summary: "Get whom a lead invited",
  description: `Returns who invited the lead, and the people that they invited with their invite codes, with those that these invited. ${lineageDescription}`,
  access: ["secret_key", "viewer"],
  params: leadParams,
  reply: LeadLineage,
  errors: ["lead_not_found"],
  example: {
    params: { email: "ada@example.org" },
    reply: { email: "ada@example.org", inviters: [], people: examplePeople, total: 1 },
  },
});

export const getCodeLineageEndpoint = endpoint({
  method: "GET",
  path: "/codes/:code/lineage",
  tag: "Codes",
  summary: "Get whom a code brought",
  description: `Returns who passed the code on, if it's an invite code, and the people who claimed it, with those that they invited. ${lineageDescription}`,
  access: ["secret_key", "viewer"],
  params: codeParams,
  reply: CodeLineage,
  errors: ["code_not_found"],
  example: {
    params: { code: "gentle-otter" },
    reply: {
      code: "gentle-otter",
      inviters: [{ email: "ada@example.org", code: "gentle-otter" }],
      people: examplePeople,
      total: 1,
    },
  },
});

/** What revoking a branch deletes. */
export const BranchPreview = z
  .object({
    codes: z.number().int().meta({ description: "The codes that are deleted." }),
    unusedCodes: z.number().int().meta({ description: "Those of them that no one has claimed." }),
    people: z.number().int().meta({ description: "The people who lose a claim." }),
    losingAccess: z.number().int().meta({ description: "Those of them who have claimed no other code, and lose access." }),
  })
  .meta({ id: "BranchPreview" });
export type BranchPreview = z.output<typeof BranchPreview>;

const exampleBranch: BranchPreview = { codes: 12, unusedCodes: 7, people: 5, losingAccess: 4 };
const exampleRevocation = {
  ...exampleJob,
  kind: "codes.delete" as const,
  status: "completed" as const,
  total: 12,
  processed: 12,
  changed: 12,
  inBin: true,
};

const branchOfLead =
  "A lead's branch is the invite codes of the lead and of everyone below them, and the invite code that the lead was invited with, unless others have claimed it too.";
const branchOfCode = "A code's branch is the code, and the invite codes of everyone whom it brought and of those below them.";
const revocation =
  "Moves the codes to the bin with their claims, so the people who claimed them lose them. `POST /bin/restore` with the ID of the job as `deletion` brings back exactly these. If the project keeps nothing in the bin, they are deleted permanently. Returns a background job. Small jobs finish before the response.";

export const previewLeadBranchEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email/branch",
  tag,
  summary: "Preview revoking a lead's branch",
  description: `${branchOfLead} Nothing is changed.`,
  access: ["secret_key", "viewer"],
  params: leadParams,
  reply: BranchPreview,
  errors: ["lead_not_found"],
  example: { params: { email: "ada@example.org" }, reply: exampleBranch },
});

export const revokeLeadBranchEndpoint = endpoint({
  method: "POST",
  path: "/leads/email/:email/branch/revoke",
  tag,
  summary: "Revoke a lead's branch",
  description: `${branchOfLead} ${revocation} Claims of the lead of other codes stay.`,
  access: ["secret_key", "member"],
  params: leadParams,
  isLong: true,
  reply: JobRecord,
  errors: ["lead_not_found"],
  example: { params: { email: "ada@example.org" }, reply: exampleRevocation },
});

export const previewCodeBranchEndpoint = endpoint({
  method: "GET",
  path: "/codes/:code/branch",
  tag: "Codes",
  summary: "Preview revoking a code's branch",
  description: `${branchOfCode} Nothing is changed.`,
  access: ["secret_key", "viewer"],
  params: codeParams,
  reply: BranchPreview,
  errors: ["code_not_found"],
  example: { params: { code: "gentle-otter" }, reply: exampleBranch },
});

export const revokeCodeBranchEndpoint = endpoint({
  method: "POST",
  path: "/codes/:code/branch/revoke",
  tag: "Codes",
  summary: "Revoke a code's branch",
  description: `${branchOfCode} ${revocation}`,
  access: ["secret_key", "member"],
  params: codeParams,
  isLong: true,
  reply: JobRecord,
  errors: ["code_not_found"],
  example: { params: { code: "gentle-otter" }, reply: exampleRevocation },
});

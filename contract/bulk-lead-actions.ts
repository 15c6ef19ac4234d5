import * as z from "zod";
import { binField, binMatchesAction } from "./bin";
import { endpoint, exactlyOneOf, filterInput, largeBodyLimit } from "./endpoint";
import { codeTypes } from "./enums";
import { Instant } from "./fields";
import { exampleJob, JobRecord } from "./jobs";
import { leadFilters } from "./lead-filters";
import { maxTags } from "./limits";
import { oneOf } from "./one-of";
import { RecipientEmails } from "./sends";
import { BulkTags, tagActions, tagsMatchAction } from "./tags";

const leadActions = [
  "join_waitlist",
  "leave_waitlist",
  "return_to_waitlist",
  "reissue_invitation",
  "approve",
  ...tagActions,
  "delete",
] as const;
export type LeadAction = (typeof leadActions)[number];

export const bulkUpdateLeadsEndpoint = endpoint({
  method: "POST",
  path: "/leads/bulk",
  tag: "Leads",
  summary: "Run a bulk action on leads",
  description: `Adds the leads to the waitlist, removes them from it, puts them back in line, reissues their invitation, approves them, adds or removes tags, or deletes them. Takes either \`emails\` or \`filter\`. Returns a background job. Small jobs finish before the response. Larger jobs continue in the background, and you can track their progress. Leads that no longer exist or don't need the change are skipped. Leads created after the request aren't affected. \`return_to_waitlist\` puts active leads who were in line and haven't claimed a code back at the position they had; an open invitation ends, and its code is paused or goes back to its batch. \`reissue_invitation\` sends a new personal code, with the optional \`type\` and \`validUntil\`, to leads whose invitation has expired or whose code can't be claimed, such as because it is paused; the old code is paused or goes back to its batch. Repeating either changes nothing. \`approve\` activates held sign-ups and sends the emails they would have received. Leads who would have more than ${maxTags} tags keep their tags, and the job's \`error\` says how many there are.`,
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  body: z
    .strictObject({
      action: oneOf(leadActions),
      emails: RecipientEmails.optional(),
      filter: filterInput(leadFilters).optional(),
      tags: BulkTags.optional(),
      validUntil: Instant.optional().meta({ description: "For `reissue_invitation`: when the new codes expire. By default, never." }),
      type: z
        .enum(codeTypes)
        .optional()
        .meta({ description: "For `reissue_invitation`: the type of the new codes, by default `creative`." }),
      ...binField,
    })
    .refine(...binMatchesAction)
    .refine(...tagsMatchAction)
    .refine(({ action, validUntil, type }) => action === "reissue_invitation" || (validUntil === undefined && type === undefined), {
      path: ["action"],
      error: "must be reissue_invitation to use validUntil or type",
    })
    .refine(...exactlyOneOf("emails", "filter")),
  isLong: true,
  reply: JobRecord,
  errors: ["code_expired"],
  example: {
    body: { action: "join_waitlist", filter: { claimed: false, source: "import" } },
    reply: { ...exampleJob, kind: "leads.join_waitlist", status: "queued", total: null, processed: 0, changed: 0 },
  },
});

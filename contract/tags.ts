import * as z from "zod";
import { type Endpoint, endpoint } from "./endpoint";
import { singleLineText, Timestamp } from "./fields";
import { maxTagLength, maxTags } from "./limits";

/** A tag. The output is lowercased, so that two spellings of one tag are equal. */
export const Tag = singleLineText(maxTagLength)
  .transform((text) => text.normalize("NFC").toLowerCase())
  .pipe(
    z
      .string()
      .min(1, "must not be empty")
      .max(maxTagLength, `must be at most ${maxTagLength} characters`)
      .regex(/^[^,]*$/, "must not contain a comma"),
  )
  .meta({ override: { type: "string", minLength: 1, maxLength: maxTagLength }, example: "vip" });

/** The error for more tags than a lead or code can have. */
export const tooManyTags = `must have at most ${maxTags} tags`;

/** Tags as one text, such as in a cell of a file. Tags that could be mistaken for several are in quotes. */
export const formatTags = (tags: readonly string[]): string =>
  tags.map((tag) => (/[";|，、；]|^['[{]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(", ");

/** Several tags, in alphabetical order. */
export const TagSet = z
  .array(Tag)
  .max(maxTags, tooManyTags)
  .transform((tags) => [...new Set(tags)].sort());

const tagRules = `Each has 1 to ${maxTagLength} characters, without commas, and is lowercased. At most ${maxTags}.`;

/** The tags in the body of a bulk action. */
export const BulkTags = TagSet.refine((tags) => tags.length > 0, "must have at least one tag").meta({
  description: `The tags to add or remove. Required for \`add_tags\` and \`remove_tags\`; the other actions don't take them. ${tagRules}`,
});

/** The actions that take tags. */
export const tagActions = ["add_tags", "remove_tags"] as const;
export type TagAction = (typeof tagActions)[number];

/** Requires tags for the actions that take them, and none for the others. */
export const tagsMatchAction: [(body: { action: string; tags?: unknown }) => boolean, { path: string[]; message: string }] = [
  ({ action, tags }) => tagActions.some((name) => name === action) === (tags !== undefined),
  { path: ["tags"], message: `must be set for ${tagActions.join(" and ")}, and only for them` },
];

/** The tags of a new lead or code. */
export const newTagFields = { tags: TagSet.optional().meta({ description: `The tags. ${tagRules}` }) };

/** The fields of an update that change tags. */
export const tagChangeFields = {
  tags: TagSet.optional().meta({ description: `Replaces all tags. ${tagRules}` }),
  addTags: TagSet.optional().meta({ description: "Tags to add. The others are kept." }),
  removeTags: TagSet.optional().meta({ description: "Tags to remove, after those of `addTags` were added." }),
};

export const tagRecordFields = { tags: z.array(z.string()).meta({ description: "The tags, in alphabetical order.", example: ["vip"] }) };

/** What can have tags. */
export type TaggedResource = "leads" | "codes";

/** The most tags that are listed. */
export const maxListedTags = 500;

export const TagCounts = z.object({
  asOf: Timestamp.meta({ description: "When the numbers were computed. For very large projects, this can be a few minutes ago." }),
  tags: z.array(z.object({ tag: z.string(), count: z.number().int() })).meta({
    description: `The tags and how many leads or codes have each, most used first. At most ${maxListedTags}.`,
  }),
});
export type TagCounts = z.output<typeof TagCounts>;

const tagList = {
  access: ["secret_key", "viewer"],
  reply: TagCounts,
  errors: [],
  example: { reply: { asOf: "2026-11-21T12:00:00.000Z", tags: [{ tag: "vip", count: 12 }] } },
} as const satisfies Partial<Endpoint>;

export const listLeadTagsEndpoint = endpoint({
  ...tagList,
  method: "GET",
  path: "/tags/leads",
  tag: "Leads",
  summary: "List tags of leads",
  description: "Returns the tags that leads have, and how many leads have each.",
});

export const listCodeTagsEndpoint = endpoint({
  ...tagList,
  method: "GET",
  path: "/tags/codes",
  tag: "Codes",
  summary: "List tags of codes",
  description: "Returns the tags that codes have, and how many codes have each.",
});

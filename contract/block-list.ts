import * as z from "zod";
import { endpoint, largeBodyLimit } from "./endpoint";
import { describeUnsupportedEmail, parseBlockListEntry } from "./normalize";

const tag = "Project";

const maxBlockListEntries = 5000;

const tooManyEntries = `must have at most ${maxBlockListEntries.toLocaleString("en-US")} entries`;

const Entry = z
  .string()
  .max(300, "must be at most 300 characters")
  .transform((raw, ctx) => {
    const entry = parseBlockListEntry(raw);
    if (entry !== null) return entry;
    ctx.addIssue({ code: "custom", message: describeUnsupportedEmail(raw) ?? "must be an email, or a domain such as example.org" });
    return z.NEVER;
  })
  .meta({
    override: { type: "string", maxLength: 300 },
    description: "An email address or a domain. A domain includes its subdomains.",
    example: "example.org",
  });

const BlockList = z.object({
  entries: z.array(z.string()).meta({ description: "The email addresses and domains, in alphabetical order." }),
});

export type BlockList = z.output<typeof BlockList>;

const description = "Public sign-ups with these email addresses, or with these domains and their subdomains, are held for review.";

export const getBlockListEndpoint = endpoint({
  method: "GET",
  path: "/block-list",
  tag,
  summary: "Get the block list",
  description,
  access: ["secret_key", "viewer"],
  reply: BlockList,
  errors: [],
  example: { reply: { entries: ["example.org", "mallory@example.com"] } },
});

export const updateBlockListEndpoint = endpoint({
  method: "PUT",
  path: "/block-list",
  tag,
  summary: "Update the block list",
  description: `Replaces all entries. ${description} Existing leads don't change.`,
  access: ["secret_key", "member"],
  bodyLimit: largeBodyLimit,
  body: z.strictObject({
    expected: z.array(z.string().max(300, "must be at most 300 characters")).max(maxBlockListEntries, tooManyEntries).optional().meta({
      description:
        "The entries you last read, in any order. If the list has changed since then, the request returns `block_list_changed` and nothing is updated.",
    }),
    entries: z
      .array(Entry)
      .max(maxBlockListEntries, tooManyEntries)
      .transform((entries) => [...new Set(entries)])
      .meta({ description: "The new entries, which replace all existing ones." }),
  }),
  isLong: true,
  reply: BlockList,
  errors: ["block_list_changed"],
  example: { body: { entries: ["example.org", "mallory@example.com"] }, reply: { entries: ["example.org", "mallory@example.com"] } },
});

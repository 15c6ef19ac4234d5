import { z } from "zod";
import { endpoint, longBodyLimit } from "./endpoint";
import { blockedEntry } from "./text";

const tag = "Project";

/** The most entries a block list has. */
export const mostBlocked = 5000;

const Entry = z
  .string()
  .max(300, "must be at most 300 characters")
  .transform((raw, ctx) => {
    const entry = blockedEntry(raw);
    if (entry !== null) return entry;
    ctx.addIssue({ code: "custom", message: "must be an e-mail address, or a domain such as example.org" });
    return z.NEVER;
  })
  .meta({
    override: { type: "string", maxLength: 300 },
    description: "An e-mail address, or a domain, which stands for those below it too.",
    example: "example.org",
  });

const BlockList = z.object({ entries: z.array(z.string()).meta({ description: "Addresses and domains, in alphabetical order." }) });

export type BlockList = z.output<typeof BlockList>;

const description = "Sign-ups by the public with these addresses, or at these domains and those below them, are held for staff to look at.";

export const findBlockListEndpoint = endpoint({
  method: "GET",
  path: "/block-list",
  tag,
  summary: "List the addresses and domains whose sign-ups are held",
  description,
  access: ["secret_key", "viewer"],
  reply: BlockList,
  errors: [],
  example: { reply: { entries: ["example.org", "mallory@example.com"] } },
});

export const changeBlockListEndpoint = endpoint({
  method: "PUT",
  path: "/block-list",
  tag,
  summary: "Say whose sign-ups are held",
  description: `${description} The list replaces the one there is; leads that exist already stay as they are.`,
  access: ["secret_key", "member"],
  bodyLimit: longBodyLimit,
  body: z.strictObject({
    was: z
      .array(z.string().max(300, "must be at most 300 characters"))
      .max(mostBlocked, `must be at most ${mostBlocked.toLocaleString("en")}`)
      .optional()
      .meta({ description: "The list that was changed, in any order. Where it is another by now, nothing is changed." }),
    entries: z
      .array(Entry)
      .max(mostBlocked, `must be at most ${mostBlocked.toLocaleString("en")}`)
      .transform((entries) => [...new Set(entries)]),
  }),
  reply: BlockList,
  errors: ["block_list_changed"],
  example: { body: { entries: ["example.org", "mallory@example.com"] }, reply: { entries: ["example.org", "mallory@example.com"] } },
});

import { z } from "zod";
import { endpoint } from "./endpoint";
import { count, line, lines } from "./fields";
import { pausable } from "./kinds";
import { maxReferralPlaces } from "./limits";

/** A time zone's IANA name that this system knows. */
export const TimeZone = z
  .string()
  .max(64, "must be at most 64 characters")
  .refine(isTimeZone, "must be the name of a time zone, such as Europe/Berlin")
  .meta({ example: "Europe/Berlin" });

function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +02:00 are accepted here too, and would not follow summer time.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }).format() !== "";
  } catch {
    return false;
  }
}

/** The largest logo, in bytes of its data URL. */
export const logoLimit = 96 * 1024;

/** A picture that pages carry within themselves. */
const Logo = z
  .string()
  .max(logoLimit, `must be at most ${(logoLimit * 3) / 4 / 1024} KiB`)
  .regex(/^data:image\/(png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/, "must be a PNG, JPEG, WebP or SVG picture")
  .meta({ override: { type: "string", maxLength: logoLimit } });

const Accent = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, "must be a colour such as #2563eb")
  .transform((text) => text.toLowerCase())
  .meta({ override: { type: "string", pattern: "^#[0-9a-f]{6}$" }, example: "#2563eb" });

export const ProjectName = line(80).pipe(z.string().min(1, "must not be empty"));

/** An address on the web, http too: products are made on one's own machine. */
const WebAddress = line(500).pipe(
  z
    .url({ protocol: /^https?$/, error: "must be an address such as https://example.org/welcome" })
    .refine((text) => !URL.parse(text)?.username && !URL.parse(text)?.password, "must not hold a password"),
);

/** The accent of a project that has chosen none. */
export const defaultAccent = "#2563eb";

/** The project as its staff see it. */
export const ProjectRecord = z
  .object({
    name: z.string(),
    logo: z.string().nullable().meta({ description: "A data URL." }),
    accent: z.string(),
    timeZone: z.string().meta({ description: "What dates on pages are shown in." }),
    claimedText: z
      .string()
      .nullable()
      .meta({ description: "What the claim page says to whoever has claimed a code; its own words where it is null." }),
    claimedUrl: z.string().nullable().meta({
      description:
        "Where the claim page leads whoever has claimed a code, with the claim's token as the parameter `token`; nowhere where it is null.",
    }),
    consentText: z.string().nullable().meta({
      description: "What whoever joins must agree to on the join page; nothing where it is null. Kept with each lead as it read.",
    }),
    doubleOptIn: z.boolean().meta({
      description:
        "Whether whoever joins by a page or the public key is on the waitlist only once they have confirmed their address by mail.",
    }),
    referralPlaces: z
      .number()
      .int()
      .meta({ description: "How many places a lead moves up in line for each friend who joins by their link; 0 for none." }),
    joinedMail: z
      .boolean()
      .meta({ description: "Whether whoever joins by a page or the public key is sent a mail with their place in line." }),
    claimedMail: z.boolean().meta({ description: "Whether whoever claims a code is sent a mail about it." }),
    paused: z.array(z.enum(pausable)).meta({ description: "What staff have paused." }),
    pausedText: z
      .string()
      .nullable()
      .meta({ description: "What pages say to customers while something is paused; their own words where it is null." }),
    allowedOrigins: z.array(z.string()).meta({ description: "Web origins that may use the public key; none listed means any." }),
  })
  .meta({ id: "Project" });
export type ProjectRecord = z.output<typeof ProjectRecord>;

export const exampleProject: ProjectRecord = {
  name: "Launch",
  logo: null,
  accent: defaultAccent,
  timeZone: "Europe/Berlin",
  claimedText: null,
  claimedUrl: null,
  consentText: null,
  doubleOptIn: false,
  referralPlaces: 0,
  joinedMail: true,
  claimedMail: false,
  paused: [],
  pausedText: null,
  allowedOrigins: [],
};

export const findProjectEndpoint = endpoint({
  method: "GET",
  path: "/project",
  tag: "Project",
  summary: "Look up the project",
  access: ["viewer"],
  reply: ProjectRecord,
  errors: [],
  example: { reply: exampleProject },
});

export const changeProjectEndpoint = endpoint({
  method: "PATCH",
  path: "/project",
  tag: "Project",
  summary: "Change the project",
  description: "What is not given stays.",
  access: ["admin"],
  body: z.strictObject({
    name: ProjectName.optional(),
    logo: Logo.nullable().optional(),
    accent: Accent.optional(),
    timeZone: TimeZone.optional(),
    claimedText: lines(2000).nullable().optional(),
    claimedUrl: WebAddress.nullable().optional(),
    consentText: lines(2000).nullable().optional(),
    doubleOptIn: z.boolean().optional(),
    referralPlaces: count(maxReferralPlaces, 0).optional(),
    joinedMail: z.boolean().optional(),
    claimedMail: z.boolean().optional(),
  }),
  reply: ProjectRecord,
  errors: [],
  example: { body: { name: "Launch", timeZone: "Europe/Berlin" }, reply: exampleProject },
});

import * as z from "zod";
import { endpoint } from "./endpoint";
import { homePages, pausableFeatures } from "./enums";
import { expectedValues, Instant, linkedText, multilineText, oneOf, singleLineText, Timestamp, WebUrl, wholeNumber } from "./fields";
import { maxBinDays, maxExpiryDays, maxInviteQuota, maxReferralBonus, maxWaitlistLimit } from "./limits";
import type { LinkedTextPart } from "./linked-text";
import { Question, Questions } from "./questions";

/** Schemes that run scripts or open files instead of an app. */
const unsafeSchemes = [
  "javascript:",
  "data:",
  "vbscript:",
  "file:",
  "blob:",
  "about:",
  "filesystem:",
  "view-source:",
  "ws:",
  "wss:",
  "ftp:",
];

const returnUrlMessage = "must be a URL such as https://example.org/welcome or myapp://welcome, without a # part";

const maxLength = 300;

/** An address to return to: of a website, or of an app with a scheme of its own. Like the browser writes it. */
export const ReturnUrl = singleLineText(maxLength)
  .pipe(z.string().transform((text) => URL.parse(text)?.href ?? ""))
  .refine((href) => {
    const url = URL.parse(href);
    return url !== null && !unsafeSchemes.includes(url.protocol) && !href.includes("#") && url.username === "" && url.password === "";
  }, returnUrlMessage)
  // Forms and links have it as the browser writes it.
  .refine((href) => href.length <= maxLength, `must be at most ${maxLength} characters as the browser writes it`)
  .meta({ override: { type: "string", maxLength }, example: "https://staging.example.org/welcome" });

/** An IANA time zone that this system knows. */
export const TimeZone = z
  .string()
  .max(64, "must be at most 64 characters")
  .refine(isTimeZone, "must be a time zone, such as America/New_York")
  .meta({ example: "America/New_York" });

function isTimeZone(name: string): boolean {
  try {
    // Intl also accepts offsets such as +02:00, which don't follow daylight saving time.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }).format() !== "";
  } catch {
    return false;
  }
}

/** The maximum length of a logo's data URL, in bytes. */
export const maxLogoLength = 96 * 1024;

const Logo = z
  .string()
  .max(maxLogoLength, `must be at most ${(maxLogoLength * 3) / 4 / 1024} KiB`)
  // SVG only for logos that earlier versions saved: new ones are rejected when the image is decoded.
  .regex(/^data:image\/(png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/, "must be a PNG, JPEG or WebP image")
  .meta({
    override: { type: "string", maxLength: maxLogoLength },
    description: "A PNG, JPEG or WebP image as a data URL. It's saved as WebP with at most 256 × 256 pixels.",
  });

/** The maximum length of a social image's data URL, in bytes. Together with a logo, it fits into one request. */
export const maxSocialImageLength = 144 * 1024;

/** The size of a saved social image, in pixels. */
export const socialImageSize = { width: 1200, height: 630 } as const;

const SocialImage = z
  .string()
  .max(maxSocialImageLength, `must be at most ${(maxSocialImageLength * 3) / 4 / 1024} KiB`)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, "must be a PNG, JPEG or WebP image")
  .meta({
    override: { type: "string", maxLength: maxSocialImageLength },
    description: `A PNG, JPEG or WebP image as a data URL. It's cropped and saved as JPEG with ${socialImageSize.width} × ${socialImageSize.height} pixels.`,
  });

const Accent = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, "must be a color such as #2563eb")
  .transform((text) => text.toLowerCase())
  .meta({ override: { type: "string", pattern: "^#[0-9a-f]{6}$" }, example: "#2563eb" });

/** The text at the end of every email to leads. It has the same Markdown as email templates, without variables. */
const EmailFooter = multilineText(1000)
  .transform((text) => text.replace(/\r\n?/g, "\n").trim())
  .refine((text) => !text.includes("{{"), "must not contain variables")
  .meta({ override: { type: "string", maxLength: 1000 } });

export const ProjectName = singleLineText(80).pipe(z.string().min(1, "must not be empty"));

export const defaultAccent = "#2563eb";

export const ProjectRecord = z
  .object({
    name: z.string(),
    logo: z.string().nullable().meta({ description: "The logo, as a data URL." }),
    accent: z.string().meta({ description: "The accent color of pages and emails." }),
    emailButtonColor: z.string().nullable().meta({ description: "The color of buttons in emails to leads. `null` uses the accent color." }),
    emailFooter: z.string().nullable().meta({
      description: "The text at the end of every email to leads, in Markdown, such as a postal address. `null` if there's none.",
    }),
    timeZone: z.string().meta({ description: "The time zone of dates in the dashboard, on public pages and in emails." }),
    successMessage: z.string().nullable().meta({
      description:
        "The message on the claim page after a code is claimed. With a `redirectUrl`, people read it first and continue with a button. `null` uses the default message.",
    }),
    redirectUrl: z.string().nullable().meta({
      description:
        "Where people continue after they claim a code: right away, or with a button if there's a `successMessage`. The claim token is added as the query parameter `claimToken`, and as `token` for older apps, unless the address has a parameter with that name. `null` means they stay on the claim page.",
    }),
    returnUrls: z.array(z.string()).meta({
      description:
        "Addresses that a link to the claim or join page can choose instead of the redirect URL, as `return_to`: those of your other environments, or of an app with a scheme of its own.",
    }),
    claimPageUrl: z.string().nullable().meta({
      description:
        "The page of your own site that links to claim in emails open. The part after `#` has `code`, `email` and `linkToken`, which your page sends with the claim, and `token`, the same for older pages; browsers don't send that part to servers. `null` uses the claim page.",
    }),
    homePage: z.enum(homePages).meta({
      description: "What visitors see at `/`: the join page, the claim page, or a redirect to `homeRedirectUrl`.",
    }),
    homeRedirectUrl: z.string().nullable(),
    joinHeadline: z.string().nullable().meta({ description: "The headline of the join page. `null` uses the default headline." }),
    joinText: z.string().nullable().meta({
      description:
        "The text below the headline. It can contain Markdown links; everything else is plain text. `null` uses the default text.",
    }),
    joinSuccessMessage: z.string().nullable().meta({
      description:
        "The message after someone joins on the join page, or after they confirm their email if that is required. `null` uses the default message.",
    }),
    joinRedirectUrl: z.string().nullable().meta({
      description:
        "Where people continue after they join: right away, or with a button if there's a `joinSuccessMessage`. `null` means they stay on the join page.",
    }),
    joinDescription: z.string().nullable().meta({
      description: "The description of the join page for search engines and social networks. `null` uses the default description.",
    }),
    socialImageUrl: z.string().nullable().meta({ description: "The image that social networks show with a link to the join page." }),
    referralPageUrl: z.string().nullable().meta({
      description:
        "The page that referral links open, such as a page of your own site with the embedded join form. The referral code is added as the `ref` query parameter. `null` uses the join page.",
    }),
    consentText: z.string().nullable().meta({
      description:
        "The text that people must agree to when they join. It's saved with each lead. It can contain Markdown links, such as `[terms](https://example.org/terms)`; everything else is plain text. `null` if there's none.",
    }),
    questions: z.array(Question).meta({ description: "The questions to new leads, in their order." }),
    deletedQuestionKeys: z.array(z.string()).meta({
      description: "The keys of deleted questions. Leads can still have answers with these keys, so use others for new questions.",
    }),
    signUpsOpenAt: Timestamp.nullable().meta({
      description: "When people can start to join on a public page or with the public key. `null` if they can already.",
    }),
    signUpsCloseAt: Timestamp.nullable().meta({ description: "When they no longer can. `null` if there's no end." }),
    waitlistLimit: z.number().int().nullable().meta({
      description:
        "How many people can wait at most, with those who haven't confirmed their email address yet. More can't join on a public page or with the public key until someone leaves the waitlist. `null` if there's no limit.",
    }),
    signUpsClosedMessage: z.string().nullable().meta({
      description:
        "What people see who want to join before sign-ups open, after they have closed or while the waitlist is full. `null` uses the default messages.",
    }),
    doubleOptIn: z.boolean().meta({
      description:
        "Whether people who join on a public page or with the public key must confirm their email address before they're added to the waitlist.",
    }),
    referralBonus: z
      .number()
      .int()
      .meta({ description: "The number of positions a lead moves up for each friend who joins with their referral link." }),
    sendJoinedEmail: z.boolean().meta({
      description: "Whether people who join on a public page or with the public key get an email with their position.",
    }),
    requireClaimConfirmation: z.boolean().meta({
      description:
        "Whether people who claim a code on a public page or with the public key must use a link that was emailed to them. Claims with the secret key ignore it, unless they have `requireConfirmation: true`.",
    }),
    sendClaimedEmail: z.boolean().meta({ description: "Whether people get an email when they claim a code." }),
    inviteQuota: z.number().int().meta({
      description: "How many invite codes each lead who has claimed a code can get, to pass on to friends. `0` if they get none.",
    }),
    inviteExpiresAfterDays: z.number().int().nullable().meta({
      description: "After how many days new invite codes expire. `null` if they don't.",
    }),
    binDays: z.number().int().meta({
      description: "For how many days deleted codes, batches and leads can be restored from the bin. `0` if they're deleted permanently.",
    }),
    paused: z.array(z.enum(pausableFeatures)).meta({ description: "The features that are paused." }),
    pausedMessage: z
      .string()
      .nullable()
      .meta({ description: "The message that customers see while a feature is paused. `null` uses the default message." }),
    allowedOrigins: z.array(z.string()).meta({ description: "The web origins that can use the public key. If empty, all origins can." }),
  })
  .meta({ id: "Project" });
export type ProjectRecord = z.output<typeof ProjectRecord>;

/** What the embed script shows of the project's settings. */
export type EmbedSettings = {
  /** What sharing brings, and the text that is shared with a link. */
  sharing: { intro: string; text: string; subject: string };
  accent: string;
  /** The headline of the join form; null for the default one. */
  headline: string | null;
  /** What the forms say after they were submitted, with the placeholders `{email}` and `{code}`. */
  success: Record<"joined" | "claimed" | "confirmation-required", { title: string; paragraphs: string[] }>;
  /** The consent text, and the ID that the form submits if the visitor agrees. */
  consent: { id: string; text: LinkedTextPart[] } | null;
  /** The fields for questions: their label, the attributes of their input, and the options of a choice. */
  questions: { label: string; input: Record<string, string> & { name: string }; options?: string[] }[];
};

export const exampleProject: ProjectRecord = {
  name: "Launch",
  logo: null,
  accent: defaultAccent,
  emailButtonColor: null,
  emailFooter: null,
  timeZone: "America/New_York",
  successMessage: null,
  redirectUrl: null,
  returnUrls: [],
  claimPageUrl: null,
  homePage: "join",
  homeRedirectUrl: null,
  joinHeadline: null,
  joinText: null,
  joinSuccessMessage: null,
  joinRedirectUrl: null,
  joinDescription: null,
  socialImageUrl: null,
  referralPageUrl: null,
  consentText: null,
  questions: [],
  deletedQuestionKeys: [],
  signUpsOpenAt: null,
  signUpsCloseAt: null,
  waitlistLimit: null,
  signUpsClosedMessage: null,
  doubleOptIn: false,
  referralBonus: 0,
  sendJoinedEmail: true,
  requireClaimConfirmation: false,
  sendClaimedEmail: false,
  inviteQuota: 0,
  inviteExpiresAfterDays: null,
  binDays: 30,
  paused: [],
  pausedMessage: null,
  allowedOrigins: [],
};

export const getProjectEndpoint = endpoint({
  method: "GET",
  path: "/project",
  tag: "Project",
  summary: "Get the project",
  access: ["secret_key", "viewer"],
  keyScope: "settings",
  reply: ProjectRecord,
  errors: [],
  example: { reply: exampleProject },
});

const maxReturnUrls = 20;

/** The addresses that a link to the claim or join page can choose: URLs of websites, or of apps with a scheme of their own. */
const ReturnUrls = z
  .array(ReturnUrl)
  .max(maxReturnUrls, `must have at most ${maxReturnUrls} URLs`)
  .transform((urls) => [...new Set(urls)]);

/** The settings that a secret key with the scope `settings` can change: where people go, what they read there, and what a claim needs. */
const integrationSettings = [
  "successMessage",
  "redirectUrl",
  "returnUrls",
  "claimPageUrl",
  "joinSuccessMessage",
  "joinRedirectUrl",
  "referralPageUrl",
  "requireClaimConfirmation",
] as const;

/** The settings that a request can expect to be as it read them, apart from the lists: all but images. */
const expectedSettings = ProjectRecord.omit({
  logo: true,
  returnUrls: true,
  socialImageUrl: true,
  questions: true,
  deletedQuestionKeys: true,
  paused: true,
  pausedMessage: true,
  allowedOrigins: true,
});

export const updateProjectEndpoint = endpoint({
  method: "PATCH",
  path: "/project",
  tag: "Project",
  summary: "Update the project",
  description: `Fields you leave out don't change. A secret key can change the settings for integrations: ${integrationSettings.map((field) => `\`${field}\``).join(", ")}. With it, other fields are \`invalid_input\`.`,
  access: ["secret_key", "admin"],
  keyScope: "settings",
  keyFields: [...integrationSettings, "expected"],
  body: z.strictObject({
    expected: expectedValues(
      {
        ...expectedSettings.shape,
        signUpsOpenAt: Instant.nullable(),
        signUpsCloseAt: Instant.nullable(),
        questions: Questions,
        returnUrls: ReturnUrls,
      },
      "project_changed",
    ),
    name: ProjectName.optional(),
    logo: Logo.nullable().optional(),
    accent: Accent.optional(),
    emailButtonColor: Accent.nullable().optional(),
    emailFooter: EmailFooter.nullable().optional(),
    timeZone: TimeZone.optional(),
    successMessage: multilineText(2000).nullable().optional(),
    redirectUrl: WebUrl.nullable().optional(),
    returnUrls: ReturnUrls.optional(),
    claimPageUrl: WebUrl.refine((url) => !url.includes("#"), "must not contain #")
      .nullable()
      .optional(),
    homePage: oneOf(homePages).optional(),
    homeRedirectUrl: WebUrl.nullable().optional(),
    joinHeadline: singleLineText(100).nullable().optional(),
    joinText: linkedText(1000).nullable().optional(),
    joinSuccessMessage: multilineText(2000).nullable().optional(),
    joinRedirectUrl: WebUrl.nullable().optional(),
    joinDescription: singleLineText(200).nullable().optional(),
    socialImage: SocialImage.nullable().optional(),
    referralPageUrl: WebUrl.nullable().optional(),
    consentText: linkedText(2000).nullable().optional(),
    questions: Questions.optional().meta({
      description:
        "All questions. One that you leave out is deleted; the answers that leads gave to it stay in their records. They are the answers to a new question with the same key.",
    }),
    signUpsOpenAt: Instant.nullable().optional(),
    signUpsCloseAt: Instant.nullable().optional().meta({ description: "Must be after `signUpsOpenAt`." }),
    waitlistLimit: wholeNumber(maxWaitlistLimit).nullable().optional(),
    signUpsClosedMessage: multilineText(500).nullable().optional(),
    doubleOptIn: z.boolean().optional(),
    referralBonus: wholeNumber(maxReferralBonus, 0).optional(),
    sendJoinedEmail: z.boolean().optional(),
    requireClaimConfirmation: z.boolean().optional(),
    sendClaimedEmail: z.boolean().optional(),
    inviteQuota: wholeNumber(maxInviteQuota, 0).optional().meta({
      description: "Leads keep the invite codes that they have. A wave can have another quota for the leads that it invites.",
    }),
    inviteExpiresAfterDays: wholeNumber(maxExpiryDays).nullable().optional(),
    binDays: wholeNumber(maxBinDays, 0)
      .optional()
      .meta({ description: "Applies to everything that is in the bin. With fewer days, what is older is deleted within the hour." }),
  }),
  reply: ProjectRecord,
  errors: ["project_changed"],
  example: {
    body: { redirectUrl: "https://app.example.org/welcome", returnUrls: ["https://staging.example.org/welcome"] },
    reply: { ...exampleProject, redirectUrl: "https://app.example.org/welcome", returnUrls: ["https://staging.example.org/welcome"] },
  },
});

const { joinHeadline, joinText, joinSuccessMessage, joinRedirectUrl } = updateProjectEndpoint.body.shape;

export const previewJoinPageEndpoint = endpoint({
  method: "POST",
  path: "/project/preview",
  tag: "Project",
  summary: "Preview the join page",
  description:
    "Renders the join page, and what people see after they join, with settings that aren't saved. Fields you leave out have their saved value.",
  access: ["admin"],
  body: z.strictObject({ joinHeadline, joinText, joinSuccessMessage, joinRedirectUrl }),
  reply: z.object({
    form: z.string().meta({ description: "The join page as HTML." }),
    success: z.string().meta({ description: "The page after someone joined, as HTML." }),
  }),
  errors: [],
  example: { body: { joinHeadline: "Get early access" }, reply: { form: "<!doctype html>…", success: "<!doctype html>…" } },
});

const PausableFeatures = z
  .array(oneOf(pausableFeatures))
  .max(pausableFeatures.length, `must have at most ${pausableFeatures.length} items`);

/** In characters. */
const pausedMessageLimit = 500;

export const pauseProjectEndpoint = endpoint({
  method: "POST",
  path: "/project/pause",
  tag: "Project",
  summary: "Pause or resume claims, sign-ups and email",
  description:
    "Features you don't list don't change. While `claims` are paused, codes can't be claimed, but people who already claimed a code can still get a new token, and tokens can be exchanged. While `sign_ups` are paused, the join page and the public key can't create leads. While `email` is paused, emails to leads stay queued until you resume. Emails to staff are still sent.",
  access: ["secret_key", "member"],
  body: z
    .strictObject({
      expected: z.strictObject({ message: z.string().nullable() }).partial().optional().meta({
        description:
          "The `pausedMessage` you last read. If you send a `message` and it has changed since then, the request returns `project_changed` and nothing is updated.",
      }),
      pause: PausableFeatures.optional().meta({ description: "The features to pause." }),
      resume: PausableFeatures.optional().meta({ description: "The features to resume." }),
      message: multilineText(pausedMessageLimit).nullable().optional().meta({
        description:
          "The message that customers see while a feature is paused, on public pages and in API errors. `null` uses the default message. It's removed when claims and sign-ups are resumed, so that the next pause doesn't start with it.",
      }),
    })
    .refine(({ pause = [], resume = [] }) => !pause.some((feature) => resume.includes(feature)), {
      path: ["resume"],
      message: "must not contain a feature that is also in `pause`",
    }),
  reply: ProjectRecord,
  errors: ["project_changed"],
  example: {
    body: { pause: ["claims"], message: "We'll open again tomorrow at noon." },
    reply: { ...exampleProject, paused: ["claims"], pausedMessage: "We'll open again tomorrow at noon." },
  },
});

import * as z from "zod";
import { type UtmParameter, utmParameters } from "./enums";

// What visitors' links and browsers say about where they came from. It is cleaned up instead of rejected: a link with strange parameters
// must not prevent a sign-up.

/** The maximum length of each value, in characters. */
const maxLength = { sourceTag: 100, utm: 200, referrerUrl: 500 } as const;

/** The maximum length that is accepted. Browsers shorten the URLs of referrers to this. */
const maxInputLength = 4096;
/** The longest query of a URL that is accepted. Browsers allow more, but servers refuse such URLs. */
const maxQueryLength = 65_536;
const tooLong = `must be at most ${maxInputLength} characters`;

const clean = (text: string, length: number): string =>
  text
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, length)
    .toWellFormed();

const attributionText = (length: number) =>
  z
    .string()
    .max(maxInputLength, tooLong)
    .transform((text) => clean(text, length))
    .meta({ override: { type: "string", maxLength: maxInputLength } });

/** A source tag, as it is saved and filtered by. */
export const SourceTag = attributionText(maxLength.sourceTag).transform((text) => text.toLowerCase());

/** The origin and path of a web page. Its query can contain personal data. Undefined for anything else, such as an app. */
export function webPageUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const page = url.origin + url.pathname;
  return page.length <= maxLength.referrerUrl ? page : url.origin.slice(0, maxLength.referrerUrl);
}

/** A UTM parameter, as it is saved and filtered by. */
export const UtmText = attributionText(maxLength.utm);
const utmText = UtmText.optional();

const UtmParameters = z.strictObject({
  source: utmText,
  medium: utmText,
  campaign: utmText,
  term: utmText,
  content: utmText,
} satisfies Record<UtmParameter, typeof utmText>);

/** The query of a URL, such as `?utm_source=newsletter`. */
const UtmQuery = z
  .string()
  .max(maxQueryLength, `must be at most ${maxQueryLength} characters`)
  .transform((text): z.output<typeof UtmParameters> => {
    const query = new URLSearchParams(text);
    return Object.fromEntries(utmParameters.map((name) => [name, clean(query.get(`utm_${name}`) ?? "", maxLength.utm)]));
  })
  .meta({ override: { type: "string", maxLength: maxQueryLength }, example: "?utm_source=newsletter" });

/** The fields of a sign-up that say where the person came from. */
export const attributionFields = {
  sourceTag: SourceTag.optional().meta({
    description: `Where the lead came from, in a word of your choice, such as \`newsletter\`. It's lowercased and cut to ${maxLength.sourceTag} characters. Defaults to \`utm.source\`, or else to the host of \`referrerUrl\`.`,
  }),
  utm: z
    .union([UtmParameters, UtmQuery], {
      error: (issue) => (issue.code === "invalid_union" ? "must be an object or a query string" : undefined),
    })
    .optional()
    .meta({
      description: `The \`utm_\` parameters of the link that the person followed, or the whole query of its URL. Each is cut to ${maxLength.utm} characters; other parameters of a query are ignored.`,
    }),
  referrerUrl: z
    .string()
    .max(maxInputLength, tooLong)
    .transform((text) => webPageUrl(text.replace(/\p{Cc}/gu, "")))
    .optional()
    .meta({
      override: { type: "string", maxLength: maxInputLength },
      description: "The web page that linked to the sign-up. Only its origin and path are saved.",
    }),
};

const Utm = z.object({
  source: z.string().optional(),
  medium: z.string().optional(),
  campaign: z.string().optional(),
  term: z.string().optional(),
  content: z.string().optional(),
} satisfies Record<UtmParameter, z.ZodOptional<z.ZodString>>);

/** Where a lead came from, in a record. */
export const attributionRecord = {
  sourceTag: z.string().nullable().meta({
    description: "Where the lead came from: their source tag, or else the UTM source or the host of the page that linked to the sign-up.",
  }),
  utm: Utm.nullable().meta({ description: "The `utm_` parameters of the link that the lead followed." }),
  referrerUrl: z.string().nullable().meta({ description: "The web page that linked to the sign-up, without its query." }),
};

type AttributionInput = z.output<z.ZodObject<typeof attributionFields>>;

/** What is saved of where a new lead came from. */
export function resolveAttribution({ sourceTag, utm, referrerUrl }: AttributionInput): z.output<z.ZodObject<typeof attributionRecord>> {
  const parameters = Object.fromEntries(Object.entries(utm ?? {}).filter(([, value]) => value));
  const host = referrerUrl && new URL(referrerUrl).hostname.replace(/^www\./, "");
  return {
    sourceTag: sourceTag || clean(utm?.source?.toLowerCase() || host || "", maxLength.sourceTag) || null,
    utm: Object.keys(parameters).length === 0 ? null : parameters,
    referrerUrl: referrerUrl ?? null,
  };
}

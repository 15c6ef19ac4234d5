import * as z from "zod";
import { multilineText, singleLineText } from "./fields";
import { maxExternalIdLength, maxMetadataKeyLength, maxMetadataKeys, maxMetadataValueLength } from "./limits";

/** The error for more keys than the metadata of a lead or code can have. */
export const tooManyMetadataKeys = `must have at most ${maxMetadataKeys} keys`;

export type Metadata = Record<string, string>;
export type MetadataChange = Record<string, string | null>;

const Key = singleLineText(maxMetadataKeyLength).refine((key) => /^[^:[\]]+$/.test(key) && key !== "__proto__");
const keyProblem = `must have keys of 1 to ${maxMetadataKeyLength} characters, without spaces around them, colons, brackets and control characters, and not \`__proto__\``;
const Value = z.string("must be a text").pipe(multilineText(maxMetadataValueLength));

const isObject = (value: unknown): value is Record<string, unknown> => value instanceof Object && !Array.isArray(value);

/** Metadata in a request. A record of zod would leave out `__proto__` without an error. */
function metadataInput<Input extends MetadataChange>(override: object, parseValue: (value: unknown) => { error?: z.ZodError | undefined }) {
  const schema: z.ZodType<Input, Input> = z
    .any()
    .superRefine((metadata: unknown, ctx) => {
      const addIssue = (message: string, path: string[] = []) => ctx.addIssue({ code: "custom", message, path });
      if (!isObject(metadata)) return addIssue("must be an object");
      const keys = Object.keys(metadata);
      if (keys.some((key) => Key.safeParse(key).data !== key)) return addIssue(keyProblem);
      if (keys.filter((key) => metadata[key] !== null).length > maxMetadataKeys) return addIssue(tooManyMetadataKeys);
      for (const key of keys) {
        const [issue] = parseValue(metadata[key]).error?.issues ?? [];
        if (issue) addIssue(issue.message, [key]);
      }
    })
    .meta({ override: { type: "object", ...override }, example: { plan: "pro" } });
  return schema;
}

const value = { type: "string", maxLength: maxMetadataValueLength };

export const MetadataInput = metadataInput<Metadata>({ additionalProperties: value }, (text) => Value.safeParse(text));

const MetadataChangeInput = metadataInput<MetadataChange>({ additionalProperties: { anyOf: [value, { type: "null" }] } }, (text) =>
  Value.nullable().safeParse(text),
);

export const ExternalId = singleLineText(maxExternalIdLength)
  .pipe(z.string().min(1, "must not be empty"))
  .meta({ override: { type: "string", minLength: 1, maxLength: maxExternalIdLength }, example: "user_4711" });

const metadataRules = `At most ${maxMetadataKeys} keys of up to ${maxMetadataKeyLength} characters, with texts of up to ${maxMetadataValueLength} characters.`;
const externalIdRules = (noun: "lead" | "code") =>
  `The ID in your system, with up to ${maxExternalIdLength} characters. Case matters. No other ${noun} of the project can have it.`;

/** The metadata and external ID of a new lead or code. */
export const newMetadataFields = (noun: "lead" | "code") => ({
  metadata: MetadataInput.optional().meta({ description: `Your own data, by key. ${metadataRules}` }),
  externalId: ExternalId.optional().meta({ description: externalIdRules(noun) }),
});

/** The fields of an update that change metadata and the external ID. */
export const metadataChangeFields = (noun: "lead" | "code") => ({
  metadata: MetadataChangeInput.optional().meta({
    description: `The metadata to change, by key. \`null\` removes a key. Keys that you leave out don't change. ${metadataRules}`,
  }),
  externalId: ExternalId.nullable()
    .optional()
    .meta({ description: `${externalIdRules(noun)} \`null\` removes it.` }),
});

export const metadataRecordFields = {
  metadata: z.record(z.string(), z.string()).meta({ description: "Your own data, by key.", example: { plan: "pro" } }),
  externalId: z.string().nullable().meta({ description: "The ID in your system. `null` if it has none." }),
};

const metadataFilter = "must be a key of metadata, a colon and the value, such as plan:pro";
const maxFilterLength = maxMetadataKeyLength + 1 + maxMetadataValueLength;

/** A filter by the value of one key of metadata. */
export const MetadataFilter = multilineText(maxFilterLength)
  .refine((text) => /^[^:]{1,40}:/.test(text), metadataFilter)
  .meta({ override: { type: "string", maxLength: maxFilterLength }, example: "plan:pro" });

export const metadataFilters = (nouns: "leads" | "codes") => ({
  externalId: ExternalId.optional().meta({ description: `Only the ${nouns.slice(0, -1)} with this external ID.` }),
  metadata: MetadataFilter.optional().meta({
    description: `Only ${nouns} with this value in their metadata: the key, a colon and the whole value, such as \`plan:pro\`. Case matters.`,
  }),
});

/** Splits a filter by metadata into its key and value. */
export function parseMetadataFilter(filter: string): Metadata {
  const colon = filter.indexOf(":");
  return { [filter.slice(0, colon)]: filter.slice(colon + 1) };
}

/** Metadata as one text, such as in a cell of a file: JSON, or null if there is none. */
export const formatMetadata = (metadata: Metadata): string | null => (Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata));

/** Returns metadata after a change. There can be more keys than a lead or code can have. */
export const applyMetadataChange = (current: Metadata, change: MetadataChange = {}): Metadata =>
  Object.fromEntries(Object.entries({ ...current, ...change }).filter((entry): entry is [string, string] => entry[1] !== null));

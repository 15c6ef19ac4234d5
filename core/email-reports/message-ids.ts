import { type Fields, readHeader } from "./report-fields";

/** The Message-IDs in a text, in angle brackets. */
const idsIn = (text: string | undefined): string[] => text?.match(/<[^<>@\s]+@[^<>@\s]+>/g) ?? [];

type Report = {
  /** The header of the report itself. */
  header: Fields;
  /** The original message or its header. */
  original: string | null;
  /** The fields that the report has about the message. */
  status: Fields;
  /** The readable text, which may quote the header of the original. */
  text: string;
};

/** How many Message-IDs are compared with those of our emails. */
const maxIds = 20;

/**
 * Returns the Message-IDs that the email of a report may have, most likely first. The original message decides if it has one: the report may
 * also refer to other messages of the conversation.
 */
export function findMessageIds({ header, original, status, text }: Report): string[] {
  const originalHeader = readHeader(original ?? "");
  const ofOriginal = ["message-id", "x-original-message-id"].flatMap((name) => idsIn(originalHeader.get(name)));
  if (ofOriginal.length > 0) return ofOriginal.slice(0, maxIds);
  const named = ["x-original-message-id", "original-message-id"];
  const quoted = Array.from(text.matchAll(/^[ \t>]*(?:x-original-)?message-id:\s*(<[^<>\s]+>)/gim), ([, id = ""]) => id);
  const ids = [
    ...named.flatMap((name) => [...idsIn(status.get(name)), ...idsIn(header.get(name))]),
    ...quoted,
    ...idsIn(header.get("in-reply-to")),
    // The last one is the message that was answered.
    ...idsIn(header.get("references")).reverse(),
  ];
  return [...new Set(ids)].slice(0, maxIds);
}

import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import { iso } from "@/lib/time";
import { ApiError } from "../api-error";
import { refuse, whyNotSendable } from "../codes/rules";
import { type CodeRow, codeColumns, codeFacts, codesWithBatches } from "../codes/wire";
import type { Context } from "../context";
import { anyOf } from "../sql";
import type { Lacking } from "./lacking";
import type { Message, Skipped } from "./queue";
import { sortOut } from "./recipients";

type Again = { messages: (Lacking & Message)[]; skipped: Skipped[] };

/**
 * Sorts those who lack a code into who can be sent it now, and who is skipped and why, in the order given; codes and leads are held against
 * deletion. Refuses as sending a code does where none of the codes can be sent any more, as for the one code of a send.
 */
export async function sortOutAgain(ctx: Context, lacking: readonly Lacking[]): Promise<Again> {
  const texts = await sendableCodes(ctx, lacking);
  const { skipped } = await sortOut(ctx, lacking);
  // Whoever has claimed a code hears that, and not that it is used up.
  const reasons = new Map(skipped.map(({ email, reason }) => [email, reason]));
  const again: Again = { messages: [], skipped: [] };
  for (const each of lacking) {
    const codeText = texts.get(each.codeKey);
    const reason = reasons.get(each.email) ?? (codeText === undefined ? "code_unusable" : null);
    if (reason !== null) again.skipped.push({ email: each.email, reason });
    else if (codeText !== undefined) again.messages.push({ ...each, codeText });
  }
  return again;
}

/** The texts of the codes that can still be sent, by their identities. Refuses where there is none. */
async function sendableCodes({ db, projectId }: Context, lacking: readonly Lacking[]): Promise<Map<string, string>> {
  const keys = [...new Set(lacking.map(({ codeKey }) => codeKey))];
  const held = await rows<CodeRow>(
    db,
    sql`select ${codeColumns} from ${codesWithBatches} where c.project_id = ${projectId} and c.key in ${anyOf(keys)} order by c.key for key share of c`,
  );
  const codes = new Map(held.map((code) => [code.key, code]));
  const texts = new Map<string, string>();
  let refusal: ApiError | undefined;
  for (const key of keys) {
    const code = codes.get(key);
    const reason = code ? whyNotSendable(codeFacts(code), iso(code.now)) : "code_not_found";
    if (code && reason === null) texts.set(key, code.text);
    else if (reason !== null) refusal ??= code ? refuse(reason, codeFacts(code)) : new ApiError(reason);
  }
  if (texts.size === 0 && refusal) throw refusal;
  return texts;
}

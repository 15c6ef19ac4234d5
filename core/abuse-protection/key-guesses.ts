import { sql } from "drizzle-orm";
import type { OverviewReply } from "@/contract/overview";
import { queryRows, type RowOf } from "@/db/query";
import type { apiKeys, rateLimitWindows } from "@/db/schema";
import { plural } from "@/lib/plural";
import type { Context } from "../context";
import { countAttempts, type RateLimit } from "../rate-limits";

/** How many wrong codes a secret key may try in a day without saying who entered them, before staff are told. Nothing is refused. */
const keyGuesses: RateLimit = { name: "guess.key", limit: 50, windowSeconds: 86_400 };

/** Counts a wrong code that a secret key tried without a `visitor`. */
export async function countKeyGuess(ctx: Context): Promise<void> {
  if (ctx.actor.kind === "secret_key" && ctx.actor.id !== null) {
    await countAttempts(ctx, [{ rateLimit: keyGuesses, subject: ctx.actor.id }]);
  }
}

const attentionMessage = (key: string, wrongCodes: string): string =>
  `{n} ${wrongCodes} tried with the secret key “${key}” in a day, and nothing limits guesses. If customers enter these codes, send “visitor” with each claim: each of them then has a limit.`;

type KeyGuessesRow = RowOf<typeof apiKeys, "name"> & RowOf<typeof rateLimitWindows, "attempts">;

/** Lists the secret keys whose forms let their visitors guess codes without a limit. */
export async function listKeyGuesses({ db, projectId }: Context): Promise<OverviewReply["attention"]> {
  const rows = await queryRows<KeyGuessesRow>(
    db,
    sql`select k.name, w.attempts from rate_limit_windows w join api_keys k on k.project_id = w.project_id and k.id::text = w.subject
      where w.project_id = ${projectId} and w.name = ${keyGuesses.name} and w.attempts > ${keyGuesses.limit} and w.ends_at > now()
        and k.revoked_at is null order by w.attempts desc limit 3`,
  );
  return rows.map(({ name, attempts }) => ({
    name: "key_guesses",
    count: attempts,
    subject: null,
    message: plural(attempts, { one: attentionMessage(name, "wrong code was"), other: attentionMessage(name, "wrong codes were") }),
  }));
}

import { type SQL, sql } from "drizzle-orm";
import { ApiError } from "../api-error";
import { isConfirmed } from "./confirmation";

/** The longest name that a public form accepts, in characters. */
const maxPublicNameLength = 60;

// What email clients turn into links. Full-width dots look and work like others.
const topLevelDomains =
  "com|net|org|info|biz|io|co|app|dev|ai|me|gg|ly|link|site|online|shop|store|top|xyz|club|page|click|live|vip|win|icu|cc|tk|ru|cn|su|de|fr|uk|eu|us|in|br|pl|nl|it|es|ch|at|jp|" +
  "au|ca|nz|be|se|dk|cz|pt|ie|tr|mx|za|kr|tw|hk|sg|ua|tv|pw|ws|ml|ga|cf|gq|zip|mov|pro|support|help|email|website|web|space|host|cloud|tech|digital|" +
  "network|systems|services|solutions|center|group|company|world|today|life|news|media|blog|press|work|zone|codes|games|fun|lol|buzz|rest|bond|cfd|sbs|" +
  "bank|finance|money|cash|loan|credit|pay|bet|casino|gift|deals|sale|download|stream|review|trade|bid";
const link = new RegExp(`://|www\\.|[\\p{L}\\p{N}-]\\.(?:${topLevelDomains})(?![\\p{L}\\p{N}])|\\.\\p{L}{2,}/|xn--|mailto:`, "iu");

const findProblem = (name: string): string | null => {
  const text = name.normalize("NFKC").replace(/[。｡]/g, ".");
  if ([...name].length > maxPublicNameLength) return `must be at most ${maxPublicNameLength} characters`;
  return link.test(text) || text.includes("@") ? "must not contain a link or an email address" : null;
};

/** Throws `invalid_input` if a name from a public form is too long or contains a link, because emails may contain it. */
export function assertPublicNames(names: { firstname?: string | undefined; lastname?: string | undefined }): void {
  const problems = (["firstname", "lastname"] as const).flatMap((field) => {
    const problem = findProblem(names[field] ?? "");
    return problem === null ? [] : [[field, [problem]]];
  });
  if (problems.length > 0) throw new ApiError("invalid_input", { fields: Object.fromEntries(problems) });
}

/**
 * Whether the email of a lead `l` is theirs as far as we know. Anyone can enter someone else's email in a public form, with texts of their
 * choice, so emails contain no names and text answers until the person has confirmed the email.
 */
export const hasTrustedEmail: SQL = sql`(l.source not in ('page', 'widget') or ${isConfirmed})`;

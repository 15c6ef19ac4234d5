import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { getProject } from "../projects/record";
import { withoutKnownPassphrase } from "./known-passphrases";

const messages = {
  personal: "must not contain the project's name or your email",
  product: "must not contain the name Gatehouse",
  common: "is too easy to guess. Use a few random words, or make it longer",
};

/** The lowest accepted score of zxcvbn: at least 100 million guesses. */
const minScore = 3;

/** In characters. The time to estimate grows with the length, and a password with a strong start is strong. */
const maxEstimatedLength = 100;

/** Names with fewer letters and digits are in too many good passwords. */
const minNameLength = 4;

let estimator: Promise<ZxcvbnFactory> | undefined;

// Loaded for the first new password, because its lists of common passwords take 30 MB of memory.
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/** Estimates how many guesses a text needs, or one that is similar to one of `names`. */
export async function estimateGuesses(text: string, names: readonly string[] = []): Promise<number> {
  estimator ??= loadEstimator();
  return (await estimator).check(text.slice(0, maxEstimatedLength), [...names]).guesses;
}

/** The name of the product, which the people who guess know as well. */
const productName = "Gatehouse";

/**
 * Returns whether a password is common, similar to a common one or one of `names`, has a simple pattern, or adds only something that is easy
 * to guess to a well-known passphrase.
 */
export async function isEasyToGuess(password: string, names: readonly string[] = []): Promise<boolean> {
  estimator ??= loadEstimator();
  const zxcvbn = await estimator;
  const isWeak = (text: string) => zxcvbn.check(text.slice(0, maxEstimatedLength), [productName, ...names]).score < minScore;
  const rest = withoutKnownPassphrase(password);
  return isWeak(password) || (rest !== null && isWeak(rest));
}

const lettersAndDigits = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Returns whether a password contains one of `names`, in any notation. */
function containsName(password: string, names: readonly string[]): boolean {
  const text = lettersAndDigits(password);
  return names.map(lettersAndDigits).some((name) => name.length >= minNameLength && text.includes(name));
}

type NewPasswordOf = { email: string; project?: string };

/**
 * Rejects a new password that is common, easy to guess, or contains the project's name or the part of the email before the @. Throws
 * `invalid_input` for `field`. `project` is the project's new name during setup.
 */
export async function rejectWeakPassword(
  ctx: Context,
  field: "password" | "newPassword",
  password: string,
  { email, project }: NewPasswordOf,
): Promise<void> {
  const projectName = project ?? (await getProject(ctx)).name;
  const [user, domain] = [email.slice(0, email.lastIndexOf("@")), email.slice(email.lastIndexOf("@") + 1)];
  const reject = (message: string) => new ApiError("invalid_input", { fields: { [field]: [message] } });
  if (containsName(password, [projectName, user])) throw reject(messages.personal);
  if (containsName(password, [productName])) throw reject(messages.product);
  const parts = [projectName, user, domain].flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  if (await isEasyToGuess(password, parts.filter(Boolean))) throw reject(messages.common);
}

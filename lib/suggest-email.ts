import { editDistance } from "./edit-distance";

// cspell:words comm cmo ocm vom xom cpm conm coom cim

/** The domains of providers that most people have their email at. Short names are left out: one letter more or less is another company. */
const providers = [
  ...["gmail.com", "googlemail.com", "yahoo.com", "hotmail.com", "outlook.com", "icloud.com", "protonmail.com", "comcast.net"],
  ...["yahoo.co.uk", "yahoo.fr", "yahoo.de", "yahoo.co.in", "yahoo.com.br", "hotmail.co.uk", "hotmail.fr", "hotmail.it", "hotmail.es"],
  ...["hotmail.de", "outlook.de", "outlook.fr", "outlook.es", "orange.fr", "wanadoo.fr", "laposte.net", "t-online.de", "yandex.ru"],
  ...["libero.it", "verizon.net", "bigpond.com", "btinternet.com", "naver.com"],
].map((domain) => splitDomain(domain));

/** Misspelled endings of `.com`. Some exist, but not at a provider with this name. */
const comTypos = ["con", "cm", "co", "om", "comm", "cmo", "ocm", "vom", "xom", "cpm", "conm", "coom", "cim", "cok", "dom", "ccom", "c0m"];

type Domain = { name: string; ending: string };

function splitDomain(domain: string): Domain {
  const dot = domain.indexOf(".");
  return { name: domain.slice(0, dot), ending: domain.slice(dot + 1) };
}

const isSameEnding = (typed: string, meant: string): boolean => typed === meant || (meant === "com" && comTypos.includes(typed));

/** Whether a name is one mistake away. People rarely miss the first letter, and `ymail` or `email` are no mistakes. */
const isMisspelled = (typed: string, meant: string): boolean =>
  typed !== meant && editDistance(typed, meant, 1) === 1 && (typed[0] === meant[0] || typed.startsWith(`${meant[1]}${meant[0]}`));

/**
 * Returns the email that someone probably meant whose domain looks like a misspelled one of a large provider (`ada@gmial.com`), or null. It's
 * a guess, so it must only be asked.
 */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf("@");
  const typed = splitDomain(
    email
      .slice(at + 1)
      .trim()
      .toLowerCase(),
  );
  if (at < 1 || typed.name === "" || providers.some(({ name, ending }) => name === typed.name && ending === typed.ending)) return null;
  const matches = providers.filter(
    ({ name, ending }) => isSameEnding(typed.ending, ending) && (name === typed.name || isMisspelled(typed.name, name)),
  );
  const [meant] = matches;
  return meant && matches.length === 1 ? `${email.slice(0, at)}@${meant.name}.${meant.ending}` : null;
}

import { guessLimits } from "./claims";
import { bodyLimit, longBodyLimit, pageLimit } from "./endpoint";

/** What holds for every endpoint, for people: the document and the reference page print it. Text between backticks is code. */
export type Chapter = { id: string; title: string; paragraphs: readonly string[] };

const kibibytes = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`);

export const guide: readonly Chapter[] = [
  {
    id: "address",
    title: "Address",
    paragraphs: [
      "Every path stands below `/api`. The same paths also answer at the bare origin, as in `/codes/claim`.",
      `Requests with a body send one JSON object in UTF-8, of at most ${kibibytes(bodyLimit)}; those that take lists of addresses, ${kibibytes(longBodyLimit)}. Fields that an endpoint does not know are refused by name.`,
    ],
  },
  {
    id: "keys",
    title: "Keys",
    paragraphs: [
      "Send a key with every request: `Authorization: Bearer sk_…`. The secret key opens everything and belongs on your server. The public key (`pk_…`) may stand in a web page; it opens `POST /codes/claim` and `POST /leads/create` and nothing else.",
      "These two answer browsers of any web site, unless the project lists the origins it accepts. No other endpoint answers pages of other origins. Several secret keys may be live at once, so one can be replaced without a pause.",
    ],
  },
  {
    id: "answers",
    title: "Answers",
    paragraphs: [
      'Success is always `200` with `{ "success": true, "data": … }`. Everything else is a refusal: its HTTP status, and `{ "success": false, "code", "error", "message", "time", "requestId" }`. `code` is the HTTP status, `error` a stable name to write programs against, `message` a sentence for people, `time` milliseconds since 1970. `invalid_input` also has `fields`: what is wrong, by the path of the field.',
      "Every answer carries `X-Request-Id`; it finds the request in the log (refusals with `LOG_LEVEL=debug`) and in the events. Read answers leniently: fields may be added.",
    ],
  },
  {
    id: "retries",
    title: "Retries",
    paragraphs: [
      "Give every write an `Idempotency-Key` of your own, of 1 to 255 characters, and repeat it when you try again: the first answer is stored together with the write, and for 24 hours the same request gets it again, with `Idempotent-Replayed: true`. A refused write stores nothing. The same key with another request is refused with `idempotency_mismatch`; while the first still runs, with `idempotency_in_flight`. The same request is the same bytes. A repeated answer is as old as it is: to claim again and get a token that lives, leave the key away; claiming twice uses nothing up.",
      `\`429\` and \`idempotency_in_flight\` carry \`Retry-After\`, in seconds. With the public key, one client may ask for ${guessLimits.client.most} codes that do not exist in ${guessLimits.client.seconds / 60} minutes, and all of a project's clients for ${guessLimits.project.most} in ${guessLimits.project.seconds / 60}; then claims are refused until the time is over. Nothing limits a secret key.`,
    ],
  },
  {
    id: "lists",
    title: "Lists",
    paragraphs: [
      `Without parameters a list answers everything, newest first, streamed. With \`limit\` (1 to ${pageLimit}) it answers one page: \`X-Total-Count\` says how many match in all, and \`Link: <…>; rel="next"\` where the next page is, for as long as there is one. Follow the link as it stands; its cursor is opaque.`,
    ],
  },
  {
    id: "times",
    title: "Times",
    paragraphs: [
      "Date-times are ISO 8601 with `Z` or an offset; without one they are UTC, and a date alone is refused. Answers are UTC with milliseconds. A window is half-open: a code can be claimed from `validFrom` until just before `validUntil`, by the clock of the database.",
    ],
  },
  {
    id: "texts",
    title: "Codes and addresses",
    paragraphs: [
      "Codes are read forgivingly: letter case, spaces, hyphens and underscores do not matter, so `Curious Pineapple` is `curious-pineapple`. Always treat a code as a text: `004217` keeps its zeros.",
      "`creative` codes are an adjective and a noun, some 2.7 million pairs; `alphanumeric` ones six of 28 lower-case letters and digits without vowels and look-alikes, 482 million; `numeric` ones six digits, one million. Of many open codes in a small space some can be guessed: reserve them, or make them alphanumeric.",
      "E-mail addresses are trimmed, brought to Unicode NFKC and lower-cased; international domains are kept in their ASCII form. The result identifies the lead. In a path, percent-encode codes and addresses.",
      "A code's status is derived, the first that holds: `paused`, `expired`, `exhausted`, `scheduled`, `active`.",
    ],
  },
  {
    id: "changes",
    title: "Changes",
    paragraphs: [
      "There is no version in the path. Changes only add; the version of this document says which state of the interface it describes.",
    ],
  },
];

/** What the endpoints of each group are about, in the order they are listed. */
export const groups: Readonly<Record<string, string>> = {
  Codes: "A code is a text that a limited number of customers can claim with their address.",
  Leads: "A lead is a prospective customer, identified by an address.",
  Sends: "A send is one code, or one personal code each, on its way to many leads.",
  Claims: "A claim is the pair of a code and the address that claimed it. Its token proves it to an app, once.",
  Batches: "A batch is the codes of one call to generate.",
  Events: "What happened, by whom and when: written together with the change itself.",
  Health: "For load balancers and monitors. No key is needed.",
};

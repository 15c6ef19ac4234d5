/** What changed in the API, newest version first, each with the date of its release. */
export const changelog: readonly { version: string; date: string; changes: readonly string[] }[] = [
  {
    version: "0.2.0",
    date: "2026-11-29",
    changes: [
      "`GET /openapi-keys.json` is the OpenAPI document of what API keys can do. Both documents have an `ETag`, and answer `304` to `If-None-Match`.",
      "Lists as files have paths of their own, such as `GET /files/leads?format=csv`. `format` at the list itself keeps working.",
      "In the OpenAPI document, each operation names its own errors, maps have the type of their values, and the answers to a claim and a sign-up are told apart.",
      "The scope of an `Idempotency-Key` is the project and the kind of key. `Idempotency-Expires` says how long the response is stored.",
      "After what a stored response reports was revoked or deleted, a repeated request returns `idempotency_erased`.",
      "Claims return `created`, `claimedAt` and `emailVerified`. Errors have `details`, such as `retryable` and `retryAfter`. The `message` of claims, sign-ups, exchanges and checks can be shown to customers.",
      "With the secret key, `visitor` applies the limits of public pages to the visitor of your form.",
      "A secret key that a page in a browser sends is refused: `secret_key_in_browser`.",
      "`state` of a claim comes back with the token and its exchange. `/claim`, `/join` and frames take `state` and `return_to`, and a project has `returnUrls` and `claimPageUrl`.",
      "`requireConfirmation: true` emails the link to finish a claim, with any key.",
      "Sends, invitations, announcements and waves return `warnings`, such as `local_links` if the links of emails only work on the computer of the server. A send to no one isn't listed and records no event.",
      "`updatedAt` of leads and codes changes with everything in their records.",
      "`GET /events/feed` returns what happened in order, with the records as they are, and waits for what is next. `GET /events/stream` has the same as server-sent events. The scope `events` of a secret key is for it.",
      "The OpenAPI document has each type of event under `webhooks`, with the schema of its data and an example.",
      "The feed has `lead.held`, `code.exhausted`, `code.expired`, `batch.expired` and `send.finished`. In the events of claims, `last` is `true` for the last use of a code, and `lead.created` has the `heldReason` of a sign-up that is held.",
      "Webhooks send events to other systems, signed as Standard Webhooks describes: `POST /webhooks`, `GET /webhooks/deliveries` and others. `webhook.disabled` is an event.",
      "`GET /events` takes `order=asc` and `after` to follow the events, and several kinds. Events of deletions have the `id` of the lead or code. `records.changed` names the records that change together with others.",
      "Leads and codes have an `id`, also in exported files. It stays the same when the email address or the words of a code change.",
      "Pages of lists have `nextCursor` beside `data`, and their `Link` header is relative.",
      "Invitations return the code of each lead, and a look-up of leads omits text that isn't an email address.",
      "Blocked email addresses can't claim: `email_blocked`.",
      "`lead_exists` says in `details.differences` which sent fields have another saved value. `onConflict` of `POST /leads/create` skips or updates a lead that exists, or adds it to the waitlist.",
      "`POST /leads/batch` creates up to 10,000 leads at once, with a result for each.",
      "The scope `settings` of a secret key changes the project's settings for integrations: `PATCH /project` and `PUT /keys/origins`. `GET /project` takes secret keys.",
      "The scope `read` of a secret key includes look-ups, checks and previews, such as `POST /leads/lookup`.",
      "`code_easy_to_guess` also finds words with a year or a number, such as `LAUNCH2026`.",
      "The claim token is `claimToken` in answers, requests and return addresses, the token of an emailed link is `linkToken`, and that of a link for staff `accountToken`. All of them are still called `token`, too.",
      "`details.reason` of `token_not_found` tells `used`, `expired` and `unknown` claim tokens apart.",
      "The columns of files have the names of the fields in JSON records: `columns`, `header=names` for CSV and Excel files, and `field` of `GET /exports/columns`, whose `name` stays the older name. `sort` takes `createdAt` and `claimedAt`. The older names still work.",
      "`expected` of `PATCH /project`, `PUT /keys/origins` and `PUT /email-templates/:kind` is what you last read. If someone else changed it since then, the request returns `project_changed` or `email_template_changed`.",
      "Writes that only staff can do, such as creating an API key, a view or an invitation to the team, accept an `Idempotency-Key`.",
      "`GET /codes/claim` says that claims need `POST`, unless a code named `claim` exists.",
    ],
  },
  {
    version: "0.1.0",
    date: "2026-11-21",
    changes: ["The first version."],
  },
];

/** The version of Gatehouse, of its API and of the OpenAPI documents: that of package.json, which `tests/docs.test.ts` compares. */
export const apiVersion = changelog[0]?.version ?? "";

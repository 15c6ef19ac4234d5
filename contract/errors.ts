import { holdLimits, webhookLimits } from "./limits";
import type { Redemption } from "./redemption";

/** Every error of the API: its HTTP status and its message. The API, the OpenAPI document, the docs page and the dashboard read this table. */
export const apiErrors = {
  invalid_json: { status: 400, message: "The request body must be a single JSON object." },
  invalid_input: { status: 400, message: "Some fields are invalid. See `fields` for details." },
  bad_key: { status: 401, message: "Incorrect Bearer token specified" },
  not_signed_in: { status: 401, message: "You're not signed in, or your session has expired. Sign in and try again." },
  invalid_credentials: { status: 401, message: "Incorrect email or password." },
  second_factor_required: {
    status: 401,
    message: "Enter the 6-digit code from your authenticator app, use a passkey, or enter a recovery code.",
  },
  second_factor_invalid: { status: 401, message: "This code is incorrect or was already used." },
  passkey_invalid: { status: 401, message: "We couldn't verify this passkey. Try again, or sign in with your password." },
  secret_key_required: { status: 403, message: "This endpoint requires the secret key." },
  scope_required: { status: 403, message: "This API key's scopes don't include this endpoint." },
  session_required: { status: 403, message: "This endpoint requires a signed-in staff member. API keys can't use it." },
  secret_key_in_browser: {
    status: 403,
    message:
      "A page in a browser sent this request with a secret key, which everyone who opens the page can read. Revoke the key, and use the public key on pages, or send the request from your server.",
  },
  role_required: { status: 403, message: "Your role doesn't allow this action." },
  cross_site: { status: 403, message: "This request came from another website. It's only allowed from Gatehouse pages." },
  second_factor_setup_required: { status: 403, message: "Your team requires a second factor. Set one up to continue." },
  invalid_password: { status: 403, message: "Incorrect password." },
  confirmation_required: { status: 403, message: "Enter your password to continue. If you don't have one, sign out, then sign in again." },
  origin_not_allowed: { status: 403, message: "This website isn't allowed to use the project's public key." },
  not_found: { status: 404, message: "This URL doesn't exist." },
  method_not_allowed: { status: 405, message: "This URL doesn't support that method. See the `Allow` header for the methods it supports." },
  encoding_not_supported: { status: 415, message: "The request body is compressed. Send it without `Content-Encoding`." },
  body_too_large: { status: 413, message: "The request body is too large for this endpoint." },
  too_many_requests: { status: 429, message: "Too many attempts. Try again in a few minutes." },

  proof_required: {
    status: 429,
    message: "Too many attempts. Solve `challenge` and send the result as `proof`, or wait for the number of seconds in `Retry-After`.",
  },
  claims_paused: { status: 409, message: "Claims are paused right now. Try again later." },
  sign_ups_closed: { status: 409, message: "Sign-ups are closed." },
  waitlist_full: { status: 409, message: "The waitlist is full right now." },
  sign_ups_paused: { status: 409, message: "Sign-ups are paused right now. Try again later." },
  email_blocked: { status: 403, message: "This email address can't be used here." },
  code_not_found: { status: 404, message: "This code doesn't exist." },
  code_reserved: { status: 403, message: "This code is reserved for someone else." },
  code_domain_not_allowed: { status: 403, message: "This code is only for certain email addresses, such as those of a company or school." },
  code_paused: { status: 409, message: "This code is paused." },
  code_expired: { status: 410, message: "This code has expired." },
  code_exhausted: { status: 409, message: "That code has no claims left." },
  code_not_started: { status: 409, message: "This code can't be claimed yet." },
  batch_claimed: { status: 409, message: "You have already claimed a code like this one. Each person can claim one." },
  code_held: { status: 409, message: "Someone else is signing up with this code right now. Try again in a few minutes." },
  too_many_holds: {
    status: 409,
    message: `This code has ${holdLimits.perCode.toLocaleString("en-US")} holds, which is the limit. Claim it without one, or wait until one ends.`,
  },
  code_redeemed_elsewhere: { status: 409, message: "This code is redeemed elsewhere." },
  code_space_exhausted: { status: 409, message: "There aren't enough unused codes of this type left." },
  code_exists: { status: 409, message: "This code already exists. Codes with the same letters and digits are the same code." },
  code_handed_out: { status: 409, message: "This code was sent, claimed or given to someone, so its words stay." },
  code_not_creative: { status: 409, message: "This code isn't a word pair of the type `creative`." },
  code_easy_to_guess: { status: 409, message: "This code is too easy to guess. Make it longer, or confirm it with `allowEasyToGuess`." },
  event_not_found: { status: 404, message: "This event doesn't exist, or what it was about doesn't any more." },
  code_changed: { status: 409, message: "Someone else changed this code. Reload it and try again." },
  batch_changed: { status: 409, message: "Someone else changed this batch. Reload it and try again." },
  batch_not_found: { status: 404, message: "This batch doesn't exist." },
  bin_entry_not_found: { status: 404, message: "This isn't in the bin. It may have been restored or deleted permanently." },
  deletion_in_progress: { status: 409, message: "This is still being deleted. Try again when the job has ended." },
  batch_paused: { status: 409, message: "This code's batch is paused. Resume the batch instead." },
  account_changed: { status: 409, message: "Your account was changed in another window. Reload this one and try again." },
  project_changed: { status: 409, message: "Someone else changed these settings. Reload them and try again." },
  block_list_changed: { status: 409, message: "Someone else changed the block list. Reload it and try again." },

  no_one_to_invite: { status: 409, message: "No one in line can be invited." },
  wave_not_found: { status: 404, message: "This wave doesn't exist." },
  wave_sent: { status: 409, message: "This wave was already sent." },
  wave_not_recurring: { status: 409, message: "This wave isn't recurring, or has ended." },
  not_waiting: { status: 409, message: "This lead isn't waiting." },
  import_not_found: { status: 404, message: "This import doesn't exist." },
  import_not_readable: { status: 400, message: "This file can't be read." },
  import_not_ready: {
    status: 409,
    message: "This isn't possible in the import's current status. Check an uploaded file before you run it.",
  },
  print_not_found: { status: 404, message: "This print doesn't exist, or its file has expired." },
  print_not_ready: { status: 409, message: "The file isn't complete yet, or couldn't be made." },
  lead_exists: { status: 409, message: "A lead with this email already exists." },
  external_id_exists: { status: 409, message: "Another record already has this external ID." },
  webhook_changed: { status: 409, message: "Someone else changed this webhook. Reload it and try again." },
  lead_changed: { status: 409, message: "Someone else changed this lead. Reload it and try again." },
  lead_not_found: { status: 404, message: "No lead has this email." },
  referral_code_not_found: { status: 404, message: "No lead has this referral code." },
  invitation_over: { status: 409, message: "This invitation was already used or has expired." },
  claim_not_found: { status: 404, message: "This email hasn't claimed this code." },
  token_not_found: { status: 404, message: "This token doesn't exist, was already used, or has expired." },
  send_not_found: { status: 404, message: "This send doesn't exist." },
  suppression_changed: { status: 409, message: "Someone else changed this suppression. Reload it and try again." },
  suppression_not_found: { status: 404, message: "This email isn't suppressed." },
  export_not_found: { status: 404, message: "This export doesn't exist, or its file was deleted." },
  export_not_ready: { status: 409, message: "The file isn't ready. Get the export to see its progress." },
  view_changed: { status: 409, message: "Someone else changed this view. Reload it and try again." },
  view_not_found: { status: 404, message: "This view doesn't exist." },
  email_template_changed: { status: 409, message: "Someone else changed this email template. Reload it and try again." },
  email_template_version_not_found: { status: 404, message: "This version of the email template doesn't exist." },
  nothing_to_send: { status: 409, message: "Every email in this send was sent or is still queued." },
  email_not_needed: {
    status: 409,
    message: "This lead doesn't need this email: they did what it asks for, or its code can't be used anymore.",
  },
  lead_suppressed: { status: 409, message: "This lead can't be emailed because their email is suppressed." },
  email_not_connected: { status: 409, message: "No mail server is connected. Connect one under Settings > Email delivery." },
  report_not_verified: { status: 401, message: "This webhook isn't set up, or the request isn't from the email provider." },
  report_not_readable: { status: 400, message: "This isn't a report of a bounce or complaint." },
  webhook_not_found: { status: 404, message: "This webhook doesn't exist." },
  webhook_delivery_not_found: {
    status: 404,
    message: "This event wasn't sent to this webhook, or longer ago than deliveries are kept.",
  },
  too_many_webhooks: {
    status: 409,
    message: `This project has ${webhookLimits.perProject} webhooks, which is the limit. Delete one first.`,
  },
  job_not_found: { status: 404, message: "This job doesn't exist, or it finished more than a month ago." },

  link_not_valid: { status: 410, message: "This link isn't valid anymore. It was already used, it has expired, or a newer one was sent." },
  sign_in_expired: { status: 410, message: "This sign-in has expired. Start over and sign in again." },
  already_set_up: { status: 409, message: "Gatehouse is already set up. Sign in instead." },
  staff_exists: { status: 409, message: "Someone on your team already uses this email." },
  staff_not_found: { status: 404, message: "This person isn't on your team." },
  invitation_not_found: { status: 404, message: "This invitation doesn't exist, or it was already accepted or revoked." },
  last_owner: { status: 409, message: "This is the last owner. Make someone else an owner first." },
  session_not_found: { status: 404, message: "This session doesn't exist or was already revoked." },
  passkey_not_found: { status: 404, message: "This passkey doesn't exist or was already removed." },
  passkey_exists: { status: 409, message: "This passkey was already added." },
  key_not_found: { status: 404, message: "This key doesn't exist or was already revoked." },
  last_key: { status: 409, message: "This is the last public key. Rotate it instead so your pages keep working." },

  idempotency_mismatch: { status: 422, message: "This Idempotency-Key was already used for a different request." },
  idempotency_in_flight: {
    status: 409,
    message: "The first request with this Idempotency-Key is still in progress. Try again in a moment.",
  },
  idempotency_erased: {
    status: 410,
    message:
      "The first request with this Idempotency-Key succeeded. Its response isn't true anymore: what it reports was deleted, revoked, canceled or changed back, or a lead who was in it was deleted. Use a new key to run the request again.",
  },
  internal: { status: 500, message: "Something went wrong on our end. Look up the request ID in the log for details." },
  unavailable: { status: 503, message: "The database can't be reached right now. Try again in a moment." },
  not_ready: { status: 503, message: "This process isn't ready to accept requests." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorName = keyof typeof apiErrors;

/** The error that a public form shows: its name, the invalid fields, and the date-time (ISO 8601) from which the action is available. */
export type FormError = {
  name: ErrorName;
  fields?: Record<string, string[]> | undefined;
  availableAt?: string | undefined;
  /** Where the code is redeemed, for `code_redeemed_elsewhere`. */
  redemption?: Redemption | undefined;
};

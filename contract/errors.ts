/** Every error of the API: its HTTP status and its message. The API, the OpenAPI document, the docs page and the dashboard read this table. */
export const apiErrors = {
  invalid_json: { status: 400, message: "The request body must be a single JSON object." },
  invalid_input: { status: 400, message: "Some fields are invalid. See `fields` for details." },
  bad_key: { status: 401, message: "Incorrect Bearer token specified" },
  not_signed_in: { status: 401, message: "You're not signed in, or your session has expired. Sign in and try again." },
  invalid_credentials: { status: 401, message: "Incorrect email or password." },
  second_factor_required: { status: 401, message: "Enter the 6-digit code from your authenticator app, or a recovery code." },
  second_factor_invalid: { status: 401, message: "This code is incorrect or was already used." },
  secret_key_required: { status: 403, message: "This endpoint requires the secret key." },
  scope_required: { status: 403, message: "This API key's scopes don't include this endpoint." },
  session_required: { status: 403, message: "This endpoint requires a signed-in staff member. API keys can't use it." },
  role_required: { status: 403, message: "Your role doesn't allow this action." },
  cross_site: { status: 403, message: "This request came from another website. It's only allowed from Gatehouse pages." },
  invalid_password: { status: 403, message: "Incorrect password." },
  origin_not_allowed: { status: 403, message: "This website isn't allowed to use the project's public key." },
  not_found: { status: 404, message: "This URL doesn't exist." },
  method_not_allowed: { status: 405, message: "This URL doesn't support that method. See the `Allow` header for the methods it supports." },
  body_too_large: { status: 413, message: "The request body is too large for this endpoint." },
  too_many_requests: { status: 429, message: "Too many attempts. Try again in a few minutes." },

  proof_required: {
    status: 429,
    message: "Too many attempts. Solve `challenge` and send the result as `proof`, or wait for the number of seconds in `Retry-After`.",
  },
  claims_paused: { status: 409, message: "Claims are paused right now. Try again later." },
  sign_ups_paused: { status: 409, message: "Sign-ups are paused right now. Try again later." },
  code_not_found: { status: 404, message: "This code doesn't exist." },
  code_reserved: { status: 403, message: "This code is reserved for someone else." },
  code_paused: { status: 409, message: "This code is paused." },
  code_expired: { status: 410, message: "This code has expired." },
  code_exhausted: { status: 409, message: "That code has no claims left." },
  code_not_started: { status: 409, message: "This code can't be claimed yet." },
  code_space_exhausted: { status: 409, message: "There aren't enough unused codes of this type left." },
  batch_not_found: { status: 404, message: "This batch doesn't exist." },
  batch_paused: { status: 409, message: "This code's batch is paused. Resume the batch instead." },
  block_list_changed: { status: 409, message: "Someone else changed the block list. Reload it and try again." },

  lead_exists: { status: 409, message: "A lead with this email already exists." },
  lead_changed: { status: 409, message: "Someone else changed this lead. Reload it and try again." },
  lead_not_found: { status: 404, message: "No lead has this email." },
  referral_code_not_found: { status: 404, message: "No lead has this referral code." },
  claim_not_found: { status: 404, message: "This email hasn't claimed this code." },
  token_not_found: { status: 404, message: "This token doesn't exist, was already used, or has expired." },
  send_not_found: { status: 404, message: "This send doesn't exist." },
  suppression_not_found: { status: 404, message: "This email isn't suppressed." },
  nothing_to_send: { status: 409, message: "Every email in this send was delivered or is still on its way." },
  job_not_found: { status: 404, message: "This job doesn't exist, or it finished more than a month ago." },

  link_not_valid: { status: 410, message: "This link isn't valid anymore. It was already used, it has expired, or a newer one was sent." },
  already_set_up: { status: 409, message: "Gatehouse is already set up. Sign in instead." },
  staff_exists: { status: 409, message: "Someone on your team already uses this email." },
  staff_not_found: { status: 404, message: "This person isn't on your team." },
  invitation_not_found: { status: 404, message: "This invitation doesn't exist, or it was already accepted or revoked." },
  last_owner: { status: 409, message: "This is the last owner. Make someone else an owner first." },
  session_not_found: { status: 404, message: "This session doesn't exist or was already revoked." },
  key_not_found: { status: 404, message: "This key doesn't exist or was already revoked." },
  last_key: { status: 409, message: "This is the last public key. Rotate it instead so your pages keep working." },

  idempotency_mismatch: { status: 422, message: "This Idempotency-Key was already used for a different request." },
  idempotency_in_flight: {
    status: 409,
    message: "The first request with this Idempotency-Key is still in progress. Try again in a moment.",
  },
  internal: { status: 500, message: "Something went wrong on our end. Look up the request ID in the log for details." },
  unavailable: { status: 503, message: "The database can't be reached right now. Try again in a moment." },
  not_ready: { status: 503, message: "This process isn't ready to accept requests." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorName = keyof typeof apiErrors;

/** The error that a public form shows: its name, the invalid fields, and the date-time (ISO 8601) from which the action is available. */
export type FormError = { name: ErrorName; fields?: Record<string, string[]> | undefined; availableAt?: string | undefined };

/**
 * Every way the service says no: the HTTP status, and the sentence a person reads.
 * The API, its document, the reference page and the dashboard all print from this table.
 */
export const apiErrors = {
  invalid_json: { status: 400, message: "The body must be one JSON object." },
  invalid_input: { status: 400, message: "Some fields are not right; `fields` says which and why." },
  bad_key: { status: 401, message: "Incorrect Bearer token specified" },
  not_signed_in: { status: 401, message: "Sign in first: there is no session, or it has ended." },
  wrong_credentials: { status: 401, message: "The address or the password is not right." },
  second_factor_required: { status: 401, message: "Enter the six digits of your authenticator, or a recovery code." },
  second_factor_wrong: { status: 401, message: "That code is not right, or was used before." },
  secret_key_required: { status: 403, message: "This needs the secret key." },
  staff_required: { status: 403, message: "This is for staff who are signed in; no key opens it." },
  role_required: { status: 403, message: "Your role does not allow this." },
  cross_site: { status: 403, message: "This was asked from another web site; it is only done from Gatehouse's own pages." },
  wrong_password: { status: 403, message: "That is not your password." },
  origin_not_allowed: { status: 403, message: "This project does not accept its public key from that web site." },
  not_found: { status: 404, message: "There is nothing at this address." },
  method_not_allowed: { status: 405, message: "This address does not answer that method; `Allow` says which it does." },
  body_too_large: { status: 413, message: "The body is larger than this address accepts." },
  too_many_requests: { status: 429, message: "Too many tries. Wait for the seconds `Retry-After` names, then try again." },

  proof_needed: {
    status: 429,
    message:
      "Too many tries are being made at the moment. Solve the `challenge` and send it as `proof`, or wait for the seconds `Retry-After` names.",
  },
  claims_paused: { status: 409, message: "Claims are paused at the moment. Try again later." },
  sign_ups_paused: { status: 409, message: "Sign-ups are paused at the moment. Try again later." },
  code_not_found: { status: 404, message: "There is no such code." },
  code_reserved: { status: 403, message: "That code is reserved for somebody else." },
  code_paused: { status: 409, message: "That code is paused." },
  code_expired: { status: 410, message: "That code has expired." },
  code_exhausted: { status: 409, message: "That code has no claims left." },
  code_not_started: { status: 409, message: "That code cannot be claimed yet." },
  code_space_exhausted: { status: 409, message: "This format has too little room left for that many codes." },
  batch_not_found: { status: 404, message: "There is no such batch." },
  batch_paused: { status: 409, message: "That code's whole batch is paused; resume the batch instead." },
  block_list_changed: { status: 409, message: "Somebody changed the block list meanwhile. Look at what it says now." },

  lead_exists: { status: 409, message: "There is a lead with that address already." },
  lead_changed: { status: 409, message: "Somebody changed that lead meanwhile. Look at what it says now." },
  lead_not_found: { status: 404, message: "There is no lead with that address." },
  referral_code_not_found: { status: 404, message: "No lead has that referral code." },
  claim_not_found: { status: 404, message: "That address has not claimed that code." },
  token_not_found: { status: 404, message: "There is no such token: it was used, it has expired, or it never was." },
  send_not_found: { status: 404, message: "There is no such send." },
  suppression_not_found: { status: 404, message: "That address is not suppressed." },
  nothing_to_send: { status: 409, message: "Nobody of that send missed it." },
  task_not_found: { status: 404, message: "There is no such task, or it ended more than a month ago." },

  link_not_valid: { status: 410, message: "This link does not work any more: it was used, it has expired, or a newer one was sent." },
  already_set_up: { status: 409, message: "Gatehouse is set up already. Sign in instead." },
  staff_exists: { status: 409, message: "Somebody of the team has that address already." },
  staff_not_found: { status: 404, message: "There is nobody like that in the team." },
  invitation_not_found: { status: 404, message: "There is no such invitation: it was accepted, it was revoked, or it never was." },
  last_owner: { status: 409, message: "This is the last owner. Make somebody else an owner first." },
  session_not_found: { status: 404, message: "There is no such session: it has ended already." },
  key_not_found: { status: 404, message: "There is no such key, or it is revoked already." },
  last_key: { status: 409, message: "This is the last public key. Rotate it instead, so that your pages keep working." },

  idempotency_mismatch: { status: 422, message: "That Idempotency-Key was used for a different request." },
  idempotency_in_flight: { status: 409, message: "The first request with that Idempotency-Key is still running." },
  internal: { status: 500, message: "Something went wrong here. The request id finds it in the log." },
  unavailable: { status: 503, message: "The service cannot reach its database at the moment. Try again shortly." },
  not_ready: { status: 503, message: "This process is not ready to serve." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorName = keyof typeof apiErrors;

/** Why something was not done, as a page is told: which refusal, the fields that are wrong, and from when (ISO 8601) it would not be refused. */
export type Refused = { name: ErrorName; fields?: Record<string, string[]> | undefined; until?: string | undefined };

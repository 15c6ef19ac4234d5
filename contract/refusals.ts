/**
 * Every way the service says no: the HTTP status, and the sentence a person reads.
 * The API, its document, the reference page and the dashboard all print from this table.
 */
export const refusals = {
  invalid_json: { status: 400, message: "The body must be one JSON object." },
  invalid_input: { status: 400, message: "Some fields are not right; `fields` says which and why." },
  bad_key: { status: 401, message: "Incorrect Bearer token specified" },
  secret_key_required: { status: 403, message: "This needs the secret key." },
  origin_not_allowed: { status: 403, message: "This project does not accept its public key from that web site." },
  not_found: { status: 404, message: "There is nothing at this address." },
  method_not_allowed: { status: 405, message: "This address does not answer that method; `Allow` says which it does." },
  body_too_large: { status: 413, message: "The body is larger than this address accepts." },
  too_many_requests: { status: 429, message: "Too many tries. Wait for the seconds `Retry-After` names, then try again." },

  code_not_found: { status: 404, message: "There is no such code." },
  code_reserved: { status: 403, message: "That code is reserved for somebody else." },
  code_paused: { status: 409, message: "That code is paused." },
  code_expired: { status: 410, message: "That code has expired." },
  code_exhausted: { status: 409, message: "That code has no claims left." },
  code_not_started: { status: 409, message: "That code cannot be claimed yet." },
  code_space_exhausted: { status: 409, message: "This format has too little room left for that many codes." },
  batch_not_found: { status: 404, message: "There is no such batch." },
  batch_paused: { status: 409, message: "That code's whole batch is paused; resume the batch instead." },

  lead_exists: { status: 409, message: "There is a lead with that address already." },
  lead_not_found: { status: 404, message: "There is no lead with that address." },
  referral_code_not_found: { status: 404, message: "No lead has that referral code." },
  token_not_found: { status: 404, message: "There is no such token: it was used, it has expired, or it never was." },
  send_not_found: { status: 404, message: "There is no such send." },

  idempotency_mismatch: { status: 422, message: "That Idempotency-Key was used for a different request." },
  idempotency_in_flight: { status: 409, message: "The first request with that Idempotency-Key is still running." },
  internal: { status: 500, message: "Something went wrong here. The request id finds it in the log." },
  unavailable: { status: 503, message: "The service cannot reach its database at the moment. Try again shortly." },
  not_ready: { status: 503, message: "This process is not ready to serve." },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalName = keyof typeof refusals;

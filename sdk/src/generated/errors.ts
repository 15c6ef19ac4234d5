// Generated from contract/ by `npm run openapi`.

/** The errors of the API, with their HTTP statuses. */
export interface ApiErrors {
  /** The request body must be a single JSON object. */
  invalid_json: 400;
  /** Some fields are invalid. See `fields` for details. */
  invalid_input: 400;
  /** Incorrect Bearer token specified */
  bad_key: 401;
  /** You're not signed in, or your session has expired. Sign in and try again. */
  not_signed_in: 401;
  /** Incorrect email or password. */
  invalid_credentials: 401;
  /** Enter the 6-digit code from your authenticator app, use a passkey, or enter a recovery code. */
  second_factor_required: 401;
  /** This code is incorrect or was already used. */
  second_factor_invalid: 401;
  /** We couldn't verify this passkey. Try again, or sign in with your password. */
  passkey_invalid: 401;
  /** This endpoint requires the secret key. */
  secret_key_required: 403;
  /** This API key's scopes don't include this endpoint. */
  scope_required: 403;
  /** This endpoint requires a signed-in staff member. API keys can't use it. */
  session_required: 403;
  /**
   * A page in a browser sent this request with a secret key, which everyone who opens the page can read. Revoke the key, and use the public
   * key on pages, or send the request from your server.
   */
  secret_key_in_browser: 403;
  /** Your role doesn't allow this action. */
  role_required: 403;
  /** This request came from another website. It's only allowed from Gatehouse pages. */
  cross_site: 403;
  /** Your team requires a second factor. Set one up to continue. */
  second_factor_setup_required: 403;
  /** Incorrect password. */
  invalid_password: 403;
  /** Enter your password to continue. If you don't have one, sign out, then sign in again. */
  confirmation_required: 403;
  /** This website isn't allowed to use the project's public key. */
  origin_not_allowed: 403;
  /** This URL doesn't exist. */
  not_found: 404;
  /** This URL doesn't support that method. See the `Allow` header for the methods it supports. */
  method_not_allowed: 405;
  /** The request body is compressed. Send it without `Content-Encoding`. */
  encoding_not_supported: 415;
  /** The request body is too large for this endpoint. */
  body_too_large: 413;
  /** Too many attempts. Try again in a few minutes. */
  too_many_requests: 429;
  /** Too many attempts. Solve `challenge` and send the result as `proof`, or wait for the number of seconds in `Retry-After`. */
  proof_required: 429;
  /** Claims are paused right now. Try again later. */
  claims_paused: 409;
  /** Sign-ups are closed. */
  sign_ups_closed: 409;
  /** The waitlist is full right now. */
  waitlist_full: 409;
  /** Sign-ups are paused right now. Try again later. */
  sign_ups_paused: 409;
  /** This email address can't be used here. */
  email_blocked: 403;
  /** This code doesn't exist. */
  code_not_found: 404;
  /** This code is reserved for someone else. */
  code_reserved: 403;
  /** This code is only for certain email addresses, such as those of a company or school. */
  code_domain_not_allowed: 403;
  /** This code is paused. */
  code_paused: 409;
  /** This code has expired. */
  code_expired: 410;
  /** That code has no claims left. */
  code_exhausted: 409;
  /** This code can't be claimed yet. */
  code_not_started: 409;
  /** You have already claimed a code like this one. Each person can claim one. */
  batch_claimed: 409;
  /** Someone else is signing up with this code right now. Try again in a few minutes. */
  code_held: 409;
  /** This code has 1,000 holds, which is the limit. Claim it without one, or wait until one ends. */
  too_many_holds: 409;
  /** This code is redeemed elsewhere. */
  code_redeemed_elsewhere: 409;
  /** There aren't enough unused codes of this type left. */
  code_space_exhausted: 409;
  /** This code already exists. Codes with the same letters and digits are the same code. */
  code_exists: 409;
  /** This code was sent, claimed or given to someone, so its words stay. */
  code_handed_out: 409;
  /** This code isn't a word pair of the type `creative`. */
  code_not_creative: 409;
  /** This code is too easy to guess. Make it longer, or confirm it with `allowEasyToGuess`. */
  code_easy_to_guess: 409;
  /** This event doesn't exist, or what it was about doesn't any more. */
  event_not_found: 404;
  /** Someone else changed this code. Reload it and try again. */
  code_changed: 409;
  /** Someone else changed this batch. Reload it and try again. */
  batch_changed: 409;
  /** This batch doesn't exist. */
  batch_not_found: 404;
  /** This isn't in the bin. It may have been restored or deleted permanently. */
  bin_entry_not_found: 404;
  /** This is still being deleted. Try again when the job has ended. */
  deletion_in_progress: 409;
  /** This code's batch is paused. Resume the batch instead. */
  batch_paused: 409;
  /** Your account was changed in another window. Reload this one and try again. */
  account_changed: 409;
  /** Someone else changed these settings. Reload them and try again. */
  project_changed: 409;
  /** Someone else changed the block list. Reload it and try again. */
  block_list_changed: 409;
  /** No one in line can be invited. */
  no_one_to_invite: 409;
  /** This wave doesn't exist. */
  wave_not_found: 404;
  /** This wave was already sent. */
  wave_sent: 409;
  /** This wave isn't recurring, or has ended. */
  wave_not_recurring: 409;
  /** This lead isn't waiting. */
  not_waiting: 409;
  /** This import doesn't exist. */
  import_not_found: 404;
  /** This file can't be read. */
  import_not_readable: 400;
  /** This isn't possible in the import's current status. Check an uploaded file before you run it. */
  import_not_ready: 409;
  /** This print doesn't exist, or its file has expired. */
  print_not_found: 404;
  /** The file isn't complete yet, or couldn't be made. */
  print_not_ready: 409;
  /** A lead with this email already exists. */
  lead_exists: 409;
  /** Another record already has this external ID. */
  external_id_exists: 409;
  /** Someone else changed this webhook. Reload it and try again. */
  webhook_changed: 409;
  /** Someone else changed this lead. Reload it and try again. */
  lead_changed: 409;
  /** No lead has this email. */
  lead_not_found: 404;
  /** No lead has this referral code. */
  referral_code_not_found: 404;
  /** This invitation was already used or has expired. */
  invitation_over: 409;
  /** This email hasn't claimed this code. */
  claim_not_found: 404;
  /** This token doesn't exist, was already used, or has expired. */
  token_not_found: 404;
  /** This send doesn't exist. */
  send_not_found: 404;
  /** Someone else changed this suppression. Reload it and try again. */
  suppression_changed: 409;
  /** This email isn't suppressed. */
  suppression_not_found: 404;
  /** This export doesn't exist, or its file was deleted. */
  export_not_found: 404;
  /** The file isn't ready. Get the export to see its progress. */
  export_not_ready: 409;
  /** Someone else changed this view. Reload it and try again. */
  view_changed: 409;
  /** This view doesn't exist. */
  view_not_found: 404;
  /** Someone else changed this email template. Reload it and try again. */
  email_template_changed: 409;
  /** This version of the email template doesn't exist. */
  email_template_version_not_found: 404;
  /** Every email in this send was sent or is still queued. */
  nothing_to_send: 409;
  /** This lead doesn't need this email: they did what it asks for, or its code can't be used anymore. */
  email_not_needed: 409;
  /** This lead can't be emailed because their email is suppressed. */
  lead_suppressed: 409;
  /** No mail server is connected. Connect one under Settings > Email delivery. */
  email_not_connected: 409;
  /** This webhook isn't set up, or the request isn't from the email provider. */
  report_not_verified: 401;
  /** This isn't a report of a bounce or complaint. */
  report_not_readable: 400;
  /** This webhook doesn't exist. */
  webhook_not_found: 404;
  /** This event wasn't sent to this webhook, or longer ago than deliveries are kept. */
  webhook_delivery_not_found: 404;
  /** This project has 50 webhooks, which is the limit. Delete one first. */
  too_many_webhooks: 409;
  /** This job doesn't exist, or it finished more than a month ago. */
  job_not_found: 404;
  /** This link isn't valid anymore. It was already used, it has expired, or a newer one was sent. */
  link_not_valid: 410;
  /** This sign-in has expired. Start over and sign in again. */
  sign_in_expired: 410;
  /** Gatehouse is already set up. Sign in instead. */
  already_set_up: 409;
  /** Someone on your team already uses this email. */
  staff_exists: 409;
  /** This person isn't on your team. */
  staff_not_found: 404;
  /** This invitation doesn't exist, or it was already accepted or revoked. */
  invitation_not_found: 404;
  /** This is the last owner. Make someone else an owner first. */
  last_owner: 409;
  /** This session doesn't exist or was already revoked. */
  session_not_found: 404;
  /** This passkey doesn't exist or was already removed. */
  passkey_not_found: 404;
  /** This passkey was already added. */
  passkey_exists: 409;
  /** This key doesn't exist or was already revoked. */
  key_not_found: 404;
  /** This is the last public key. Rotate it instead so your pages keep working. */
  last_key: 409;
  /** This Idempotency-Key was already used for a different request. */
  idempotency_mismatch: 422;
  /** The first request with this Idempotency-Key is still in progress. Try again in a moment. */
  idempotency_in_flight: 409;
  /**
   * The first request with this Idempotency-Key succeeded. Its response isn't true anymore: what it reports was deleted, revoked, canceled
   * or changed back, or a lead who was in it was deleted. Use a new key to run the request again.
   */
  idempotency_erased: 410;
  /** Something went wrong on our end. Look up the request ID in the log for details. */
  internal: 500;
  /** The database can't be reached right now. Try again in a moment. */
  unavailable: 503;
  /** This process isn't ready to accept requests. */
  not_ready: 503;
}

export type ApiErrorName = keyof ApiErrors;

/** What every call can return. */
export type CommonError = "bad_key" | "scope_required" | "secret_key_in_browser" | "internal" | "unavailable" | "not_found" | "method_not_allowed";

/** What calls return to the public key. */
export type SecretKeyError = "secret_key_required";

/** What calls with a body can return besides. */
export type BodyError = "invalid_json" | "invalid_input" | "encoding_not_supported" | "body_too_large";

/** What changes can return besides. */
export type WriteError = "idempotency_mismatch" | "idempotency_in_flight" | "idempotency_erased";

/** The names of the errors of each call. */
export interface CallErrors {
  "codes.generate":
    | CommonError | SecretKeyError | BodyError | WriteError | "code_space_exhausted" | "code_exists" | "code_easy_to_guess"
    | "external_id_exists";
  "codes.get": CommonError | SecretKeyError | "invalid_input" | "code_not_found";
  "codes.getByExternalId": CommonError | SecretKeyError | "invalid_input" | "code_not_found";
  "codes.lookup": CommonError | SecretKeyError | BodyError;
  "codes.lookupFile": CommonError | SecretKeyError | BodyError;
  "codes.import":
    | CommonError | SecretKeyError | BodyError | WriteError | "code_easy_to_guess" | "import_not_readable" | "external_id_exists";
  "codes.suggest": CommonError | SecretKeyError | BodyError;
  "codes.list": CommonError | SecretKeyError | "invalid_input";
  "codes.listFile": CommonError | SecretKeyError | "invalid_input";
  "codes.check": CommonError | SecretKeyError | BodyError;
  "codes.update":
    | CommonError | SecretKeyError | BodyError | WriteError | "code_not_found" | "code_changed" | "batch_paused" | "external_id_exists";
  "codes.replaceWords":
    | CommonError | SecretKeyError | WriteError | "invalid_input" | "code_not_found" | "code_space_exhausted" | "code_handed_out"
    | "code_not_creative";
  "codes.getLineage": CommonError | SecretKeyError | "invalid_input" | "code_not_found";
  "codes.previewBranch": CommonError | SecretKeyError | "invalid_input" | "code_not_found";
  "codes.revokeBranch": CommonError | SecretKeyError | WriteError | "invalid_input" | "code_not_found";
  "codes.delete": CommonError | SecretKeyError | BodyError | WriteError | "code_not_found";
  "codes.bulkUpdate": CommonError | SecretKeyError | BodyError | WriteError;
  "codes.listTags": CommonError | SecretKeyError;
  "formats.list": CommonError | SecretKeyError;
  "leads.create":
    | CommonError | BodyError | WriteError | "origin_not_allowed" | "too_many_requests" | "proof_required" | "sign_ups_closed"
    | "waitlist_full" | "sign_ups_paused" | "lead_exists" | "external_id_exists" | "referral_code_not_found";
  "leads.createMany": CommonError | SecretKeyError | BodyError | WriteError | "external_id_exists";
  "leads.get": CommonError | SecretKeyError | "invalid_input" | "lead_not_found";
  "leads.getByExternalId": CommonError | SecretKeyError | "invalid_input" | "lead_not_found";
  "leads.getWaitlistPosition": CommonError | SecretKeyError | "invalid_input" | "lead_not_found";
  "leads.getInvites": CommonError | SecretKeyError | "invalid_input" | "lead_not_found";
  "leads.createInvites": CommonError | SecretKeyError | WriteError | "invalid_input" | "code_space_exhausted" | "lead_not_found";
  "leads.getLineage": CommonError | SecretKeyError | "invalid_input" | "lead_not_found";
  "leads.previewBranch": CommonError | SecretKeyError | "invalid_input" | "lead_not_found";
  "leads.revokeBranch": CommonError | SecretKeyError | WriteError | "invalid_input" | "lead_not_found";
  "leads.lookup": CommonError | SecretKeyError | BodyError;
  "leads.lookupFile": CommonError | SecretKeyError | BodyError;
  "leads.list": CommonError | SecretKeyError | "invalid_input";
  "leads.listFile": CommonError | SecretKeyError | "invalid_input";
  "leads.update": CommonError | SecretKeyError | BodyError | WriteError | "external_id_exists" | "lead_changed" | "lead_not_found";
  "leads.changeEmail":
    | CommonError | SecretKeyError | BodyError | WriteError | "email_blocked" | "lead_exists" | "lead_not_found" | "lead_suppressed";
  "leads.invite": CommonError | SecretKeyError | BodyError | WriteError | "code_expired" | "code_space_exhausted" | "batch_not_found";
  "leads.delete": CommonError | SecretKeyError | BodyError | WriteError | "lead_not_found";
  "leads.bulkUpdate": CommonError | SecretKeyError | BodyError | WriteError | "code_expired";
  "imports.create": CommonError | SecretKeyError | BodyError | "import_not_readable";
  "imports.list": CommonError | SecretKeyError | "invalid_input";
  "imports.get": CommonError | SecretKeyError | "invalid_input" | "import_not_found";
  "imports.listRows": CommonError | SecretKeyError | "invalid_input" | "import_not_found";
  "imports.listRowsFile": CommonError | SecretKeyError | "invalid_input" | "import_not_found";
  "imports.check": CommonError | SecretKeyError | BodyError | WriteError | "import_not_found" | "import_not_ready";
  "imports.run": CommonError | SecretKeyError | WriteError | "invalid_input" | "import_not_found" | "import_not_ready";
  "imports.pause": CommonError | SecretKeyError | WriteError | "invalid_input" | "import_not_found" | "import_not_ready";
  "imports.cancel": CommonError | SecretKeyError | WriteError | "invalid_input" | "import_not_found" | "import_not_ready";
  "imports.undo": CommonError | SecretKeyError | WriteError | "invalid_input" | "import_not_found" | "import_not_ready";
  "leads.listTags": CommonError | SecretKeyError;
  "leads.listTimeline": CommonError | SecretKeyError | "invalid_input" | "lead_not_found";
  "leads.getPersonalData": CommonError | SecretKeyError | "invalid_input" | "lead_not_found";
  "leads.getPersonalDataPage": CommonError | SecretKeyError | "invalid_input" | "lead_not_found";
  "leads.getStats": CommonError | SecretKeyError | "invalid_input";
  "codes.send":
    | CommonError | SecretKeyError | BodyError | WriteError | "code_not_found" | "code_paused" | "code_expired" | "code_exhausted";
  "sends.preview": CommonError | SecretKeyError | BodyError;
  "sends.list": CommonError | SecretKeyError | "invalid_input";
  "sends.listFile": CommonError | SecretKeyError | "invalid_input";
  "sends.get": CommonError | SecretKeyError | "invalid_input" | "send_not_found";
  "sends.listDeliveries": CommonError | SecretKeyError | "invalid_input" | "send_not_found";
  "sends.listDeliveriesFile": CommonError | SecretKeyError | "invalid_input" | "send_not_found";
  "deliveries.list": CommonError | SecretKeyError | "invalid_input";
  "deliveries.listFile": CommonError | SecretKeyError | "invalid_input";
  "deliveries.retry": CommonError | SecretKeyError | WriteError | "invalid_input";
  "deliveries.resume": CommonError | SecretKeyError | WriteError | "invalid_input";
  "deliveries.getSavedFile": CommonError | SecretKeyError | "invalid_input";
  "deliveries.listSavedEmails": CommonError | SecretKeyError | "invalid_input";
  "deliveries.previewSavedEmails": CommonError | SecretKeyError;
  "deliveries.sendSavedEmails": CommonError | SecretKeyError | WriteError | "invalid_input" | "email_not_connected";
  "messages.list": CommonError | SecretKeyError | "invalid_input";
  "messages.listFile": CommonError | SecretKeyError | "invalid_input";
  "messages.retry": CommonError | SecretKeyError | BodyError | WriteError;
  "messages.resend": CommonError | SecretKeyError | BodyError | WriteError | "lead_not_found" | "email_not_needed" | "lead_suppressed";
  "sends.retry":
    | CommonError | SecretKeyError | BodyError | WriteError | "code_not_found" | "code_paused" | "code_expired" | "code_exhausted"
    | "send_not_found";
  "sends.cancel": CommonError | SecretKeyError | WriteError | "invalid_input" | "send_not_found";
  "sends.resendUndelivered":
    | CommonError | SecretKeyError | WriteError | "invalid_input" | "code_not_found" | "code_paused" | "code_expired" | "code_exhausted"
    | "send_not_found" | "nothing_to_send";
  "sends.estimate": CommonError | SecretKeyError | "invalid_input";
  "announcements.send": CommonError | SecretKeyError | BodyError | WriteError;
  "waitlist.list": CommonError | SecretKeyError | "invalid_input";
  "waitlist.listFile": CommonError | SecretKeyError | "invalid_input";
  "waitlist.move": CommonError | SecretKeyError | BodyError | WriteError | "not_waiting" | "lead_not_found";
  "waitlist.getFunnel": CommonError | SecretKeyError;
  "waves.list": CommonError | SecretKeyError | "invalid_input";
  "waves.get": CommonError | SecretKeyError | "invalid_input" | "wave_not_found";
  "waves.create":
    | CommonError | SecretKeyError | BodyError | WriteError | "code_expired" | "code_space_exhausted" | "batch_not_found"
    | "no_one_to_invite" | "email_template_version_not_found";
  "waves.preview": CommonError | SecretKeyError | BodyError | "batch_not_found";
  "waves.getStats": CommonError | SecretKeyError | "invalid_input" | "wave_not_found";
  "waves.cancel": CommonError | SecretKeyError | BodyError | WriteError | "wave_not_found" | "wave_sent";
  "waves.pause": CommonError | SecretKeyError | BodyError | WriteError | "wave_not_found" | "wave_not_recurring";
  "waves.resume": CommonError | SecretKeyError | BodyError | WriteError | "wave_not_found" | "wave_not_recurring";
  "waves.end": CommonError | SecretKeyError | BodyError | WriteError | "wave_not_found" | "wave_not_recurring";
  "suppressions.list": CommonError | SecretKeyError | "invalid_input";
  "suppressions.listFile": CommonError | SecretKeyError | "invalid_input";
  "suppressions.add": CommonError | SecretKeyError | BodyError | WriteError;
  "suppressions.update": CommonError | SecretKeyError | BodyError | WriteError | "suppression_changed" | "suppression_not_found";
  "suppressions.remove": CommonError | SecretKeyError | WriteError | "invalid_input" | "suppression_not_found";
  "deliveries.undoSuppressions": CommonError | SecretKeyError | WriteError | "invalid_input";
  "inbound.reportBounceMessage": CommonError | SecretKeyError | BodyError | WriteError | "report_not_readable";
  "codes.claim":
    | CommonError | BodyError | WriteError | "origin_not_allowed" | "too_many_requests" | "proof_required" | "claims_paused"
    | "email_blocked" | "code_not_found" | "code_reserved" | "code_domain_not_allowed" | "code_paused" | "code_expired" | "code_exhausted"
    | "code_not_started" | "batch_claimed" | "code_held" | "code_redeemed_elsewhere";
  "codes.hold":
    | CommonError | SecretKeyError | BodyError | WriteError | "too_many_requests" | "proof_required" | "claims_paused" | "email_blocked"
    | "code_not_found" | "code_reserved" | "code_domain_not_allowed" | "code_paused" | "code_expired" | "code_exhausted"
    | "code_not_started" | "batch_claimed" | "code_held" | "too_many_holds";
  "codes.releaseHold": CommonError | SecretKeyError | BodyError | WriteError | "code_not_found";
  "codes.declineInvitation": CommonError | SecretKeyError | BodyError | WriteError | "code_not_found" | "invitation_over";
  "claims.exchange": CommonError | SecretKeyError | BodyError | WriteError | "token_not_found";
  "claims.list": CommonError | SecretKeyError | "invalid_input";
  "claims.listFile": CommonError | SecretKeyError | "invalid_input";
  "codes.listClaims": CommonError | SecretKeyError | "invalid_input" | "code_not_found";
  "claims.revoke": CommonError | SecretKeyError | BodyError | WriteError | "claim_not_found";
  "claims.gate": CommonError | SecretKeyError | BodyError;
  "claims.getStats": CommonError | SecretKeyError | "invalid_input";
  "claims.listFailed": CommonError | SecretKeyError | "invalid_input";
  "batches.list": CommonError | SecretKeyError | "invalid_input";
  "batches.listFile": CommonError | SecretKeyError | "invalid_input";
  "batches.get": CommonError | SecretKeyError | "invalid_input" | "batch_not_found";
  "batches.create":
    | CommonError | SecretKeyError | BodyError | WriteError | "code_space_exhausted" | "code_exists" | "code_easy_to_guess"
    | "external_id_exists";
  "batches.update": CommonError | SecretKeyError | BodyError | WriteError | "batch_changed" | "batch_not_found";
  "batches.delete": CommonError | SecretKeyError | WriteError | "invalid_input" | "batch_not_found";
  "batches.bulkUpdate": CommonError | SecretKeyError | BodyError | WriteError | "batch_not_found";
  "bin.list": CommonError | SecretKeyError | "invalid_input";
  "bin.restore": CommonError | SecretKeyError | BodyError | WriteError | "bin_entry_not_found" | "deletion_in_progress";
  "bin.delete": CommonError | SecretKeyError | BodyError | WriteError | "bin_entry_not_found" | "deletion_in_progress";
  "prints.create": CommonError | SecretKeyError | BodyError | WriteError;
  "prints.preview": CommonError | SecretKeyError | BodyError;
  "prints.list": CommonError | SecretKeyError | "invalid_input";
  "prints.get": CommonError | SecretKeyError | "invalid_input" | "print_not_found";
  "prints.download": CommonError | SecretKeyError | "invalid_input" | "print_not_found" | "print_not_ready";
  "prints.delete": CommonError | SecretKeyError | WriteError | "invalid_input" | "print_not_found";
  "codes.getQr": CommonError | SecretKeyError | "invalid_input" | "code_not_found";
  "jobs.list": CommonError | SecretKeyError | "invalid_input";
  "jobs.get": CommonError | SecretKeyError | "invalid_input" | "job_not_found";
  "jobs.cancel": CommonError | SecretKeyError | WriteError | "invalid_input" | "job_not_found";
  "exports.list": CommonError | SecretKeyError | "invalid_input";
  "exports.create": CommonError | SecretKeyError | BodyError | WriteError;
  "exports.listColumns": CommonError | SecretKeyError | "invalid_input";
  "exports.get": CommonError | SecretKeyError | "invalid_input" | "export_not_found";
  "exports.delete": CommonError | SecretKeyError | WriteError | "invalid_input" | "export_not_found";
  "exports.download": CommonError | SecretKeyError | "invalid_input" | "export_not_found" | "export_not_ready";
  "overview.get": CommonError | SecretKeyError;
  "events.list": CommonError | SecretKeyError | "invalid_input";
  "events.listFile": CommonError | SecretKeyError | "invalid_input";
  "webhooks.construct": CommonError | SecretKeyError | BodyError | "event_not_found";
  "events.readFeed": CommonError | SecretKeyError | "invalid_input";
  "events.streamFeed": CommonError | SecretKeyError | "invalid_input";
  "project.get": CommonError | SecretKeyError;
  "project.update": CommonError | SecretKeyError | BodyError | WriteError | "project_changed";
  "project.pause": CommonError | SecretKeyError | BodyError | WriteError | "project_changed";
  "project.export": CommonError | SecretKeyError | "too_many_requests";
  "abuseProtection.get": CommonError | SecretKeyError;
  "abuseProtection.getRateLimitSettings": CommonError | SecretKeyError;
  "blockList.get": CommonError | SecretKeyError;
  "blockList.update": CommonError | SecretKeyError | BodyError | WriteError | "block_list_changed";
  "system.get": CommonError | SecretKeyError;
  "webhooks.list": CommonError | SecretKeyError;
  "webhooks.create": CommonError | SecretKeyError | BodyError | WriteError | "too_many_webhooks";
  "webhooks.get": CommonError | SecretKeyError | "invalid_input" | "webhook_not_found";
  "webhooks.update": CommonError | SecretKeyError | BodyError | WriteError | "webhook_changed" | "webhook_not_found";
  "webhooks.delete": CommonError | SecretKeyError | WriteError | "invalid_input" | "webhook_not_found";
  "webhooks.rotateSecret": CommonError | SecretKeyError | BodyError | WriteError | "webhook_not_found";
  "webhooks.test": CommonError | SecretKeyError | BodyError | WriteError | "too_many_requests" | "webhook_not_found";
  "webhooks.pause": CommonError | SecretKeyError | WriteError | "invalid_input" | "webhook_not_found";
  "webhooks.resume": CommonError | SecretKeyError | BodyError | WriteError | "webhook_not_found";
  "webhooks.recover": CommonError | SecretKeyError | BodyError | WriteError | "webhook_not_found";
  "webhooks.listDeliveries": CommonError | SecretKeyError | "invalid_input";
  "webhooks.getDelivery": CommonError | SecretKeyError | "invalid_input" | "webhook_delivery_not_found";
  "webhooks.retryDelivery": CommonError | SecretKeyError | WriteError | "invalid_input" | "webhook_delivery_not_found";
  "keys.updateAllowedOrigins": CommonError | SecretKeyError | BodyError | WriteError | "project_changed";
}

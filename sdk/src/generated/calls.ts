// Generated from contract/ by `npm run openapi`.

import { type Call, call, callForAll } from "../call.js";
import type { CallOptions, SendRequest, WriteOptions } from "../client.js";
import { type FileContent, file, upload } from "../files.js";
import { type List, list } from "../list.js";
import { Resource } from "../resource.js";
import type {
  AddSuppressionInput,
  AutomaticEmail,
  Batch,
  BinEntry,
  BranchPreview,
  BulkUpdateBatchesInput,
  BulkUpdateBatchesResult,
  BulkUpdateCodesInput,
  BulkUpdateLeadsInput,
  ChangeLeadEmailInput,
  ChangeLeadEmailResult,
  CheckCodeInput,
  CheckCodeResult,
  CheckImportInput,
  Claim,
  ClaimCodeInput,
  ClaimConfirmation,
  ClaimWithRecords,
  Code,
  CodeLineage,
  ConstructEventInput,
  CreateBatchInput,
  CreateExportInput,
  CreateLeadInput,
  CreateLeadsInput,
  CreateLeadsResult,
  CreatePrintInput,
  CreateWaveInput,
  CreateWaveResult,
  CreateWebhookInput,
  CreateWebhookResult,
  DeclineInvitationInput,
  DeclineInvitationResult,
  DeleteCodeInput,
  DeleteFromBinInput,
  DeleteLeadInput,
  Delivery,
  EstimateSendInput,
  EstimateSendResult,
  Event,
  ExchangeTokenInput,
  ExchangeTokenResult,
  Export,
  FailedClaim,
  Format,
  GateSignUpInput,
  GateSignUpResult,
  GenerateCodesInput,
  GetAbuseProtectionResult,
  GetBlockListResult,
  GetClaimStatsInput,
  GetCodeQrInput,
  GetLeadStatsInput,
  GetLeadStatsResult,
  GetOverviewResult,
  GetRateLimitSettingsResult,
  GetSavedFileResult,
  GetSystemResult,
  GetWaitlistFunnelResult,
  GetWaitlistPositionResult,
  GetWaveStatsResult,
  GetWebhookDeliveryResult,
  HeldCode,
  HoldCodeInput,
  HoldCodeResult,
  Import,
  ImportCodesQuery,
  ImportCodesResult,
  InviteLeadsInput,
  InviteLeadsResult,
  Job,
  Lead,
  LeadImport,
  LeadInvites,
  LeadLineage,
  ListBatchesFileInput,
  ListBatchesInput,
  ListBinInput,
  ListClaimsFileInput,
  ListClaimsInput,
  ListCodeClaimsInput,
  ListCodeTagsResult,
  ListCodesFileInput,
  ListCodesInput,
  ListDeliveriesFileInput,
  ListDeliveriesInput,
  ListEventsFileInput,
  ListEventsInput,
  ListExportColumnsInput,
  ListExportColumnsResult,
  ListExportsInput,
  ListFailedClaimsInput,
  ListImportRowsFileInput,
  ListImportRowsInput,
  ListImportRowsResult,
  ListImportsInput,
  ListJobsInput,
  ListLeadTimelineInput,
  ListLeadsFileInput,
  ListLeadsInput,
  ListMessagesFileInput,
  ListMessagesInput,
  ListPrintsInput,
  ListSavedEmailsInput,
  ListSendDeliveriesFileInput,
  ListSendDeliveriesInput,
  ListSendsFileInput,
  ListSendsInput,
  ListSuppressionsFileInput,
  ListSuppressionsInput,
  ListWaitlistFileInput,
  ListWaitlistInput,
  ListWavesInput,
  ListWebhookDeliveriesInput,
  LookupCodesFileInput,
  LookupCodesFileQuery,
  LookupCodesInput,
  LookupLeadsFileInput,
  LookupLeadsFileQuery,
  LookupLeadsInput,
  Message,
  MoveOnWaitlistInput,
  PauseProjectInput,
  PersonalData,
  PreviewPrintInput,
  PreviewPrintResult,
  PreviewSavedEmailsResult,
  PreviewSendInput,
  PreviewSendResult,
  PreviewWaveInput,
  PreviewWaveResult,
  Print,
  Project,
  ReadFeedInput,
  ReadFeedResult,
  RecoverWebhookInput,
  ReleaseHoldInput,
  ReleaseHoldResult,
  ReportBounceMessageResult,
  ResendMessageInput,
  RestoreFromBinInput,
  ResumeDeliveriesResult,
  ResumeWebhookInput,
  RetryDeliveriesResult,
  RetryMessagesInput,
  RetryMessagesResult,
  RetrySendInput,
  RetrySendResult,
  RevokeClaimInput,
  RotateWebhookSecretInput,
  SavedEmail,
  Send,
  SendAnnouncementInput,
  SendCodeInput,
  SendCodeResult,
  SendSavedEmailsResult,
  StreamFeedInput,
  SuggestCodesInput,
  Suppression,
  TestWebhookInput,
  UndoSuppressionsResult,
  UpdateAllowedOriginsInput,
  UpdateBatchInput,
  UpdateBlockListInput,
  UpdateCodeInput,
  UpdateLeadInput,
  UpdateProjectInput,
  UpdateSuppressionInput,
  UpdateWebhookInput,
  UploadImportQuery,
  UploadedImport,
  WaitlistEntry,
  Wave,
  Webhook,
  WebhookDelivery,
} from "./types.js";

/** The calls of `codes`. */
export class CodesResource extends Resource {
  /**
   * Generate codes.
   *
   * Creates a batch and returns its codes in the order in which they were generated: in a format (`type`), in a pattern of yours
   * (`pattern`), or one code of your own (`code`). If the format or pattern doesn't have enough unused codes left, or your own code exists,
   * no codes are generated. Codes of your own and of patterns that are easy to guess need `allowEasyToGuess`, unless they're reserved; with
   * `false`, so do codes of a `type`. Large responses are streamed.
   */
  generate(input?: GenerateCodesInput, options?: WriteOptions): Call<Code[], "codes.generate"> {
    return call(this.request, "codes.generate", "write", "POST /codes/generate", { body: input ?? {}, isLong: true, options });
  }

  /** Get a code. */
  get(code: string, options?: CallOptions): Call<HeldCode, "codes.get"> {
    return call(this.request, "codes.get", "read", "GET /codes/:code", { params: { code }, options });
  }

  /**
   * Get a code by external ID.
   *
   * Percent-encode the ID in the path.
   */
  getByExternalId(externalId: string, options?: CallOptions): Call<HeldCode, "codes.getByExternalId"> {
    return call(this.request, "codes.getByExternalId", "read", "GET /codes/external-id/:externalId", { params: { externalId }, options });
  }

  /**
   * Look up codes.
   *
   * Returns the codes in the order you list them, without duplicates. Codes that don't exist are omitted.
   */
  lookup(input: LookupCodesInput, options?: CallOptions): Call<Code[], "codes.lookup"> {
    return call(this.request, "codes.lookup", "read", "POST /codes/lookup", { body: input, isLong: true, options });
  }

  /**
   * Look up codes as a file.
   *
   * Returns the codes in the order you list them, without duplicates. Codes that don't exist are omitted.
   */
  lookupFile(input: LookupCodesFileInput, query: LookupCodesFileQuery, options?: CallOptions): Call<Response, "codes.lookupFile"> {
    return file(this.request, "codes.lookupFile", "read", "POST /files/codes/lookup", { query, body: input, isLong: true, options });
  }

  /**
   * Import codes.
   *
   * Adds codes of your own from a CSV, TSV or Excel (`.xlsx`) file of at most 100,000 rows as the request body, as one batch. The first row
   * holds the headers: `code`, `uses`, `valid from`, `valid until`, `reserved for`, `tags` and `external id`, or those of other tools, in
   * several languages. A file with a single column needs none. Empty cells get the value of the query parameter. `unlimited` or -1 uses are
   * 1,000,000,000. A date without a time is a day in the project's time zone, and the code is valid through the end of that day. Dates are
   * read in every common form; the order of day and month is decided by all dates of the column. With `dryRun`, `questions` lists what
   * isn't certain; without answers to them, no code is added (`invalid_input`). Rows that can't be added, such as codes that exist, are
   * listed in `refused`; all other rows are added. If codes are easy to guess and `allowEasyToGuess` isn't `true`, none are added.
   * Importing the same file again adds nothing.
   */
  import(content: FileContent, query?: ImportCodesQuery, options?: WriteOptions): Call<ImportCodesResult, "codes.import"> {
    return upload(this.request, "codes.import", "write", "POST /codes/import", { query, file: content, type: "text/csv", isLong: true, options });
  }

  /**
   * Suggest codes for a mistyped one.
   *
   * Returns up to five existing codes that are closest to the given text, best first: one character is wrong, missing, extra or swapped
   * with the next, or up to two in a creative code, or only look-alikes such as O and 0 differ. The code with exactly this text isn't
   * included.
   */
  suggest(input: SuggestCodesInput, options?: CallOptions): Call<Code[], "codes.suggest"> {
    return call(this.request, "codes.suggest", "read", "POST /codes/suggest", { body: input, options });
  }

  /**
   * List codes.
   *
   * Newest first by default. When sorted by `validUntil`, codes that never expire come last. Without `limit`, the response streams all
   * codes. With `limit`, it returns one page with the `Link` and `X-Total-Count` headers.
   */
  list(input?: ListCodesInput, options?: CallOptions): List<Code, "codes.list"> {
    return list(this.request, "codes.list", "read", "GET /codes", { query: input, options });
  }

  /**
   * List codes as a file.
   *
   * Newest first by default. When sorted by `validUntil`, codes that never expire come last. Without `limit`, the response streams all
   * codes. With `limit`, it returns one page with the `Link` and `X-Total-Count` headers.
   */
  listFile(input: ListCodesFileInput, options?: CallOptions): Call<Response, "codes.listFile"> {
    return file(this.request, "codes.listFile", "read", "GET /files/codes", { query: input, options });
  }

  /**
   * Check a code.
   *
   * Returns whether a person can claim the code, and why not if they can't. Doesn't claim the code.
   */
  check(input: CheckCodeInput, options?: CallOptions): Call<CheckCodeResult, "codes.check"> {
    return call(this.request, "codes.check", "read", "POST /codes/check", { body: input, options });
  }

  /**
   * Update a code.
   *
   * Updates the fields you send. If one of them can't be updated, none are. Existing claims are kept.
   */
  update(code: string, input?: UpdateCodeInput, options?: WriteOptions): Call<Code, "codes.update"> {
    return call(this.request, "codes.update", "write", "PATCH /codes/:code", { params: { code }, body: input ?? {}, options });
  }

  /**
   * Replace the words of a code.
   *
   * Replaces the word pair of a `creative` code that no one has: it was never claimed, sent or given to anyone. Everything else of the code
   * stays. Printed cards and copied links with the old words no longer work.
   */
  replaceWords(code: string, options?: WriteOptions): Call<Code, "codes.replaceWords"> {
    return call(this.request, "codes.replaceWords", "write", "POST /codes/:code/new-words", { params: { code }, options });
  }

  /**
   * Get whom a code brought.
   *
   * Returns who passed the code on, if it's an invite code, and the people who claimed it, with those that they invited. Someone is invited
   * by the lead who passed on the first code that they claimed. People who had claimed another code before are listed too, but not those
   * that they invited.
   */
  getLineage(code: string, options?: CallOptions): Call<CodeLineage, "codes.getLineage"> {
    return call(this.request, "codes.getLineage", "read", "GET /codes/:code/lineage", { params: { code }, options });
  }

  /**
   * Preview revoking a code's branch.
   *
   * A code's branch is the code, and the invite codes of everyone whom it brought and of those below them. Nothing is changed.
   */
  previewBranch(code: string, options?: CallOptions): Call<BranchPreview, "codes.previewBranch"> {
    return call(this.request, "codes.previewBranch", "read", "GET /codes/:code/branch", { params: { code }, options });
  }

  /**
   * Revoke a code's branch.
   *
   * A code's branch is the code, and the invite codes of everyone whom it brought and of those below them. Moves the codes to the bin with
   * their claims, so the people who claimed them lose them. `POST /bin/restore` with the ID of the job as `deletion` brings back exactly
   * these. If the project keeps nothing in the bin, they are deleted permanently. Returns a background job. Small jobs finish before the
   * response.
   */
  revokeBranch(code: string, options?: WriteOptions): Call<Job, "codes.revokeBranch"> {
    return call(this.request, "codes.revokeBranch", "write", "POST /codes/:code/branch/revoke", { params: { code }, isLong: true, options });
  }

  /**
   * Delete a code.
   *
   * Permanently deletes the code. This can't be undone. Also deletes its claims and tokens and cancels its queued emails. Everyone who
   * claimed it loses access. Returns the deleted code.
   */
  delete(input: DeleteCodeInput, options?: WriteOptions): Call<Code, "codes.delete"> {
    return call(this.request, "codes.delete", "write", "POST /codes/delete", { body: input, options });
  }

  /**
   * Run a bulk action on codes.
   *
   * Pauses, resumes, extends, tags or deletes the codes that you list in `codes` or select with `filter`. Returns a background job. Small
   * jobs finish before the response. Larger jobs continue in the background, and you can track their progress. Codes that no longer exist
   * or don't need the change are skipped. Codes created after the request aren't affected. Some codes can't be changed: codes in a paused
   * batch can't be resumed on their own (`batch_paused`), and some codes can't have the new end date, number of claims or tags
   * (`invalid_input`). They keep their values, and the job's `error` says how many there are.
   */
  bulkUpdate(input: BulkUpdateCodesInput, options?: WriteOptions): Call<Job, "codes.bulkUpdate"> {
    return call(this.request, "codes.bulkUpdate", "write", "POST /codes/bulk", { body: input, isLong: true, options });
  }

  /**
   * List tags of codes.
   *
   * Returns the tags that codes have, and how many codes have each.
   */
  listTags(options?: CallOptions): Call<ListCodeTagsResult, "codes.listTags"> {
    return call(this.request, "codes.listTags", "read", "GET /tags/codes", { options });
  }

  /**
   * Send a code to leads.
   *
   * Queues an email with the code for each lead. The worker sends the emails after the response. Takes either `emails` or `filter`. You can
   * send a scheduled code before its start date. `subject`, `body` and `button` replace those of the email template for this send, with the
   * same rules.
   */
  send(input: SendCodeInput, options?: WriteOptions): Call<SendCodeResult, "codes.send"> {
    return call(this.request, "codes.send", "write", "POST /codes/send", { body: input, isLong: true, options });
  }

  /**
   * Claim a code.
   *
   * Claims the code for the customer and returns a claim token. If there's no lead with that email address, one is created. Claiming the
   * same code again with the same email address returns a new claim token and doesn't use another claim. With the public key, a code that's
   * reserved for someone else returns `code_not_found`. If the project requires email confirmation to claim, a request with the public key
   * and without a link token that was emailed to `email` claims nothing: it emails a link to the claim page and returns `claimToken: null`
   * with `confirmationRequired: true`. Claims with the secret key or a session ignore this setting; `requireConfirmation: true` does the
   * same for them.
   */
  claim(input: ClaimCodeInput, options?: WriteOptions): Call<ClaimWithRecords | ClaimConfirmation, "codes.claim"> {
    return call(this.request, "codes.claim", "write", "POST /codes/claim", { body: input, options });
  }

  /**
   * Hold a code.
   *
   * Sets one use of a code aside for a person, so that no one else takes the last one between two steps of your sign-up. Claiming the code
   * with the same email address uses the hold up; otherwise it ends after `seconds`. Holding the code again with the same email address
   * extends the hold, and never shortens it. A hold needs what a claim needs and returns the same errors, `code_held` if other holds take
   * all uses that are left. It doesn't create a lead. A code can have 1,000 holds at the same time.
   */
  hold(input: HoldCodeInput, options?: WriteOptions): Call<HoldCodeResult, "codes.hold"> {
    return call(this.request, "codes.hold", "write", "POST /codes/hold", { body: input, options });
  }

  /**
   * Release a hold.
   *
   * Ends a hold early, so that others can claim the code. `released` is `false` if this person doesn't hold the code, such as after the
   * hold ended.
   */
  releaseHold(input: ReleaseHoldInput, options?: WriteOptions): Call<ReleaseHoldResult, "codes.releaseHold"> {
    return call(this.request, "codes.releaseHold", "write", "POST /codes/release-hold", { body: input, options });
  }

  /**
   * Decline an invitation.
   *
   * Declines the invitation of a lead for their personal code, which is paused. The lead's `waitlistStatus` becomes `declined`. Declining
   * again changes nothing. Leads can decline on the claim page that their email links to.
   */
  declineInvitation(input: DeclineInvitationInput, options?: WriteOptions): Call<DeclineInvitationResult, "codes.declineInvitation"> {
    return call(this.request, "codes.declineInvitation", "write", "POST /codes/decline", { body: input, options });
  }

  /**
   * List a code's claims.
   *
   * Newest first.
   */
  listClaims(code: string, input?: ListCodeClaimsInput, options?: CallOptions): List<Claim, "codes.listClaims"> {
    return list(this.request, "codes.listClaims", "read", "GET /codes/:code/claims", { params: { code }, query: input, options });
  }

  /**
   * Get the QR code of a code.
   *
   * Opens the claim page with the code filled in.
   */
  getQr(code: string, input?: GetCodeQrInput, options?: CallOptions): Call<Response, "codes.getQr"> {
    return file(this.request, "codes.getQr", "read", "GET /codes/:code/qr", { params: { code }, query: input, options });
  }
}

/** The calls of `formats`. */
export class FormatsResource extends Resource {
  /**
   * List code formats.
   *
   * Returns how many more codes each format can generate and how many of its codes someone could claim by guessing.
   */
  list(options?: CallOptions): Call<Format[], "formats.list"> {
    return call(this.request, "formats.list", "read", "GET /formats", { options });
  }
}

/** The calls of `leads`. */
export class LeadsResource extends Resource {
  /**
   * Create a lead.
   *
   * With the secret key or a staff session, returns the lead. With the public key, returns `{ email, referral }`, whether or not the lead
   * already existed. If it did and `waitlist` is `true`, the lead is added to the waitlist and no other fields change.
   */
  create(input: CreateLeadInput, options?: WriteOptions): Call<Lead, "leads.create"> {
    return call(this.request, "leads.create", "write", "POST /leads/create", { body: input, options });
  }

  /**
   * Create many leads.
   *
   * Creates up to 10,000 leads at once, as an import does: no one is emailed, a referral counts and moves no one, and emails on the block
   * list are added with a warning. The response has a result for each lead, in your order. A lead that isn't valid fails and doesn't refuse
   * the others. Either all other leads are written or, if the request fails, none. If an email is repeated, its first lead counts, and is
   * suppressed if any says so.
   */
  createMany(input: CreateLeadsInput, options?: WriteOptions): Call<CreateLeadsResult, "leads.createMany"> {
    return call(this.request, "leads.createMany", "write", "POST /leads/batch", { body: input, isLong: true, options });
  }

  /** Get a lead. */
  get(email: string, options?: CallOptions): Call<Lead, "leads.get"> {
    return call(this.request, "leads.get", "read", "GET /leads/email/:email", { params: { email }, options });
  }

  /**
   * Get a lead by external ID.
   *
   * Percent-encode the ID in the path.
   */
  getByExternalId(externalId: string, options?: CallOptions): Call<Lead, "leads.getByExternalId"> {
    return call(this.request, "leads.getByExternalId", "read", "GET /leads/external-id/:externalId", { params: { externalId }, options });
  }

  /**
   * Get a lead's waitlist position.
   *
   * Returns the numbers that the lead sees on their position page.
   */
  getWaitlistPosition(email: string, options?: CallOptions): Call<GetWaitlistPositionResult, "leads.getWaitlistPosition"> {
    return call(this.request, "leads.getWaitlistPosition", "read", "GET /leads/email/:email/position", { params: { email }, options });
  }

  /**
   * Get a lead's invite codes.
   *
   * Returns the codes that the lead has to pass on, and how many more they can get. It creates none.
   */
  getInvites(email: string, options?: CallOptions): Call<LeadInvites, "leads.getInvites"> {
    return call(this.request, "leads.getInvites", "read", "GET /leads/email/:email/invites", { params: { email }, options });
  }

  /**
   * Give a lead their invite codes.
   *
   * Creates the invite codes that the lead is still missing, up to their quota of at most 50, and returns all of them. Calling it again
   * creates no more. Each code can be claimed once, by anyone. They are in a batch of their own, which you can pause or let expire. If
   * `refusal` isn't `null`, no code is created.
   */
  createInvites(email: string, options?: WriteOptions): Call<LeadInvites, "leads.createInvites"> {
    return call(this.request, "leads.createInvites", "write", "POST /leads/email/:email/invites", { params: { email }, options });
  }

  /**
   * Get whom a lead invited.
   *
   * Returns who invited the lead, and the people that they invited with their invite codes, with those that these invited. Someone is
   * invited by the lead who passed on the first code that they claimed. People who had claimed another code before are listed too, but not
   * those that they invited.
   */
  getLineage(email: string, options?: CallOptions): Call<LeadLineage, "leads.getLineage"> {
    return call(this.request, "leads.getLineage", "read", "GET /leads/email/:email/lineage", { params: { email }, options });
  }

  /**
   * Preview revoking a lead's branch.
   *
   * A lead's branch is the invite codes of the lead and of everyone below them, and the invite code that the lead was invited with, unless
   * others have claimed it too. Nothing is changed.
   */
  previewBranch(email: string, options?: CallOptions): Call<BranchPreview, "leads.previewBranch"> {
    return call(this.request, "leads.previewBranch", "read", "GET /leads/email/:email/branch", { params: { email }, options });
  }

  /**
   * Revoke a lead's branch.
   *
   * A lead's branch is the invite codes of the lead and of everyone below them, and the invite code that the lead was invited with, unless
   * others have claimed it too. Moves the codes to the bin with their claims, so the people who claimed them lose them. `POST /bin/restore`
   * with the ID of the job as `deletion` brings back exactly these. If the project keeps nothing in the bin, they are deleted permanently.
   * Returns a background job. Small jobs finish before the response. Claims of the lead of other codes stay.
   */
  revokeBranch(email: string, options?: WriteOptions): Call<Job, "leads.revokeBranch"> {
    return call(this.request, "leads.revokeBranch", "write", "POST /leads/email/:email/branch/revoke", { params: { email }, isLong: true, options });
  }

  /**
   * Look up leads.
   *
   * Returns the leads in the order you list them, without duplicates. Email addresses without a lead are omitted, and so is text that isn't
   * an email address.
   */
  lookup(input: LookupLeadsInput, options?: CallOptions): Call<Lead[], "leads.lookup"> {
    return call(this.request, "leads.lookup", "read", "POST /leads/lookup", { body: input, isLong: true, options });
  }

  /**
   * Look up leads as a file.
   *
   * Returns the leads in the order you list them, without duplicates. Email addresses without a lead are omitted, and so is text that isn't
   * an email address.
   */
  lookupFile(input: LookupLeadsFileInput, query: LookupLeadsFileQuery, options?: CallOptions): Call<Response, "leads.lookupFile"> {
    return file(this.request, "leads.lookupFile", "read", "POST /files/leads/lookup", { query, body: input, isLong: true, options });
  }

  /**
   * List leads.
   *
   * Newest first by default. Without `limit`, the response streams all leads. With `limit`, it returns one page with the `Link` and
   * `X-Total-Count` headers.
   */
  list(input?: ListLeadsInput, options?: CallOptions): List<Lead, "leads.list"> {
    return list(this.request, "leads.list", "read", "GET /leads", { query: input, options });
  }

  /**
   * List leads as a file.
   *
   * Newest first by default. Without `limit`, the response streams all leads. With `limit`, it returns one page with the `Link` and
   * `X-Total-Count` headers.
   */
  listFile(input: ListLeadsFileInput, options?: CallOptions): Call<Response, "leads.listFile"> {
    return file(this.request, "leads.listFile", "read", "GET /files/leads", { query: input, options });
  }

  /**
   * Update a lead.
   *
   * Fields you leave out don't change.
   */
  update(email: string, input?: UpdateLeadInput, options?: WriteOptions): Call<Lead, "leads.update"> {
    return call(this.request, "leads.update", "write", "PATCH /leads/email/:email", { params: { email }, body: input ?? {}, options });
  }

  /**
   * Change a lead's email.
   *
   * Emails a link to the new email address. The lead keeps their current email until someone opens the link and confirms, within 24 hours.
   * Then everything moves to the new email: claims, reserved codes, invitations, emails, the waitlist position, referrals, tags, answers,
   * the activity, and a suppression unless it is a bounce. Links in emails to the old address end. It gets a notice. A newer request
   * replaces the one before.
   */
  changeEmail(input: ChangeLeadEmailInput, options?: WriteOptions): Call<ChangeLeadEmailResult, "leads.changeEmail"> {
    return call(this.request, "leads.changeEmail", "write", "POST /leads/change-email", { body: input, options });
  }

  /**
   * Invite leads with personal codes.
   *
   * Generates a personal code for each lead, or takes one of the codes of `batch`, reserves it for them and queues an email with the code.
   * If anything fails, no codes are generated or taken and no emails are sent. If `job` isn't `null`, codes are generated and emails queued
   * in parts after the response, until all are done or something fails. Takes either `emails` or `filter`. `subject`, `body` and `button`
   * replace those of the email template for this send, with the same rules.
   */
  invite(input?: InviteLeadsInput, options?: WriteOptions): Call<InviteLeadsResult, "leads.invite"> {
    return call(this.request, "leads.invite", "write", "POST /leads/invite", { body: input ?? {}, isLong: true, options });
  }

  /**
   * Delete a lead.
   *
   * Permanently deletes the lead. This can't be undone. Also deletes their claims, deliveries and tokens, so the codes they claimed can be
   * claimed once more. Codes reserved for them lose the reservation and are paused. Returns the deleted lead.
   */
  delete(input: DeleteLeadInput, options?: WriteOptions): Call<Lead, "leads.delete"> {
    return call(this.request, "leads.delete", "write", "POST /leads/delete", { body: input, options });
  }

  /**
   * Run a bulk action on leads.
   *
   * Adds the leads to the waitlist, removes them from it, puts them back in line, reissues their invitation, approves them, adds or removes
   * tags, or deletes them. Takes either `emails` or `filter`. Returns a background job. Small jobs finish before the response. Larger jobs
   * continue in the background, and you can track their progress. Leads that no longer exist or don't need the change are skipped. Leads
   * created after the request aren't affected. `return_to_waitlist` puts active leads who were in line and haven't claimed a code back at
   * the position they had; an open invitation ends, and its code is paused or goes back to its batch. `reissue_invitation` sends a new
   * personal code, with the optional `type` and `validUntil`, to leads whose invitation has expired or whose code can't be claimed, such as
   * because it is paused; the old code is paused or goes back to its batch. Repeating either changes nothing. `approve` activates held
   * sign-ups and sends the emails they would have received. Leads who would have more than 20 tags keep their tags, and the job's `error`
   * says how many there are.
   */
  bulkUpdate(input: BulkUpdateLeadsInput, options?: WriteOptions): Call<Job, "leads.bulkUpdate"> {
    return call(this.request, "leads.bulkUpdate", "write", "POST /leads/bulk", { body: input, isLong: true, options });
  }

  /**
   * List tags of leads.
   *
   * Returns the tags that leads have, and how many leads have each.
   */
  listTags(options?: CallOptions): Call<ListCodeTagsResult, "leads.listTags"> {
    return call(this.request, "leads.listTags", "read", "GET /tags/leads", { options });
  }

  /**
   * List a lead's timeline.
   *
   * Returns the lead's events, deliveries, automatic emails and imports, newest first. The rows of imports are kept for 30 days.
   */
  listTimeline(email: string, input?: ListLeadTimelineInput, options?: CallOptions): List<{
    kind: "event";
    at: string;
    event: Event;
  } | {
    kind: "delivery";
    at: string;
    delivery: Delivery;
  } | {
    kind: "message";
    at: string;
    message: Message;
  } | {
    kind: "import";
    at: string;
    import: LeadImport;
  }, "leads.listTimeline"> {
    return list(this.request, "leads.listTimeline", "read", "GET /leads/email/:email/timeline", { params: { email }, query: input, options });
  }

  /**
   * Get a lead's personal data.
   *
   * Returns everything that is stored about a lead, to answer their request for a copy. Other people's email addresses are reduced to their
   * first character. The texts of emails aren't stored. They are put together again from the template that was in use when each email was
   * sent, and from today's data: names, answers, the position and the dates of codes can differ. Personal links are left out.
   */
  getPersonalData(email: string, options?: CallOptions): Call<PersonalData, "leads.getPersonalData"> {
    return call(this.request, "leads.getPersonalData", "read", "GET /leads/email/:email/personal-data", { params: { email }, options });
  }

  /**
   * Get a lead's personal data as a page.
   *
   * Returns the same data as an HTML page that people can read, print and save.
   */
  getPersonalDataPage(email: string, options?: CallOptions): Call<Response, "leads.getPersonalDataPage"> {
    return file(this.request, "leads.getPersonalDataPage", "read", "GET /leads/email/:email/personal-data/page", { params: { email }, options });
  }

  /**
   * Get daily lead stats.
   *
   * Returns the number of new leads per day.
   */
  getStats(input?: GetLeadStatsInput, options?: CallOptions): Call<GetLeadStatsResult, "leads.getStats"> {
    return call(this.request, "leads.getStats", "read", "GET /leads/stats", { query: input, options });
  }
}

/** The calls of `imports`. */
export class ImportsResource extends Resource {
  /**
   * Upload a file of leads or suppressions.
   *
   * With `kind=suppressions`, the rows are emails that are never emailed, such as the suppression list of another provider. Takes a CSV,
   * TSV or Excel (`.xlsx`) file of at most 200 MB, 1,000,000 rows and 200 columns as the request body. The encoding, the separator, the
   * sheet and the row with the headers are detected, unless you state them. The reply lists the encodings and sheets to choose from: to
   * read the file differently, upload it again with your choice. Formulas are read as their saved values and never evaluated. No lead
   * changes until you check and run the import. Uploaded rows are deleted after 30 days. Doesn't take an `Idempotency-Key`: an upload that
   * you repeat is another import, which changes nothing unless you run it.
   */
  create(content: FileContent, query?: UploadImportQuery, options?: CallOptions): Call<UploadedImport, "imports.create"> {
    return upload(this.request, "imports.create", "once", "POST /imports", { query, file: content, type: "text/csv", isLong: true, options });
  }

  /**
   * List imports.
   *
   * Newest first.
   */
  list(input?: ListImportsInput, options?: CallOptions): List<Import, "imports.list"> {
    return list(this.request, "imports.list", "read", "GET /imports", { query: input, options });
  }

  /** Get an import. */
  get(id: string, options?: CallOptions): Call<Import, "imports.get"> {
    return call(this.request, "imports.get", "read", "GET /imports/:id", { params: { id }, options });
  }

  /**
   * List the rows of an import.
   *
   * In the order of the file. `outcome=refused` with `format=csv` is the file of refused rows with their problems, which can be corrected
   * and uploaded again. Rows are deleted 30 days after the upload.
   */
  listRows(id: string, input?: ListImportRowsInput, options?: CallOptions): List<ListImportRowsResult, "imports.listRows"> {
    return list(this.request, "imports.listRows", "read", "GET /imports/:id/rows", { params: { id }, query: input, options });
  }

  /**
   * List the rows of an import as a file.
   *
   * In the order of the file. `outcome=refused` with `format=csv` is the file of refused rows with their problems, which can be corrected
   * and uploaded again. Rows are deleted 30 days after the upload.
   */
  listRowsFile(id: string, input: ListImportRowsFileInput, options?: CallOptions): Call<Response, "imports.listRowsFile"> {
    return file(this.request, "imports.listRowsFile", "read", "GET /files/imports/:id/rows", { params: { id }, query: input, options });
  }

  /**
   * Check an import.
   *
   * Reads every row with this mapping and counts what running the import would do. Changes no leads. Can be repeated with other settings
   * until the import runs. Refused with `invalid_input` while a question about the file has no answer: `fields` has the questions by
   * `answers.` and their IDs.
   */
  check(id: string, input: CheckImportInput, options?: WriteOptions): Call<Import, "imports.check"> {
    return call(this.request, "imports.check", "write", "POST /imports/:id/check", { params: { id }, body: input, isLong: true, options });
  }

  /**
   * Run an import.
   *
   * Imports the rows of a checked import, or continues one that was paused, canceled or has failed. No one is emailed. Each row is imported
   * once, even if the worker is interrupted.
   */
  run(id: string, options?: WriteOptions): Call<Import, "imports.run"> {
    return call(this.request, "imports.run", "write", "POST /imports/:id/run", { params: { id }, isLong: true, options });
  }

  /**
   * Pause an import.
   *
   * Stops a running import after the rows in progress. Run it to continue.
   */
  pause(id: string, options?: WriteOptions): Call<Import, "imports.pause"> {
    return call(this.request, "imports.pause", "write", "POST /imports/:id/pause", { params: { id }, options });
  }

  /**
   * Cancel an import.
   *
   * Stops an import that hasn't ended. Leads that were already imported are kept; undo the import to remove them.
   */
  cancel(id: string, options?: WriteOptions): Call<Import, "imports.cancel"> {
    return call(this.request, "imports.cancel", "write", "POST /imports/:id/cancel", { params: { id }, options });
  }

  /**
   * Undo an import.
   *
   * Removes the suppressions that the import added, deletes the leads that it created, and restores what it changed. Keeps leads that have
   * claimed a code, signed up themselves or were changed since, and fields that were changed since. Possible for 30 days after the upload.
   */
  undo(id: string, options?: WriteOptions): Call<Import, "imports.undo"> {
    return call(this.request, "imports.undo", "write", "POST /imports/:id/undo", { params: { id }, isLong: true, options });
  }
}

/** The calls of `sends`. */
export class SendsResource extends Resource {
  /**
   * Preview a send.
   *
   * Returns who would get an email, who would be skipped, and warnings, without sending anything. Takes either `code` or, to preview an
   * invitation, `personal` or `batch`, or, to preview an announcement, `announcement`, and either `emails` or `filter`.
   */
  preview(input?: PreviewSendInput, options?: CallOptions): Call<PreviewSendResult, "sends.preview"> {
    return call(this.request, "sends.preview", "read", "POST /sends/preview", { body: input ?? {}, isLong: true, options });
  }

  /**
   * List sends.
   *
   * Newest first by default.
   */
  list(input?: ListSendsInput, options?: CallOptions): List<Send, "sends.list"> {
    return list(this.request, "sends.list", "read", "GET /sends", { query: input, options });
  }

  /**
   * List sends as a file.
   *
   * Newest first by default.
   */
  listFile(input: ListSendsFileInput, options?: CallOptions): Call<Response, "sends.listFile"> {
    return file(this.request, "sends.listFile", "read", "GET /files/sends", { query: input, options });
  }

  /** Get a send. */
  get(id: string, options?: CallOptions): Call<Send, "sends.get"> {
    return call(this.request, "sends.get", "read", "GET /sends/:id", { params: { id }, options });
  }

  /**
   * List a send's deliveries.
   *
   * Sorted by email address.
   */
  listDeliveries(id: string, input?: ListSendDeliveriesInput, options?: CallOptions): List<Delivery, "sends.listDeliveries"> {
    return list(this.request, "sends.listDeliveries", "read", "GET /sends/:id/deliveries", { params: { id }, query: input, options });
  }

  /**
   * List a send's deliveries as a file.
   *
   * Sorted by email address.
   */
  listDeliveriesFile(id: string, input: ListSendDeliveriesFileInput, options?: CallOptions): Call<Response, "sends.listDeliveriesFile"> {
    return file(this.request, "sends.listDeliveriesFile", "read", "GET /files/sends/:id/deliveries", { params: { id }, query: input, options });
  }

  /**
   * Retry a send's failed deliveries.
   *
   * Without `deliveries` and `filter`, retries all failed deliveries. Skips leads who received the code with another send or are about to,
   * leads that a new send would skip, and personal codes that can no longer be sent. If none of the codes can be sent, returns the same
   * error as sending the code. More than 50,000 deliveries are queued in parts after the response.
   */
  retry(id: string, input?: RetrySendInput, options?: WriteOptions): Call<RetrySendResult, "sends.retry"> {
    return call(this.request, "sends.retry", "write", "POST /sends/:id/retry", { params: { id }, body: input ?? {}, isLong: true, options });
  }

  /**
   * Cancel a send's queued deliveries.
   *
   * Also stops queueing more emails. Emails that were already sent aren't affected. An email that's being sent right now may still be
   * delivered. If it can't be delivered, it's canceled instead of retried.
   */
  cancel(id: string, options?: WriteOptions): Call<Send, "sends.cancel"> {
    return call(this.request, "sends.cancel", "write", "POST /sends/:id/cancel", { params: { id }, isLong: true, options });
  }

  /**
   * Resend undelivered emails.
   *
   * Creates a new send of the same code, or of the leads' personal codes. Failed emails of an announcement can only be retried. The
   * recipients are the leads whose email failed or was canceled and who haven't received the code with another send. Skips the same leads
   * as a new send, and leads whose personal code can no longer be sent (`code_unusable`). If none of the codes can be sent, returns the
   * same error as sending the code. More than 50,000 emails are queued in parts after the response.
   */
  resendUndelivered(id: string, options?: WriteOptions): Call<SendCodeResult, "sends.resendUndelivered"> {
    return call(this.request, "sends.resendUndelivered", "write", "POST /sends/:id/resend", { params: { id }, isLong: true, options });
  }

  /** Estimate how long a send takes. */
  estimate(input: EstimateSendInput, options?: CallOptions): Call<EstimateSendResult, "sends.estimate"> {
    return call(this.request, "sends.estimate", "read", "GET /sends/estimate", { query: input, options });
  }
}

/** The calls of `deliveries`. */
export class DeliveriesResource extends Resource {
  /**
   * List deliveries.
   *
   * Returns the deliveries of all sends, newest first.
   */
  list(input?: ListDeliveriesInput, options?: CallOptions): List<Delivery, "deliveries.list"> {
    return list(this.request, "deliveries.list", "read", "GET /deliveries", { query: input, options });
  }

  /**
   * List deliveries as a file.
   *
   * Returns the deliveries of all sends, newest first.
   */
  listFile(input: ListDeliveriesFileInput, options?: CallOptions): Call<Response, "deliveries.listFile"> {
    return file(this.request, "deliveries.listFile", "read", "GET /files/deliveries", { query: input, options });
  }

  /**
   * Retry all waiting emails now.
   *
   * Makes the next attempt of each delivery with the status `retrying` due now, for example when the mail server is reachable again, and
   * the delays between attempts start again. Also retries emails to staff.
   */
  retry(options?: WriteOptions): Call<RetryDeliveriesResult, "deliveries.retry"> {
    return call(this.request, "deliveries.retry", "write", "POST /deliveries/retry", { isLong: true, options });
  }

  /**
   * Resume email that the mail server refused.
   *
   * If the mail server refuses more than a tenth of the last 50 emails for the same reason, or more than half for any, email is paused:
   * `paused` of the project contains `email`, and the overview lists `email_refused` with the server's words. This resumes it, and sends
   * the emails that were refused during the pause, each once. Changes nothing while email isn't paused for this reason.
   */
  resume(options?: WriteOptions): Call<ResumeDeliveriesResult, "deliveries.resume"> {
    return call(this.request, "deliveries.resume", "write", "POST /deliveries/resume", { isLong: true, options });
  }

  /**
   * Find the file of a saved email.
   *
   * Files are removed after 30 days, stay on the machine whose worker saved them, and aren't part of a backup. The email can be sent
   * without its file: `POST /deliveries/send-saved`.
   */
  getSavedFile(id: string, options?: CallOptions): Call<GetSavedFileResult, "deliveries.getSavedFile"> {
    return call(this.request, "deliveries.getSavedFile", "read", "GET /deliveries/:id/file", { params: { id }, options });
  }

  /**
   * List saved emails.
   *
   * Returns the emails that were saved to files because no mail server was connected, and those that `POST /deliveries/send-saved` skipped,
   * newest first.
   */
  listSavedEmails(input?: ListSavedEmailsInput, options?: CallOptions): List<SavedEmail, "deliveries.listSavedEmails"> {
    return list(this.request, "deliveries.listSavedEmails", "read", "GET /deliveries/saved", { query: input, options });
  }

  /**
   * Preview sending emails that were saved to files.
   *
   * Returns which emails `POST /deliveries/send-saved` would send and to whom, and which it would skip and why. Changes nothing.
   */
  previewSavedEmails(options?: CallOptions): Call<PreviewSavedEmailsResult, "deliveries.previewSavedEmails"> {
    return call(this.request, "deliveries.previewSavedEmails", "read", "GET /deliveries/send-saved/preview", { isLong: true, options });
  }

  /**
   * Send emails that were saved to files.
   *
   * Sends the emails that were saved to files before a mail server was connected, each of them once, however often and by how many this is
   * called. Emails that are skipped get the status `canceled` or `suppressed`, and a `skipReason`.
   */
  sendSavedEmails(options?: WriteOptions): Call<SendSavedEmailsResult, "deliveries.sendSavedEmails"> {
    return call(this.request, "deliveries.sendSavedEmails", "write", "POST /deliveries/send-saved", { isLong: true, options });
  }

  /**
   * Undo suppressions after a pause.
   *
   * After the mail server refused so many emails that email was paused, removes the suppressions of people who were refused for the same
   * reason, from an hour before the pause on. Their invitations are open again, unless they were invited again, and their emails are sent
   * when email isn't paused. Possible until 24 hours after the pause. Places that a wave has passed on stay passed on.
   */
  undoSuppressions(options?: WriteOptions): Call<UndoSuppressionsResult, "deliveries.undoSuppressions"> {
    return call(this.request, "deliveries.undoSuppressions", "write", "POST /deliveries/undo-suppressions", { isLong: true, options });
  }
}

/** The calls of `messages`. */
export class MessagesResource extends Resource {
  /**
   * List automatic emails.
   *
   * Returns the emails that were sent automatically, newest first.
   */
  list(input?: ListMessagesInput, options?: CallOptions): List<AutomaticEmail, "messages.list"> {
    return list(this.request, "messages.list", "read", "GET /messages", { query: input, options });
  }

  /**
   * List automatic emails as a file.
   *
   * Returns the emails that were sent automatically, newest first.
   */
  listFile(input: ListMessagesFileInput, options?: CallOptions): Call<Response, "messages.listFile"> {
    return file(this.request, "messages.listFile", "read", "GET /files/messages", { query: input, options });
  }

  /**
   * Retry failed automatic emails.
   *
   * Without `messages` and `filter`, retries all failed automatic emails.
   */
  retry(input?: RetryMessagesInput, options?: WriteOptions): Call<RetryMessagesResult, "messages.retry"> {
    return call(this.request, "messages.retry", "write", "POST /messages/retry", { body: input ?? {}, isLong: true, options });
  }

  /**
   * Resend an automatic email to a lead.
   *
   * Sends the lead another email of this kind. If it is about a code: a reminder has that of their invitation, `claimed` that of their last
   * claim, and `confirm_claim` that of their last email of this kind.
   */
  resend(input: ResendMessageInput, options?: WriteOptions): Call<AutomaticEmail, "messages.resend"> {
    return call(this.request, "messages.resend", "write", "POST /messages/resend", { body: input, options });
  }
}

/** The calls of `announcements`. */
export class AnnouncementsResource extends Resource {
  /**
   * Send an announcement to leads.
   *
   * Queues an email without a code for each lead, now or at `scheduledAt`. The texts have the same Markdown and variables as the
   * “Announcement” email template. Every email has an unsubscribe link. Suppressed, bounced, unconfirmed and held leads are skipped. Takes
   * either `emails` or `filter`. The recipients are chosen now, also for a scheduled announcement. Leads who unsubscribe, are held or are
   * deleted before it's sent don't get it. The announcement is a send: get its progress, retry failed emails or cancel it with the
   * endpoints of sends.
   */
  send(input: SendAnnouncementInput, options?: WriteOptions): Call<SendCodeResult, "announcements.send"> {
    return call(this.request, "announcements.send", "write", "POST /announcements", { body: input, isLong: true, options });
  }
}

/** The calls of `waitlist`. */
export class WaitlistResource extends Resource {
  /**
   * List the waitlist.
   *
   * Returns the leads with one waitlist status, or those that a wave invited, in the order of the line. Without `limit`, the response
   * streams all of them.
   */
  list(input?: ListWaitlistInput, options?: CallOptions): List<WaitlistEntry, "waitlist.list"> {
    return list(this.request, "waitlist.list", "read", "GET /waitlist", { query: input, options });
  }

  /**
   * List the waitlist as a file.
   *
   * Returns the leads with one waitlist status, or those that a wave invited, in the order of the line. Without `limit`, the response
   * streams all of them.
   */
  listFile(input: ListWaitlistFileInput, options?: CallOptions): Call<Response, "waitlist.listFile"> {
    return file(this.request, "waitlist.listFile", "read", "GET /files/waitlist", { query: input, options });
  }

  /**
   * Move a lead on the waitlist.
   *
   * Moves a lead to a position. A position beyond the end moves them to the end.
   */
  move(input: MoveOnWaitlistInput, options?: WriteOptions): Call<WaitlistEntry, "waitlist.move"> {
    return call(this.request, "waitlist.move", "write", "POST /waitlist/move", { body: input, options });
  }

  /**
   * Get the waitlist funnel.
   *
   * Returns how many people joined, and how many of them confirmed their email address, were invited or claimed a code, and claimed one.
   */
  getFunnel(options?: CallOptions): Call<GetWaitlistFunnelResult, "waitlist.getFunnel"> {
    return call(this.request, "waitlist.getFunnel", "read", "GET /waitlist/funnel", { options });
  }
}

/** The calls of `waves`. */
export class WavesResource extends Resource {
  /**
   * List waves.
   *
   * Newest first.
   */
  list(input?: ListWavesInput, options?: CallOptions): List<Wave, "waves.list"> {
    return list(this.request, "waves.list", "read", "GET /waves", { query: input, options });
  }

  /** Get a wave. */
  get(id: string, options?: CallOptions): Call<Wave, "waves.get"> {
    return call(this.request, "waves.get", "read", "GET /waves/:id", { params: { id }, options });
  }

  /**
   * Invite the next in line.
   *
   * Generates a personal code for each of the first people in line, or gives each one of the codes of `batch`, takes them off the waitlist
   * and queues their emails. People with a suppression are skipped. People for whom the batch has no code left stay in line. With
   * `scheduledAt`, this happens then. With `repeat`, it happens at each of these times, from `scheduledAt` on. If anything fails, no one is
   * invited. More than 50,000 people are invited in parts after the response: those who are in line now, until all are invited, something
   * fails or the wave is canceled. `subject`, `body` and `button` replace those of the email template for this wave, with the same rules.
   */
  create(input: CreateWaveInput, options?: WriteOptions): Call<CreateWaveResult, "waves.create"> {
    return call(this.request, "waves.create", "write", "POST /waves", { body: input, isLong: true, options });
  }

  /**
   * Preview a wave.
   *
   * Returns who would be invited and who would be skipped, without inviting anyone.
   */
  preview(input: PreviewWaveInput, options?: CallOptions): Call<PreviewWaveResult, "waves.preview"> {
    return call(this.request, "waves.preview", "read", "POST /waves/preview", { body: input, options });
  }

  /**
   * Get daily wave stats.
   *
   * Returns how many people the wave invited per day, and how many of them claimed their code.
   */
  getStats(id: string, options?: CallOptions): Call<GetWaveStatsResult, "waves.getStats"> {
    return call(this.request, "waves.getStats", "read", "GET /waves/:id/stats", { params: { id }, options });
  }

  /**
   * Cancel a wave.
   *
   * Cancels a scheduled wave, or stops a large wave whose people are being invited: no one else is invited, and people whose email wasn't
   * sent yet return to their position in line. Canceling it again changes nothing.
   */
  cancel(id: string, options?: WriteOptions): Call<Wave, "waves.cancel"> {
    return call(this.request, "waves.cancel", "write", "POST /waves/:id/cancel", { params: { id }, body: {}, isLong: true, options });
  }

  /**
   * Pause a recurring wave.
   *
   * Invites no one until the wave is resumed. Pausing it again changes nothing.
   */
  pause(id: string, options?: WriteOptions): Call<Wave, "waves.pause"> {
    return call(this.request, "waves.pause", "write", "POST /waves/:id/pause", { params: { id }, body: {}, options });
  }

  /**
   * Resume a recurring wave.
   *
   * Continues at the next of its times. Times that passed during the pause are skipped. Resuming it again changes nothing.
   */
  resume(id: string, options?: WriteOptions): Call<Wave, "waves.resume"> {
    return call(this.request, "waves.resume", "write", "POST /waves/:id/resume", { params: { id }, body: {}, options });
  }

  /**
   * End a recurring wave.
   *
   * Invites no one else, and passes no more places on. The invitations that were sent stay valid. Ending it again changes nothing.
   */
  end(id: string, options?: WriteOptions): Call<Wave, "waves.end"> {
    return call(this.request, "waves.end", "write", "POST /waves/:id/end", { params: { id }, body: {}, options });
  }
}

/** The calls of `suppressions`. */
export class SuppressionsResource extends Resource {
  /**
   * List suppressions.
   *
   * Newest first by default.
   */
  list(input?: ListSuppressionsInput, options?: CallOptions): List<Suppression, "suppressions.list"> {
    return list(this.request, "suppressions.list", "read", "GET /suppressions", { query: input, options });
  }

  /**
   * List suppressions as a file.
   *
   * Newest first by default.
   */
  listFile(input: ListSuppressionsFileInput, options?: CallOptions): Call<Response, "suppressions.listFile"> {
    return file(this.request, "suppressions.listFile", "read", "GET /files/suppressions", { query: input, options });
  }

  /**
   * Add a suppression.
   *
   * Stops all emails to this person, including queued ones. They don't have to be a lead. If they're already suppressed, updates the reason
   * and the note that you send.
   */
  add(input: AddSuppressionInput, options?: WriteOptions): Call<Suppression, "suppressions.add"> {
    return call(this.request, "suppressions.add", "write", "POST /suppressions", { body: input, options });
  }

  /**
   * Update a suppression.
   *
   * Fields you leave out don't change.
   */
  update(email: string, input?: UpdateSuppressionInput, options?: WriteOptions): Call<Suppression, "suppressions.update"> {
    return call(this.request, "suppressions.update", "write", "PATCH /suppressions/:email", { params: { email }, body: input ?? {}, options });
  }

  /**
   * Remove a suppression.
   *
   * Gatehouse can email this person again. Emails that the suppression stopped aren't sent. Returns the removed suppression.
   */
  remove(email: string, options?: WriteOptions): Call<Suppression, "suppressions.remove"> {
    return call(this.request, "suppressions.remove", "write", "DELETE /suppressions/:email", { params: { email }, options });
  }
}

/** The calls of `inbound`. */
export class InboundResource extends Resource {
  /**
   * Report a bounce message.
   *
   * Takes the raw message that a mail server sent back: a delivery status notification (RFC 3464 or 6533), a bounce message as text, or a
   * complaint (RFC 5965). Other messages are refused. It must contain the Message-ID of the email, which bounce messages return: anyone can
   * write to the address that receives them. Leads whose email bounced permanently, or who reported it as spam, are suppressed with the
   * reason `bounced` or `complained`. The email gets the status `bounced`, and an open invitation ends. Leads who unsubscribed at the
   * provider are suppressed too, and not counted. Failures that aren't about the recipient, temporary ones and recipients who aren't leads
   * are ignored. A repeated report changes nothing and returns zeros. So does a report that can't be read, which is listed under *Settings
   * › System*.
   */
  reportBounceMessage(content: FileContent, options?: WriteOptions): Call<ReportBounceMessageResult, "inbound.reportBounceMessage"> {
    return upload(this.request, "inbound.reportBounceMessage", "write", "POST /inbound/dsn", { file: content, type: "message/rfc822", options });
  }
}

/** The calls of `claims`. */
export class ClaimsResource extends Resource {
  /**
   * Exchange a claim token.
   *
   * Returns who claimed which code. A claim token works once, within 60 seconds. Otherwise `details.reason` is `used`, `expired`, or
   * `unknown` if there's no such token, its claim was deleted, or it expired more than 24 hours ago. `customer` is the same as `lead`, for
   * older clients. Without `emailVerified`, a claim proves that the person has the code, not that they own the email address: don't sign
   * anyone in by the email address of such a claim.
   */
  exchange(input?: ExchangeTokenInput, options?: WriteOptions): Call<ExchangeTokenResult, "claims.exchange"> {
    return call(this.request, "claims.exchange", "write", "POST /claims/exchange", { body: input ?? {}, options });
  }

  /**
   * List claims.
   *
   * Newest first by default.
   */
  list(input?: ListClaimsInput, options?: CallOptions): List<Claim, "claims.list"> {
    return list(this.request, "claims.list", "read", "GET /claims", { query: input, options });
  }

  /**
   * List claims as a file.
   *
   * Newest first by default.
   */
  listFile(input: ListClaimsFileInput, options?: CallOptions): Call<Response, "claims.listFile"> {
    return file(this.request, "claims.listFile", "read", "GET /files/claims", { query: input, options });
  }

  /**
   * Revoke a claim.
   *
   * Permanently deletes the claim. This can't be undone. The person loses access, the claim's tokens stop working, and the code can be
   * claimed once more. Returns the revoked claim.
   */
  revoke(input: RevokeClaimInput, options?: WriteOptions): Call<Claim, "claims.revoke"> {
    return call(this.request, "claims.revoke", "write", "POST /claims/revoke", { body: input, options });
  }

  /**
   * Gate a sign-up.
   *
   * Returns whether a person may sign up for your app: by a claim, a tag or an invitation of their email address. Changes nothing, and
   * doesn't use up a code. Create an account only if `allowed` is `true`: not after an error, and not without an answer.
   */
  gate(input: GateSignUpInput, options?: CallOptions): Call<GateSignUpResult, "claims.gate"> {
    return call(this.request, "claims.gate", "read", "POST /claims/gate", { body: input, options });
  }

  /**
   * Get daily claim stats.
   *
   * Returns the number of claims per day.
   */
  getStats(input?: GetClaimStatsInput, options?: CallOptions): Call<GetLeadStatsResult, "claims.getStats"> {
    return call(this.request, "claims.getStats", "read", "GET /claims/stats", { query: input, options });
  }

  /**
   * List failed claim attempts.
   *
   * Returns who tried to claim a code but couldn't, or which codes a person tried, latest first. Takes either `code` or `email`. Attempts
   * are recorded shortly after the response if the code or the lead exists: the latest 20 for each code and the latest 20 for each email
   * address, for 30 days.
   */
  listFailed(input?: ListFailedClaimsInput, options?: CallOptions): Call<FailedClaim[], "claims.listFailed"> {
    return call(this.request, "claims.listFailed", "read", "GET /claims/failed", { query: input, options });
  }
}

/** The calls of `batches`. */
export class BatchesResource extends Resource {
  /**
   * List batches.
   *
   * Newest first by default.
   */
  list(input?: ListBatchesInput, options?: CallOptions): List<Batch, "batches.list"> {
    return list(this.request, "batches.list", "read", "GET /batches", { query: input, options });
  }

  /**
   * List batches as a file.
   *
   * Newest first by default.
   */
  listFile(input: ListBatchesFileInput, options?: CallOptions): Call<Response, "batches.listFile"> {
    return file(this.request, "batches.listFile", "read", "GET /files/batches", { query: input, options });
  }

  /** Get a batch. */
  get(batch: string, options?: CallOptions): Call<Batch, "batches.get"> {
    return call(this.request, "batches.get", "read", "GET /batches/:batch", { params: { batch }, options });
  }

  /**
   * Create a batch.
   *
   * Generates codes like `POST /codes/generate`, but returns a background job instead of the codes. Up to 10,000 codes are generated before
   * the response. Larger batches are generated in the background, and the job's `batch` is set when the batch exists.
   */
  create(input?: CreateBatchInput, options?: WriteOptions): Call<Job, "batches.create"> {
    return call(this.request, "batches.create", "write", "POST /batches", { body: input ?? {}, options });
  }

  /**
   * Update a batch.
   *
   * Renames the batch, pauses or resumes all of its codes at once, says where they are redeemed, or whose emails can claim them. Existing
   * claims are kept. Fields you leave out don't change. A code that you paused on its own stays paused when you resume the batch.
   */
  update(batch: string, input?: UpdateBatchInput, options?: WriteOptions): Call<Batch, "batches.update"> {
    return call(this.request, "batches.update", "write", "PATCH /batches/:batch", { params: { batch }, body: input ?? {}, isLong: true, options });
  }

  /**
   * Delete a batch.
   *
   * Permanently deletes the batch. This can't be undone. Also deletes its codes, claims and tokens and cancels its queued emails. Everyone
   * who claimed one of the codes loses access. Returns a background job. A large batch is deleted in the background: it's paused right
   * away, and stays paused if you cancel the job.
   */
  delete(batch: string, options?: WriteOptions): Call<Job, "batches.delete"> {
    return call(this.request, "batches.delete", "write", "DELETE /batches/:batch", { params: { batch }, isLong: true, options });
  }

  /**
   * Run a bulk action on batches.
   *
   * Pauses, resumes, extends or deletes the batches you list. If one of them doesn't exist, none are changed. `extend` and `delete` start a
   * background job for each batch. `extend` changes all codes of a batch, including codes that you extended on their own. Codes with more
   * claims than the new `allowedClaims` keep their values, and the job's `error` says how many there are. `delete` works like `DELETE
   * /batches/:batch`, except that `bin` moves the batches to the bin.
   */
  bulkUpdate(input: BulkUpdateBatchesInput, options?: WriteOptions): Call<BulkUpdateBatchesResult, "batches.bulkUpdate"> {
    return call(this.request, "batches.bulkUpdate", "write", "POST /batches/bulk", { body: input, isLong: true, options });
  }
}

/** The calls of `bin`. */
export class BinResource extends Resource {
  /**
   * List the bin.
   *
   * Codes, leads and batches that staff deleted, last deleted first. The codes of a deleted batch are only listed if `q` finds them.
   */
  list(input?: ListBinInput, options?: CallOptions): List<BinEntry, "bin.list"> {
    return list(this.request, "bin.list", "read", "GET /bin", { query: input, options });
  }

  /**
   * Restore from the bin.
   *
   * Restores the `entries` you list, or everything that a job deleted (`deletion`): with claims, deliveries, waitlist position, referrals
   * and reservations as they were. Returns a background job. What can't be restored stays in the bin, or is left out if it belongs to a
   * code or lead, and the job's `error` says how much and why. Emails that were waiting to be sent are only sent if their send is still in
   * progress.
   */
  restore(input?: RestoreFromBinInput, options?: WriteOptions): Call<Job, "bin.restore"> {
    return call(this.request, "bin.restore", "write", "POST /bin/restore", { body: input ?? {}, isLong: true, options });
  }

  /**
   * Delete from the bin.
   *
   * Permanently deletes the `entries` you list, or everything that is in the bin (`all`). This can't be undone. Returns a background job.
   */
  delete(input?: DeleteFromBinInput, options?: WriteOptions): Call<Job, "bin.delete"> {
    return call(this.request, "bin.delete", "write", "POST /bin/delete", { body: input ?? {}, isLong: true, options });
  }
}

/** The calls of `prints`. */
export class PrintsResource extends Resource {
  /**
   * Print codes.
   *
   * Makes a PDF with a card for each code, or a ZIP archive with their QR codes. Takes either `codes` or `filter`, which can select 1 to
   * 10,000 codes. Each QR code opens the claim page with its code. The file is made in the background: wait until `status` is `completed`,
   * then download it. It's kept for 7 days. Codes that are deleted in the meantime are left out.
   */
  create(input?: CreatePrintInput, options?: WriteOptions): Call<Print, "prints.create"> {
    return call(this.request, "prints.create", "write", "POST /prints", { body: input ?? {}, options });
  }

  /**
   * Preview cards.
   *
   * Draws the first page as `POST /prints` would, without making a file.
   */
  preview(input?: PreviewPrintInput, options?: CallOptions): Call<PreviewPrintResult, "prints.preview"> {
    return call(this.request, "prints.preview", "read", "POST /prints/preview", { body: input ?? {}, options });
  }

  /**
   * List prints.
   *
   * Newest first. Prints are listed until their files are deleted.
   */
  list(input?: ListPrintsInput, options?: CallOptions): List<Print, "prints.list"> {
    return list(this.request, "prints.list", "read", "GET /prints", { query: input, options });
  }

  /** Get a print. */
  get(id: string, options?: CallOptions): Call<Print, "prints.get"> {
    return call(this.request, "prints.get", "read", "GET /prints/:id", { params: { id }, options });
  }

  /** Download a print. */
  download(id: string, options?: CallOptions): Call<Response, "prints.download"> {
    return file(this.request, "prints.download", "read", "GET /prints/:id/file", { params: { id }, options });
  }

  /**
   * Delete a print.
   *
   * Deletes the file. If it isn't complete yet, its background job is canceled. Returns the print as it was. The codes don't change.
   */
  delete(id: string, options?: WriteOptions): Call<Print, "prints.delete"> {
    return call(this.request, "prints.delete", "write", "DELETE /prints/:id", { params: { id }, options });
  }
}

/** The calls of `jobs`. */
export class JobsResource extends Resource {
  /**
   * List background jobs.
   *
   * Newest first. Jobs are kept for one month after they end.
   */
  list(input?: ListJobsInput, options?: CallOptions): List<Job, "jobs.list"> {
    return list(this.request, "jobs.list", "read", "GET /jobs", { query: input, options });
  }

  /** Get a background job. */
  get(id: string, options?: CallOptions): Call<Job, "jobs.get"> {
    return call(this.request, "jobs.get", "read", "GET /jobs/:id", { params: { id }, options });
  }

  /**
   * Cancel a background job.
   *
   * Changes that the job has already made are kept. If the job generates a batch, the batch is discarded. If it queues the emails of a send
   * or wave, those that weren't sent yet are canceled too. Canceling a job that has ended does nothing.
   */
  cancel(id: string, options?: WriteOptions): Call<Job, "jobs.cancel"> {
    return call(this.request, "jobs.cancel", "write", "POST /jobs/:id/cancel", { params: { id }, isLong: true, options });
  }
}

/** The calls of `exports`. */
export class ExportsResource extends Resource {
  /**
   * List exports.
   *
   * Newest first.
   */
  list(input?: ListExportsInput, options?: CallOptions): List<Export, "exports.list"> {
    return list(this.request, "exports.list", "read", "GET /exports", { query: input, options });
  }

  /**
   * Export a list in the background.
   *
   * Makes a file of all matching rows in the background, for lists that take too long to download at once. The file is kept for 7 days.
   * When a lead is deleted, all files are deleted earlier, because they can contain their data.
   */
  create(input: CreateExportInput, options?: WriteOptions): Call<Export, "exports.create"> {
    return call(this.request, "exports.create", "write", "POST /exports", { body: input, options });
  }

  /**
   * List the columns of exported files.
   *
   * Returns the columns of a list, which `columns` takes by `field` or `name`, and their titles in CSV and Excel files. Leads have a column
   * for each question.
   */
  listColumns(input: ListExportColumnsInput, options?: CallOptions): Call<ListExportColumnsResult[], "exports.listColumns"> {
    return call(this.request, "exports.listColumns", "read", "GET /exports/columns", { query: input, options });
  }

  /** Get an export. */
  get(id: string, options?: CallOptions): Call<Export, "exports.get"> {
    return call(this.request, "exports.get", "read", "GET /exports/:id", { params: { id }, options });
  }

  /**
   * Cancel or delete an export.
   *
   * Cancels the export if it's still running, and deletes its file. Returns the deleted export.
   */
  delete(id: string, options?: WriteOptions): Call<Export, "exports.delete"> {
    return call(this.request, "exports.delete", "write", "DELETE /exports/:id", { params: { id }, options });
  }

  /** Download an exported file. */
  download(id: string, options?: CallOptions): Call<Response, "exports.download"> {
    return file(this.request, "exports.download", "read", "GET /exports/:id/file", { params: { id }, options });
  }
}

/** The calls of `overview`. */
export class OverviewResource extends Resource {
  /**
   * Get the overview.
   *
   * Returns the project's key numbers and what needs your attention.
   */
  get(options?: CallOptions): Call<GetOverviewResult, "overview.get"> {
    return call(this.request, "overview.get", "read", "GET /overview", { options });
  }
}

/** The calls of `events`. */
export class EventsResource extends Resource {
  /**
   * List events.
   *
   * Newest first by default, without `records.changed` unless `kind` has it, and without `email.delivered` unless `kind` has it or `email`
   * is set. With `order=asc`, oldest first, and without the events of the last moment before which another can still appear: following them
   * with `after` misses none. See the guide, *Keep a copy*.
   */
  list(input?: ListEventsInput, options?: CallOptions): List<Event, "events.list"> {
    return list(this.request, "events.list", "read", "GET /events", { query: input, options });
  }

  /**
   * List events as a file.
   *
   * Newest first by default, without `records.changed` unless `kind` has it, and without `email.delivered` unless `kind` has it or `email`
   * is set. With `order=asc`, oldest first, and without the events of the last moment before which another can still appear: following them
   * with `after` misses none. See the guide, *Keep a copy*.
   */
  listFile(input: ListEventsFileInput, options?: CallOptions): Call<Response, "events.listFile"> {
    return file(this.request, "events.listFile", "read", "GET /files/events", { query: input, options });
  }

  /**
   * Follow events.
   *
   * Events in the order in which they happened, oldest first. Send the `cursor` of each answer as `after` of the next request: you miss
   * none and get none twice. `data` is the record as it is when you read the event, with what changed in `change`.
   *
   * The types are:
   *
   * - `lead.created`: A lead was added: by a sign-up, a claim, a key or a staff member.
   * - `lead.updated`: A lead changed in a way that has no type of its own, such as their name, tags or suppression.
   * - `lead.confirmed`: A lead confirmed their email address with a link that was emailed to them.
   * - `lead.held`: A sign-up is held for review. It follows the `lead.created` of the same lead.
   * - `lead.approved`: A held sign-up was approved.
   * - `lead.joined_waitlist`: A lead who existed before joined the waitlist, or returned to it. A new lead who waits is `lead.created`,
   * with `onWaitlist`.
   * - `lead.declined`: A lead declined their invitation.
   * - `lead.invitation_expired`: The invitation of a lead expired.
   * - `lead.bounced`: The mailbox of a lead doesn't exist, so they get no more email.
   * - `lead.unsubscribed`: A lead unsubscribed from email.
   * - `lead.email_changed`: A lead changed their email address.
   * - `lead.deleted`: A lead was deleted. `change.bin` is `true` if they can be restored.
   * - `lead.restored`: A lead was restored from the bin.
   * - `lead.invited`: Leads were invited, each with a code of their own. `GET /sends/:id/deliveries` has who was.
   * - `leads.imported`: Leads were imported from a file. `GET /imports/:id/rows` has them.
   * - `leads.import_undone`: An import of leads was undone. `GET /imports/:id/rows` has them.
   * - `suppressions.imported`: Suppressions were imported from a file.
   * - `suppressions.import_undone`: An import of suppressions was undone.
   * - `codes.generated`: Codes were generated or imported as a batch. `GET /codes?batch=:id` has them.
   * - `code.claimed`: A code was claimed, by the email in `change`.
   * - `code.exhausted`: A code has no uses left: it follows the `code.claimed` of the last one, or the `code.extended` that allowed fewer.
   * - `code.expired`: The end date of a code passed. It follows `code.extended` if the code got an end date in the past.
   * - `code.sent`: A code was sent to leads. `change.send` is the ID of the send.
   * - `code.updated`: A code was reserved, returned to its batch, tagged, or got new words, metadata or another external ID.
   * - `code.paused`: A code was paused.
   * - `code.resumed`: A code was resumed.
   * - `code.extended`: A code got more claims or another end date.
   * - `code.deleted`: A code was deleted. `change.bin` is `true` if it can be restored.
   * - `code.restored`: A code was restored from the bin.
   * - `claim.revoked`: A claim of a code was revoked, that of the email in `change`.
   * - `batch.updated`: The name of a batch changed, where its codes are redeemed, or whose emails can claim them.
   * - `batch.paused`: All codes of a batch were paused.
   * - `batch.resumed`: All codes of a batch were resumed.
   * - `batch.extended`: The codes of a batch got more claims or another end date.
   * - `batch.expired`: More than 100 codes of a batch ended at the same time, or the batch got an end date in the past: its codes have no
   * `code.expired` then. `GET /codes?batch=:id&status=expired` has them.
   * - `batch.deleted`: A batch was deleted with its codes.
   * - `batch.restored`: A batch was restored from the bin with its codes.
   * - `wave.updated`: A wave was scheduled, canceled, paused or resumed.
   * - `wave.sent`: A wave invited the next in line.
   * - `wave.ended`: A recurring wave ended.
   * - `announcement.sent`: An announcement was sent.
   * - `send.updated`: A send was canceled, or its failed emails were retried.
   * - `send.finished`: All emails of a send have their result, also if the last ones were canceled. `change.deliveries` counts them by
   * status. If failed emails are retried, it happens again.
   * - `webhook.disabled`: Gatehouse stopped a webhook that failed for days or is gone. `change.webhook` is its ID.
   * - `email.delivered`: The mail server accepted an email to a lead. `change` has the IDs of the `delivery` and of its `send`, if it has
   * one, and the `kind` of email.
   * - `email.failed`: An email to a lead failed permanently. `change.reason` has the codes of the mail server's response.
   * - `email.bounced`: The mailbox of a lead doesn't exist, as the mail server said at once or a report later. `lead.bounced` says that
   * they get no more email.
   * - `email.complained`: A lead reported an email as spam.
   * - `records.changed`: Records changed together with others: the leads with the IDs in `leads`, the codes in `codes`, or those in the
   * rows of `change.import`.
   *
   * Events about staff members and API keys (`staff.…` and `key.…`) are returned only if `types` has them. See the guide, *Follow what
   * happens*.
   */
  readFeed(input?: ReadFeedInput, options?: CallOptions): Call<ReadFeedResult, "events.readFeed"> {
    return callForAll(this.request, "events.readFeed", "read", "GET /events/feed", { query: input, isLong: true, options });
  }

  /**
   * Stream events.
   *
   * The events of `GET /events/feed` as server-sent events, as they happen: `event` is the type, `data` the event, and `id` where the
   * stream continues, which readers send as `Last-Event-ID`. The stream ends after 60 seconds, and readers such as `EventSource` connect
   * again. It starts with what happens from now on, unless there's `after` or `Last-Event-ID`.
   */
  streamFeed(input?: StreamFeedInput, options?: CallOptions): Call<Response, "events.streamFeed"> {
    return file(this.request, "events.streamFeed", "read", "GET /events/stream", { query: input, isLong: true, options });
  }
}

/** The calls of `webhooks`. */
export class WebhooksResource extends Resource {
  /**
   * Get an event in the original format.
   *
   * For clients of the original service. Returns the event with the ID that a webhook in the original format got as `event`, with the
   * records as they are now; of new codes, the first that the batch still has. Events of other types, and events whose records don't exist
   * any more, are `event_not_found`. Prefer `GET /events/feed`, or webhooks in the standard format, which have the event in their body.
   */
  construct(input: ConstructEventInput, options?: CallOptions): Call<{
    event: "LEAD_CREATION";
    data: Lead;
  } | {
    event: "CODE_CREATION";
    data: Code;
  } | {
    event: "CODE_CLAIM";
    data: {
      lead: Lead;
      code: Code;
    };
  }, "webhooks.construct"> {
    return call(this.request, "webhooks.construct", "read", "POST /webhooks/construct", { body: input, options });
  }

  /**
   * List webhooks.
   *
   * Oldest first.
   */
  list(options?: CallOptions): Call<Webhook[], "webhooks.list"> {
    return call(this.request, "webhooks.list", "read", "GET /webhooks", { options });
  }

  /**
   * Create a webhook.
   *
   * Sends events to a URL from now on. A project has up to 50 webhooks. See the guide “Receive webhooks”.
   */
  create(input: CreateWebhookInput, options?: WriteOptions): Call<CreateWebhookResult, "webhooks.create"> {
    return call(this.request, "webhooks.create", "write", "POST /webhooks", { body: input, options });
  }

  /** Get a webhook. */
  get(id: string, options?: CallOptions): Call<Webhook, "webhooks.get"> {
    return call(this.request, "webhooks.get", "read", "GET /webhooks/:id", { params: { id }, options });
  }

  /**
   * Update a webhook.
   *
   * Fields that are left out stay as they are. What was queued before is sent to the new URL.
   */
  update(id: string, input?: UpdateWebhookInput, options?: WriteOptions): Call<Webhook, "webhooks.update"> {
    return call(this.request, "webhooks.update", "write", "PATCH /webhooks/:id", { params: { id }, body: input ?? {}, options });
  }

  /**
   * Delete a webhook.
   *
   * Its deliveries are deleted too, also those that are still queued.
   */
  delete(id: string, options?: WriteOptions): Call<Webhook, "webhooks.delete"> {
    return call(this.request, "webhooks.delete", "write", "DELETE /webhooks/:id", { params: { id }, options });
  }

  /**
   * Rotate a webhook's secret.
   *
   * Returns a new secret. Requests are signed with both for 24 hours.
   */
  rotateSecret(id: string, input?: RotateWebhookSecretInput, options?: WriteOptions): Call<CreateWebhookResult, "webhooks.rotateSecret"> {
    return call(this.request, "webhooks.rotateSecret", "write", "POST /webhooks/:id/rotate-secret", { params: { id }, body: input ?? {}, options });
  }

  /**
   * Test a webhook.
   *
   * Sends a sample of an event once, also while the webhook is paused, and returns what became of it.
   */
  test(id: string, input: TestWebhookInput, options?: WriteOptions): Call<WebhookDelivery, "webhooks.test"> {
    return call(this.request, "webhooks.test", "write", "POST /webhooks/:id/test", { params: { id }, body: input, isLong: true, options });
  }

  /**
   * Pause a webhook.
   *
   * Nothing is sent until it is resumed. Requests that start in the next seconds, before a worker has noticed, are completed. Pausing it
   * again changes nothing.
   */
  pause(id: string, options?: WriteOptions): Call<Webhook, "webhooks.pause"> {
    return call(this.request, "webhooks.pause", "write", "POST /webhooks/:id/pause", { params: { id }, options });
  }

  /**
   * Resume a webhook.
   *
   * Resumes a webhook that is paused or disabled. Resuming an active one changes nothing.
   */
  resume(id: string, input: ResumeWebhookInput, options?: WriteOptions): Call<Webhook, "webhooks.resume"> {
    return call(this.request, "webhooks.resume", "write", "POST /webhooks/:id/resume", { params: { id }, body: input, options });
  }

  /**
   * Send a webhook's events again.
   *
   * Starts a background job that queues events of a period again, oldest first. Events before the webhook was created are sent too.
   */
  recover(id: string, input: RecoverWebhookInput, options?: WriteOptions): Call<Job, "webhooks.recover"> {
    return call(this.request, "webhooks.recover", "write", "POST /webhooks/:id/recover", { params: { id }, body: input, isLong: true, options });
  }

  /**
   * List deliveries of webhooks.
   *
   * The newest event first. Kept for 30 days. At least one of `webhook`, `email` and `code` is required.
   */
  listDeliveries(input?: ListWebhookDeliveriesInput, options?: CallOptions): List<WebhookDelivery, "webhooks.listDeliveries"> {
    return list(this.request, "webhooks.listDeliveries", "read", "GET /webhooks/deliveries", { query: input, options });
  }

  /** Get a delivery of a webhook. */
  getDelivery(id: string, event: string, options?: CallOptions): Call<GetWebhookDeliveryResult, "webhooks.getDelivery"> {
    return call(this.request, "webhooks.getDelivery", "read", "GET /webhooks/:id/deliveries/:event", { params: { id, event }, options });
  }

  /**
   * Send a delivery again.
   *
   * Queues the event again, whatever its status. It has the same `webhook-id`, so that a receiver can ignore what it has handled.
   */
  retryDelivery(id: string, event: string, options?: WriteOptions): Call<WebhookDelivery, "webhooks.retryDelivery"> {
    return call(this.request, "webhooks.retryDelivery", "write", "POST /webhooks/:id/deliveries/:event/retry", { params: { id, event }, options });
  }
}

/** The calls of `project`. */
export class ProjectResource extends Resource {
  /** Get the project. */
  get(options?: CallOptions): Call<Project, "project.get"> {
    return call(this.request, "project.get", "read", "GET /project", { options });
  }

  /**
   * Update the project.
   *
   * Fields you leave out don't change. A secret key can change the settings for integrations: `successMessage`, `redirectUrl`,
   * `returnUrls`, `claimPageUrl`, `joinSuccessMessage`, `joinRedirectUrl`, `referralPageUrl`, `requireClaimConfirmation`. With it, other
   * fields are `invalid_input`.
   */
  update(input?: UpdateProjectInput, options?: WriteOptions): Call<Project, "project.update"> {
    return call(this.request, "project.update", "write", "PATCH /project", { body: input ?? {}, options });
  }

  /**
   * Pause or resume claims, sign-ups and email.
   *
   * Features you don't list don't change. While `claims` are paused, codes can't be claimed, but people who already claimed a code can
   * still get a new token, and tokens can be exchanged. While `sign_ups` are paused, the join page and the public key can't create leads.
   * While `email` is paused, emails to leads stay queued until you resume. Emails to staff are still sent.
   */
  pause(input?: PauseProjectInput, options?: WriteOptions): Call<Project, "project.pause"> {
    return call(this.request, "project.pause", "write", "POST /project/pause", { body: input ?? {}, options });
  }

  /**
   * Export the project.
   *
   * Returns a tar archive, compressed with gzip, with everything in the project apart from keys, passwords and accounts: settings, codes,
   * claims, leads, waves, sends, emails, email templates, imports and activity. `npm run import` loads it into another installation with
   * the same IDs. The format is described in the guide *Move to another installation*. All rows are from the same moment. A file that ends
   * early has no `checksums.json` at its end. At most 2 exports run at once on each server process.
   */
  export(options?: CallOptions): Call<Response, "project.export"> {
    return file(this.request, "project.export", "read", "GET /project/export", { options });
  }
}

/** The calls of `abuseProtection`. */
export class AbuseProtectionResource extends Resource {
  /**
   * Get the abuse protection status.
   *
   * Returns how much of the project's public rate limits is used, and how many sign-ups are held for review.
   */
  get(options?: CallOptions): Call<GetAbuseProtectionResult, "abuseProtection.get"> {
    return call(this.request, "abuseProtection.get", "read", "GET /abuse-protection", { options });
  }

  /**
   * Get the rate limits.
   *
   * The rate limits of public pages and the public key. An IPv6 /64 network counts as one IP address. The secret key has no rate limit.
   */
  getRateLimitSettings(options?: CallOptions): Call<GetRateLimitSettingsResult, "abuseProtection.getRateLimitSettings"> {
    return call(this.request, "abuseProtection.getRateLimitSettings", "read", "GET /abuse-protection/limits", { options });
  }
}

/** The calls of `blockList`. */
export class BlockListResource extends Resource {
  /**
   * Get the block list.
   *
   * Public sign-ups with these email addresses, or with these domains and their subdomains, are held for review.
   */
  get(options?: CallOptions): Call<GetBlockListResult, "blockList.get"> {
    return call(this.request, "blockList.get", "read", "GET /block-list", { options });
  }

  /**
   * Update the block list.
   *
   * Replaces all entries. Public sign-ups with these email addresses, or with these domains and their subdomains, are held for review.
   * Existing leads don't change.
   */
  update(input: UpdateBlockListInput, options?: WriteOptions): Call<GetBlockListResult, "blockList.update"> {
    return call(this.request, "blockList.update", "write", "PUT /block-list", { body: input, isLong: true, options });
  }
}

/** The calls of `system`. */
export class SystemResource extends Resource {
  /**
   * Get the state of the installation.
   *
   * Returns versions, and whether the database, the worker, backups and the mail server work.
   */
  get(options?: CallOptions): Call<GetSystemResult, "system.get"> {
    return call(this.request, "system.get", "read", "GET /system", { options });
  }
}

/** The calls of `keys`. */
export class KeysResource extends Resource {
  /**
   * Update allowed origins.
   *
   * Replaces the list of web origins that can use the public key. If the list is empty, all origins can.
   */
  updateAllowedOrigins(input: UpdateAllowedOriginsInput, options?: WriteOptions): Call<Project, "keys.updateAllowedOrigins"> {
    return call(this.request, "keys.updateAllowedOrigins", "write", "PUT /keys/origins", { body: input, options });
  }
}

/** All calls. */
export class Resources {
  readonly codes: CodesResource;
  readonly formats: FormatsResource;
  readonly leads: LeadsResource;
  readonly imports: ImportsResource;
  readonly sends: SendsResource;
  readonly deliveries: DeliveriesResource;
  readonly messages: MessagesResource;
  readonly announcements: AnnouncementsResource;
  readonly waitlist: WaitlistResource;
  readonly waves: WavesResource;
  readonly suppressions: SuppressionsResource;
  readonly inbound: InboundResource;
  readonly claims: ClaimsResource;
  readonly batches: BatchesResource;
  readonly bin: BinResource;
  readonly prints: PrintsResource;
  readonly jobs: JobsResource;
  readonly exports: ExportsResource;
  readonly overview: OverviewResource;
  readonly events: EventsResource;
  readonly webhooks: WebhooksResource;
  readonly project: ProjectResource;
  readonly abuseProtection: AbuseProtectionResource;
  readonly blockList: BlockListResource;
  readonly system: SystemResource;
  readonly keys: KeysResource;

  /** @internal */
  constructor(request: SendRequest) {
    this.codes = new CodesResource(request);
    this.formats = new FormatsResource(request);
    this.leads = new LeadsResource(request);
    this.imports = new ImportsResource(request);
    this.sends = new SendsResource(request);
    this.deliveries = new DeliveriesResource(request);
    this.messages = new MessagesResource(request);
    this.announcements = new AnnouncementsResource(request);
    this.waitlist = new WaitlistResource(request);
    this.waves = new WavesResource(request);
    this.suppressions = new SuppressionsResource(request);
    this.inbound = new InboundResource(request);
    this.claims = new ClaimsResource(request);
    this.batches = new BatchesResource(request);
    this.bin = new BinResource(request);
    this.prints = new PrintsResource(request);
    this.jobs = new JobsResource(request);
    this.exports = new ExportsResource(request);
    this.overview = new OverviewResource(request);
    this.events = new EventsResource(request);
    this.webhooks = new WebhooksResource(request);
    this.project = new ProjectResource(request);
    this.abuseProtection = new AbuseProtectionResource(request);
    this.blockList = new BlockListResource(request);
    this.system = new SystemResource(request);
    this.keys = new KeysResource(request);
  }
}

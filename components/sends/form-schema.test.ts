import { expect, test } from "vitest";
import { inviteLeadsEndpoint } from "@/contract/leads";
import { previewSendEndpoint } from "@/contract/send-preview";
import { sendCodeEndpoint } from "@/contract/sends";
import {
  appendEmail,
  audienceNames,
  type ContentKind,
  initialValues,
  type PresetRecipients,
  type SendFormValues,
  sendFormSchema,
  toPreviewBody,
  toSendContent,
  toSendRequest,
} from "./form-schema";

const createValues = (values: Partial<SendFormValues>, recipients?: PresetRecipients) => ({ ...initialValues({ recipients }), ...values });

/** Returns the errors by field. */
const validate = (values: Partial<SendFormValues>, recipients?: PresetRecipients) =>
  Object.fromEntries(
    sendFormSchema([])
      .safeParse(createValues(values, recipients))
      .error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [],
  );

test("the form reports missing and invalid values at their fields, and ignores fields that don't matter for the choice", () => {
  expect(validate({})).toEqual({ code: "choose a code", emails: "enter at least one email" });
  expect(validate({ code: "curious-pineapple", emails: "ada@example.org bob" })).toEqual({ emails: "Invalid email: bob" });
  expect(validate({ code: "curious-pineapple", recipients: "group", emails: "bob" })).toEqual({});
  expect(validate({ content: "personal", recipients: "group" })).toEqual({});
  expect(validate({ content: "personal", emails: "ada@example.org", allowedClaims: 0 })).toHaveProperty("allowedClaims");
  expect(validate({ code: "curious-pineapple" }, { emails: ["ada@example.org"] })).toEqual({});
  const dates = { validFrom: "2026-12-02T00:00:00.000Z", validUntil: "2026-12-01T00:00:00.000Z" };
  expect(validate({ content: "personal", recipients: "group", ...dates })).toEqual({ validUntil: "must be after the start" });
});

test("the form rejects more emails than one send allows before anything is requested", () => {
  const emails = Array.from({ length: 50_001 }, (_, index) => `a${index}@example.org`).join(" ");
  expect(validate({ code: "x", emails })).toEqual({ emails: "enter at most 50,000 emails" });
});

test("a send goes to the leads that the page has chosen", () => {
  const code = { code: "curious-pineapple" };
  const filter = { waitlist: "true" } as const;
  expect(toSendRequest(createValues(code, { filter, count: "48" }), { filter, count: "48" })).toEqual({
    recipients: { filter, skip: ["unconfirmed", "invited", "claimed_another_code"] },
    ...code,
  });
  const emails = ["ada@example.org"];
  expect(toSendRequest(createValues(code, { emails }), { emails })).toEqual({
    recipients: { emails, skip: ["unconfirmed", "invited", "claimed_another_code"] },
    ...code,
  });
});

test("a send leaves out groups until the sender includes them, and people who have claimed a code get announcements", () => {
  const skippedBy = (values: Partial<SendFormValues>) => toSendRequest(createValues(values), undefined).recipients.skip;
  for (const recipients of ["emails", "group"] as const) {
    expect(skippedBy({ content: "code", recipients })).toEqual(["unconfirmed", "invited", "claimed_another_code"]);
    expect(skippedBy({ content: "personal", recipients })).toEqual(["unconfirmed", "invited", "claimed_another_code"]);
    expect(skippedBy({ content: "announcement", recipients })).toEqual(["unconfirmed"]);
  }
  for (const content of ["code", "personal"] as const) {
    expect(skippedBy({ content, skip: [] })).toEqual([]);
    expect(skippedBy({ content, skip: ["invited"] })).toEqual(["invited"]);
  }
});

test("a send includes the groups that the chosen filter is for", () => {
  const skippedBy = (filter: Extract<PresetRecipients, { filter: unknown }>["filter"], content: ContentKind = "code") => {
    const preset = { filter, count: "48" };
    return toSendRequest(createValues({ content }, preset), preset).recipients.skip;
  };
  const invitedFilters = [{ invited: "true" }, { waitlistStatus: "invited" }, { wave: crypto.randomUUID() }] as const;
  for (const filter of invitedFilters) {
    expect(skippedBy(filter)).toEqual(["unconfirmed", "claimed_another_code"]);
    expect(skippedBy(filter, "personal")).toEqual(["unconfirmed", "claimed_another_code"]);
    expect(skippedBy(filter, "announcement")).toEqual(["unconfirmed"]);
  }
  expect(skippedBy({ claimed: "true" })).toEqual(["unconfirmed", "invited"]);
  expect(skippedBy({ status: "unconfirmed" })).toEqual(["invited", "claimed_another_code"]);
  expect(skippedBy({ status: "unconfirmed" }, "announcement")).toEqual(["unconfirmed"]);
  for (const filter of [{ invited: "false" }, { waitlistStatus: "waiting" }, { claimed: "false" }] as const)
    expect(skippedBy(filter)).toEqual(["unconfirmed", "invited", "claimed_another_code"]);
  const group = toSendRequest(createValues({ code: "x", recipients: "group", group: "claimed" }), undefined);
  expect(group.recipients.skip).toEqual(["unconfirmed", "invited"]);
});

test("every choice becomes a body that the endpoints accept", () => {
  for (const content of ["code", "personal"] as const)
    for (const group of [...audienceNames, null]) {
      const recipients =
        group === null ? { emails: "ada@example.org, Grace <grace@example.org>" } : { recipients: "group" as const, group };
      const values = sendFormSchema([]).parse(createValues({ content, code: "curious-pineapple", name: "Wave", ...recipients }));
      const request = toSendRequest(values, undefined);
      expect(previewSendEndpoint.body.safeParse(toPreviewBody(request)).error).toBeUndefined();
      const result =
        "announcement" in request
          ? expect.fail("not an announcement")
          : "code" in request
            ? sendCodeEndpoint.body.safeParse({ ...request.recipients, code: request.code })
            : "batch" in request
              ? expect.fail("not codes of a batch")
              : inviteLeadsEndpoint.body.safeParse({ ...request.recipients, ...request.personal, name: request.name });
      expect(result.error).toBeUndefined();
    }
});

test("the form asks for the batch whose codes are sent, and sends only that", () => {
  const batch = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";
  const values = createValues({ content: "personal", source: "batch", emails: "ada@example.org", name: "Not used" });
  expect(sendFormSchema([]).safeParse(values).error?.issues).toMatchObject([{ path: ["batch"] }]);
  // Dates of new codes don't matter.
  const dates = { validFrom: "2026-12-02T12:00:00.000Z", validUntil: "2026-12-01T12:00:00.000Z" };
  const request = toSendRequest(sendFormSchema([]).parse({ ...values, ...dates, batch }), undefined);
  expect(request).toEqual({ recipients: { emails: ["ada@example.org"], skip: expect.anything() }, batch });
  expect(previewSendEndpoint.body.safeParse(toPreviewBody(request)).error).toBeUndefined();
  expect(inviteLeadsEndpoint.body.safeParse({ ...request.recipients, batch }).error).toBeUndefined();
  expect(inviteLeadsEndpoint.body.safeParse({ ...request.recipients, batch, type: "numeric" }).error?.issues).toMatchObject([
    { path: ["batch"] },
  ]);
});

const texts = { subject: "News", body: "Hello **you**\n\n{{button}}", button: "Read" };

test("an announcement becomes a request with its button and its time", () => {
  const values = createValues({ ...texts, content: "announcement", textsOf: "announcement", recipients: "group" });
  const request = (changes: Partial<SendFormValues>) => toSendRequest(sendFormSchema([]).parse({ ...values, ...changes }), undefined);
  expect(request({})).toEqual({
    recipients: { filter: { waitlist: true }, skip: ["unconfirmed"] },
    announcement: { subject: texts.subject, body: texts.body },
  });
  const scheduledAt = "2026-12-01T09:00:00.000Z";
  const buttonUrl = "https://example.org/news";
  expect(request({ buttonUrl, time: "later", scheduledAt })).toMatchObject({ announcement: { ...texts, buttonUrl, scheduledAt } });
  // A time that isn't shown isn't sent.
  expect(request({ scheduledAt })).toEqual(request({}));
  expect(toPreviewBody(request({}))).toEqual({ filter: { waitlist: true }, skip: ["unconfirmed"], announcement: true });
});

test("the form reports errors in the texts of a send at their fields, if it has texts of its own", () => {
  const announcement = { content: "announcement", recipients: "group", ...texts } as const;
  expect(validate(announcement)).toEqual({});
  expect(validate({ ...announcement, subject: "", buttonUrl: "example.org", time: "later" })).toEqual({
    subject: "must not be empty",
    buttonUrl: "must be a URL such as https://example.org/welcome",
    scheduledAt: "choose a date",
  });
  const code = { code: "curious-pineapple", recipients: "group", subject: "{{frstname}}", body: "Hi", button: "Go" } as const;
  expect(validate(code)).toEqual({});
  expect(validate({ ...code, isCustom: true })).toEqual({
    subject: "{{frstname}} isn't a variable. Did you mean {{firstname}}?",
    body: expect.stringContaining("Add {{code}}"),
  });
  expect(toSendRequest(createValues({ ...code, ...texts, isCustom: true }), undefined)).toMatchObject({ code: code.code, texts });
  expect(toSendRequest(createValues({ ...code, ...texts }), undefined)).not.toHaveProperty("texts");
});

test("the content of the email is known before the recipients are chosen", () => {
  expect(toSendContent(createValues({}))).toBeNull();
  expect(toSendContent(createValues({ code: "curious-pineapple" }))).toEqual({ code: "curious-pineapple" });
  expect(toSendContent(createValues({ content: "personal" }))).toMatchObject({ personal: { type: "creative", allowedClaims: 1 } });
  expect(toSendContent(createValues({ content: "personal", allowedClaims: Number.NaN }))).toBeNull();
});

test("an added email is on a line of its own", () => {
  expect(appendEmail(" ", "ada@example.org")).toBe("ada@example.org");
  expect(appendEmail("ada@example.org, ", "grace@example.org")).toBe("ada@example.org,\ngrace@example.org");
});

import { expect, test } from "vitest";
import { inviteLeadsEndpoint } from "@/contract/leads";
import { previewSendEndpoint } from "@/contract/send-preview";
import { sendCodeEndpoint } from "@/contract/sends";
import { toSendRequest, initialValues, toSendContent, SendFormSchema, toPreviewBody } from "./send-form-schema";
import { recipientGroupNames } from "./recipient-groups";

const draft = (some: Partial<SendFormSchema>, to?: Parameters<typeof initialValues>[0]["to"]) => ({ ...initialValues({ to }), ...some });

/** What is said of which field. */
const wrong = (some: Partial<SendFormSchema>, to?: Parameters<typeof initialValues>[0]["to"]) =>
  Object.fromEntries(SendFormSchema.safeParse(draft(some, to)).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? []);

test("what is missing or wrong is said at its field, and what does not matter for the choice is not looked at", () => {
  expect(wrong({})).toEqual({ code: "choose a code", addresses: "name at least one address" });
  expect(wrong({ code: "curious-pineapple", addresses: "ada@example.org bob" })).toEqual({ addresses: "This is no address: bob" });
  expect(wrong({ code: "curious-pineapple", whom: "group", addresses: "bob" })).toEqual({});
  expect(wrong({ what: "personal", whom: "group" })).toEqual({});
  expect(wrong({ what: "personal", addresses: "ada@example.org", allowedClaims: 0 })).toHaveProperty("allowedClaims");
  expect(wrong({ code: "curious-pineapple" }, { emails: ["ada@example.org"] })).toEqual({});
  const ends = { validFrom: "2026-12-02T00:00:00.000Z", validUntil: "2026-12-01T00:00:00.000Z" };
  expect(wrong({ what: "personal", whom: "group", ...ends })).toEqual({ validUntil: "must be after the start" });
});

test("more addresses than one send takes are refused before they are sent anywhere", () => {
  const addresses = Array.from({ length: 50_001 }, (_, i) => `a${i}@example.org`).join(" ");
  expect(wrong({ code: "x", addresses })).toEqual({ addresses: "must be at most 50,000 addresses" });
});

test("leads that the page has chosen are those that it is sent to", () => {
  const code = { code: "curious-pineapple" };
  const filter = { waitlist: "true" } as const;
  expect(toSendRequest(draft(code, { filter, count: "48" }), { filter, count: "48" })).toEqual({ whom: { filter }, ...code });
  const emails = ["ada@example.org"];
  expect(toSendRequest(draft(code, { emails }), { emails })).toEqual({ whom: { emails }, ...code });
});

test("whatever can be asked is what the endpoints take", () => {
  for (const what of ["code", "personal"] as const)
    for (const group of [...recipientGroupNames, null]) {
      const whom = group === null ? { addresses: "ada@example.org, Grace <grace@example.org>" } : { whom: "group" as const, group };
      const ask = toSendRequest(SendFormSchema.parse(draft({ what, code: "curious-pineapple", name: "Wave", ...whom })), undefined);
      expect(previewSendEndpoint.body.safeParse(toPreviewBody(ask)).error).toBeUndefined();
      const sent =
        "code" in ask
          ? sendCodeEndpoint.body.safeParse({ ...ask.whom, code: ask.code })
          : inviteLeadsEndpoint.body.safeParse({ ...ask.whom, ...ask.personal, name: ask.name });
      expect(sent.error).toBeUndefined();
    }
});

test("the mail is known before it is known to whom it goes", () => {
  expect(toSendContent(draft({}))).toBeNull();
  expect(toSendContent(draft({ code: "curious-pineapple" }))).toEqual({ code: "curious-pineapple" });
  expect(toSendContent(draft({ what: "personal" }))).toMatchObject({ personal: { type: "creative", allowedClaims: 1 } });
  expect(toSendContent(draft({ what: "personal", allowedClaims: Number.NaN }))).toBeNull();
});

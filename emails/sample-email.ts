import { defaultEmailTemplates } from "@/contract/default-email-templates";
import { defaultAccent } from "@/contract/project";
import type { LeadEmailData } from "./lead-email-data";

/** A minimal email with a code, as a base for previews, tests and benchmarks. */
export const sampleLeadEmail: LeadEmailData = {
  kind: "code",
  text: defaultEmailTemplates.code,
  projectName: "Gatehouse",
  timeZone: "UTC",
  accent: defaultAccent,
  buttonColor: null,
  logo: null,
  footer: null,
  email: "ada@example.org",
  firstname: null,
  lastname: null,
  fields: {},
  code: "curious-pineapple",
  allowedClaims: 1,
  reserved: false,
  validFrom: null,
  validUntil: null,
  position: null,
  waiting: null,
  referralCode: null,
  referralBonus: 0,
  redirectUrl: null,
  redemptionUrl: null,
  redemptionInstructions: null,
  buttonUrl: null,
  referralPageUrl: null,
  claimUrl: "http://localhost:3000/claim",
  linkToken: null,
  joinUrl: "http://localhost:3000/join",
  positionUrl: "http://localhost:3000/position",
  confirmUrl: "http://localhost:3000/confirm",
  unsubscribeUrl: "http://localhost:3000/unsubscribe",
};

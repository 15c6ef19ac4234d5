import { mailTexts } from "@/contract/mail-texts";
import { defaultAccent } from "@/contract/project";
import type { LeadMessage, UnlinkedMessage } from "./letter";

/** A message with nothing to say but the code, before it is known where its site is. */
export const plainUnlinked: UnlinkedMessage = {
  kind: "code",
  text: mailTexts.code,
  projectName: "Gatehouse",
  zone: "UTC",
  accent: defaultAccent,
  email: "ada@example.org",
  firstname: null,
  lastname: null,
  code: "curious-pineapple",
  allowedClaims: 1,
  reserved: false,
  validFrom: null,
  validUntil: null,
  place: null,
  waiting: null,
  referralCode: null,
  referralPlaces: 0,
  claimedUrl: null,
};

/** The same with its links: what samples, tests and benchmarks vary. */
export const plainMessage: LeadMessage = {
  ...plainUnlinked,
  claimUrl: "http://localhost:3000/claim",
  claimPass: null,
  joinUrl: "http://localhost:3000/join",
  placeUrl: "http://localhost:3000/place",
  confirmUrl: "http://localhost:3000/confirm",
  unsubscribeUrl: "http://localhost:3000/unsubscribe",
};

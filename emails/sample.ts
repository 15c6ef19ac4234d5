import { defaultAccent } from "@/contract/project";
import type { CodeMessage } from "./render";

/** A message with nothing to say but the code: what samples, tests and benchmarks vary. */
export const plainMessage: CodeMessage = {
  projectName: "Gatehouse",
  firstname: null,
  code: "curious-pineapple",
  allowedClaims: 1,
  reserved: false,
  validFrom: null,
  validUntil: null,
  zone: "UTC",
  accent: defaultAccent,
  claimUrl: "http://localhost:3000/claim",
};

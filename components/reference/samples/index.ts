import { acceptsKeys, type Endpoint } from "@/contract/endpoint";
import type { Language } from "../languages";
import { curlSample } from "./curl";
import { goSample } from "./go";
import { phpSample } from "./php";
import { pythonSample } from "./python";
import { type SampleRequest, sampleRequest, sampleVariables } from "./request";
import { typescriptSample } from "./typescript";

const writers: Readonly<Record<Language, (request: SampleRequest) => string>> = {
  curl: curlSample,
  typescript: typescriptSample,
  python: pythonSample,
  php: phpSample,
  go: goSample,
};

/** Returns a program that sends the example of an endpoint to the server at `origin`. */
export const sample = (language: Language, operationId: string, endpoint: Endpoint, origin: string): string =>
  writers[language](sampleRequest(operationId, endpoint, origin));

/** Returns the variables of the shell that the samples of these endpoints read. With HTTPS, the cookie has a prefix. */
export function sampleSetup(endpoints: readonly Endpoint[], origin: string): string {
  const lines = [
    ...(endpoints.some(acceptsKeys) ? [`export ${sampleVariables.key}=sk_…`] : []),
    ...(endpoints.some((endpoint) => endpoint.access.length > 0 && !acceptsKeys(endpoint))
      ? [`export ${sampleVariables.cookie}=${origin.startsWith("https:") ? "__Host-" : ""}gatehouse-session=…`]
      : []),
  ];
  return lines.join("\n");
}

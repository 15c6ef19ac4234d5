import type { ErrorName } from "@/contract/errors";
import type { EndpointHandler } from "./endpoint-handler";
import { methodNotAllowed } from "./route-handlers";

/** Returns the handlers of a fixed path beside `/codes/:code`, such as `/codes/claim`, which a code can read like. */
export const besideCodes = (fixed: EndpointHandler, codeHandlers: readonly EndpointHandler[]): EndpointHandler[] => [
  fixed,
  ...codeHandlers.map((each) =>
    each.endpoint.method === "GET" ? { ...each, handle: (request: Request) => getCodeOrExplain(each, fixed, request) } : each,
  ),
];

/** Whether someone who can't get a code here may have meant to open the path itself: a person or a client without a session. */
const isMeantAsPath = (request: Request): boolean =>
  request.headers.has("authorization") || !request.headers.has("cookie") || request.headers.get("sec-fetch-mode") === "navigate";

/** Whether a response says no more than that the caller can't get this code. */
async function isAboutMissingCode(response: Response): Promise<boolean> {
  if (response.status !== 403 && response.status !== 404) return false;
  const { error } = (await response.clone().json()) as { error: ErrorName };
  return error === "code_not_found" || error === "secret_key_required";
}

/** Gets the code that reads like the last part of a fixed path, such as `claim`. Without one, says how the path is called. */
async function getCodeOrExplain(getCode: EndpointHandler, { endpoint }: EndpointHandler, request: Request): Promise<Response> {
  const hasCredentials = request.headers.has("authorization") || request.headers.has("cookie");
  const response = hasCredentials ? await getCode.handle(request) : null;
  if (response !== null && !(isMeantAsPath(request) && (await isAboutMissingCode(response)))) return response;
  const allowed = [endpoint.method, ...(endpoint.aliases ?? []).flatMap(({ method, path }) => (path === endpoint.path ? [method] : []))];
  const example = endpoint.method === "POST" ? " with a JSON body" : "";
  return methodNotAllowed(
    allowed,
    `This URL takes ${allowed.join(" or ")} requests${example}, and no GET requests. See the API reference at /docs.`,
  );
}

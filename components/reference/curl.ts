import { acceptsKeys, type Endpoint } from "@/contract/endpoint";

/** The shell variables that the examples use, so that they can be pasted unchanged and the page contains no key. */
export const shellVariables = { baseUrl: "GATEHOUSE", secretKey: "KEY" } as const;

/** Returns the curl command for an endpoint's example, optionally with another body. */
export function curlCommand({ method, path, access, example, rawBody }: Endpoint, body: object | undefined = example.body): string {
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? ""));
  const query = new URLSearchParams(example.query).toString();
  const lines = [`curl "$${shellVariables.baseUrl}${filledPath}${query && `?${query}`}"`];
  if (acceptsKeys({ access })) lines.push(`-H "Authorization: Bearer $${shellVariables.secretKey}"`);
  else if (access.length > 0) lines.push("-b cookies.txt", ...(method === "GET" ? [] : [`-H "Sec-Fetch-Site: same-origin"`]));
  if (body) lines.push(`-H "Content-Type: application/json"`, `-d '${quotedJson(body)}'`);
  // Line breaks matter in these bodies, so they come from a file.
  if (rawBody) lines.push(`-H "Content-Type: ${rawBody.contentType}"`, "--data-binary @body.txt");
  if (method !== (body || rawBody ? "POST" : "GET")) lines.splice(1, 0, `-X ${method}`);
  return lines.join(" \\\n  ");
}

/** Formats JSON for single quotes: on one line if it is short. */
function quotedJson(body: object): string {
  const compact = JSON.stringify(body);
  const text = compact.length <= 40 ? compact : JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");
  return text.replaceAll("'", "'\\''");
}

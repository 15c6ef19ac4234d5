import { type Endpoint, acceptsKeys } from "@/contract/endpoint";

/** The shell variables that every example reads, so that a copied line works and no page holds a key. */
export const shellVariables = { baseUrl: "GATEHOUSE", secretKey: "SECRET_KEY" } as const;

/** The example of an endpoint as a line for the shell; `body` is put in the place of the example's own. */
export function curlCommand({ method, path, access, example }: Endpoint, body: object | undefined = example.body): string {
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? ""));
  const query = new URLSearchParams(example.query).toString();
  const lines = [`curl "$${shellVariables.baseUrl}${filledPath}${query && `?${query}`}"`];
  if (acceptsKeys({ access })) lines.push(`-H "Authorization: Bearer $${shellVariables.secretKey}"`);
  else if (access.length > 0) lines.push("-b cookies.txt", ...(method === "GET" ? [] : [`-H "Sec-Fetch-Site: same-origin"`]));
  if (body) lines.push(`-H "Content-Type: application/json"`, `-d '${shellText(body)}'`);
  if (method !== (body ? "POST" : "GET")) lines.splice(1, 0, `-X ${method}`);
  return lines.join(" \\\n  ");
}

/** JSON between single quotes: on one line where that is short, indented where it is not. */
function shellText(body: object): string {
  const short = JSON.stringify(body);
  const text = short.length <= 40 ? short : JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");
  return text.replaceAll("'", "'\\''");
}

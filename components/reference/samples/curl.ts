import { type SampleRequest, sampleVariables } from "./request";

/** Returns the curl command of a request. */
export function curlSample({ method, url, headers, body, upload, download, isStream }: SampleRequest): string {
  const lines = [`curl "${url}"`];
  if (method !== (body || upload ? "POST" : "GET")) lines.push(`-X ${method}`);
  for (const { name, value } of headers) {
    if (name === "Cookie") lines.push(`-b "$${sampleVariables.cookie}"`);
    else if (value === "random key") lines.push(`-H "${name}: $(openssl rand -hex 16)"`);
    else lines.push(`-H "${name}: ${typeof value === "string" ? value : `${value.before}$${value.variable}`}"`);
  }
  if (body) lines.push(`-d '${quotedJson(body)}'`);
  // Line breaks matter in these bodies, so they come from a file.
  if (upload) lines.push(`--data-binary @${upload}`);
  if (download) lines.push(`--fail -o ${download}`);
  if (isStream) lines.push("-N");
  return lines.join(" \\\n  ");
}

/** Formats JSON for single quotes: on one line if it is short. */
function quotedJson(body: object): string {
  const compact = JSON.stringify(body);
  const text = compact.length <= 40 ? compact : JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");
  return text.replaceAll("'", "'\\''");
}

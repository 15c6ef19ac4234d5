// biome-ignore lint/suspicious/noExplicitAny: each spec knows the data it requested
export type ApiResponse = { status: number; headers: Headers; data: any; error?: string };

/** Calls the API with a key. Returns the status, the headers and the content of the envelope. */
export async function callApi(
  url: string,
  { key, body, method = body ? "POST" : "GET" }: { key: string; body?: object; method?: string },
): Promise<ApiResponse> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) },
    body: body && JSON.stringify(body),
    // So that a test that hangs says where.
    signal: AbortSignal.timeout(60_000),
  });
  const { data, error } = (await response.json()) as { data?: unknown; error?: string };
  return { status: response.status, headers: response.headers, data, error };
}

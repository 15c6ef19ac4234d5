// biome-ignore lint/suspicious/noExplicitAny: a spec knows what it asked for
export type ApiResponse = { status: number; headers: Headers; data: any; error?: string };

/** Asks the API as an integrator does, and answers the status with what stands in the envelope. */
export async function callApi(
  url: string,
  { key, body, method = body ? "POST" : "GET" }: { key: string; body?: object; method?: string },
): Promise<ApiResponse> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) },
    body: body && JSON.stringify(body),
  });
  const { data, error } = (await response.json()) as { data?: unknown; error?: string };
  return { status: response.status, headers: response.headers, data, error };
}

import autocannon from "autocannon";
import { handleRequests } from "./bench-process";

export type LoadOptions = {
  baseUrl: string;
  seconds: number;
  connections: number;
  headers: Record<string, string>;
  /** `claim`: a new email with every request, on each code in turn. `lookup`: each code in turn. `add`: a new lead. `page`: the newest leads. */
  kind: "claim" | "lookup" | "add" | "page";
  /** Overrides the path of the request. */
  path?: string;
  codes: string[];
  /** Prefix of every email, so that no two rounds use the same. */
  round: string;
};

/** Returns the number of completed requests, in total and per second. Throws if any response is not 200. */
async function measureLoad({
  baseUrl,
  seconds,
  connections,
  headers,
  kind,
  path,
  codes,
  round,
}: LoadOptions): Promise<{ rate: number; completed: number }> {
  let requestCount = 0;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const code = codes[requestCount % codes.length] ?? "";
    const email = `${round}-${String(requestCount++).padStart(7, "0")}@bench.example`;
    if (kind === "lookup") return { ...request, path: path ? `${path}?code=${code}` : `/api/codes/${code}` };
    if (kind === "page") return { ...request, path: "/api/leads?limit=50&count=capped" };
    if (kind === "add") return { ...request, path: "/api/leads/create", body: JSON.stringify({ email, firstname: "Ada" }) };
    return { ...request, path: path ?? "/api/codes/claim", body: JSON.stringify({ code, email }) };
  };
  const isWrite = kind === "claim" || kind === "add";
  const result = await autocannon({
    url: baseUrl,
    connections,
    duration: seconds,
    headers: isWrite ? { ...headers, "content-type": "application/json" } : headers,
    method: isWrite ? "POST" : "GET",
    requests: [{ setupRequest }],
  });
  if (result.errors + result.timeouts + result.non2xx > 0) {
    throw new Error(`${result.non2xx} requests were rejected, ${result.errors} failed and ${result.timeouts} timed out`);
  }
  return { rate: result["2xx"] / result.duration, completed: result["2xx"] };
}

handleRequests(measureLoad);

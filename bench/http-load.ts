import autocannon from "autocannon";
import { answerQuestions } from "./helper";

export type Load = {
  address: string;
  seconds: number;
  connections: number;
  headers: Record<string, string>;
  /** `claim`: a new address with every request, on the codes in turn. `look-up`: the codes in turn. */
  kind: "claim" | "look-up";
  /** Where the requests go instead of where their kind does. */
  path?: string;
  codes: string[];
  /** Begins every address, so that no two rounds share one. */
  round: string;
};

/** Requests answered, and how many a second; throws when one was not answered with 200. */
async function load({
  address,
  seconds,
  connections,
  headers,
  kind,
  path,
  codes,
  round,
}: Load): Promise<{ rate: number; answered: number }> {
  let asked = 0;
  const next = (request: autocannon.Request): autocannon.Request => {
    const code = codes[asked % codes.length] ?? "";
    const email = `${round}-${String(asked++).padStart(7, "0")}@bench.example`;
    if (kind === "look-up") return { ...request, path: path ? `${path}?code=${code}` : `/api/codes/${code}` };
    return { ...request, path: path ?? "/api/codes/claim", body: JSON.stringify({ code, email }) };
  };
  const result = await autocannon({
    url: address,
    connections,
    duration: seconds,
    headers: kind === "claim" ? { ...headers, "content-type": "application/json" } : headers,
    method: kind === "claim" ? "POST" : "GET",
    requests: [{ setupRequest: next }],
  });
  if (result.errors + result.timeouts + result.non2xx > 0) {
    throw new Error(`${result.non2xx} requests refused, ${result.errors} failed, ${result.timeouts} not answered`);
  }
  return { rate: result["2xx"] / result.duration, answered: result["2xx"] };
}

answerQuestions(load);

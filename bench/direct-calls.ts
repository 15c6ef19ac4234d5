import { claimCode } from "@/core/codes/claim";
import { getCode } from "@/core/codes/get";
import type { Context } from "@/core/context";
import { openDatabase } from "@/db/client";
import { env } from "@/lib/env";
import { answerQuestions } from "./helper";

/** What the web server's handlers call, called without it: claims of new addresses, or look-ups, on the codes in turn. */
export type Direct = {
  kind: "claim" | "look-up";
  seconds: number;
  connections: number;
  projectId: number;
  keyId: string;
  codes: string[];
  round: string;
};

const { db } = openDatabase(env().DATABASE_URL ?? "", { name: "gatehouse bench" });
const queue = {
  addDeliveries: async () => {},
  addStaffEmail: async () => {},
  addSignUps: async () => {},
  addBackgroundJob: async () => {},
  close: async () => {},
};

async function direct({ kind, seconds, connections, projectId, keyId, codes, round }: Direct): Promise<number> {
  let asked = 0;
  let answered = 0;
  const started = performance.now();
  const until = started + seconds * 1000;
  const line = async () => {
    while (performance.now() < until) {
      const code = (codes[asked % codes.length] ?? "").replaceAll("-", "").toLowerCase();
      const email = `${round}-${String(asked++).padStart(7, "0")}@bench.example`;
      const ctx: Context = { db, queue, projectId, actor: { kind: "secret_key", id: keyId }, requestId: crypto.randomUUID() };
      if (kind === "claim") await claimCode(ctx, { code, email });
      else await getCode(ctx, code);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, line));
  return answered / ((performance.now() - started) / 1000);
}

answerQuestions(direct);

import { claimCode } from "@/core/codes/claim";
import { getCode } from "@/core/codes/record";
import type { Context } from "@/core/context";
import { openDatabase } from "@/db/client";
import { env } from "@/lib/env";
import { handleRequests } from "./bench-process";
import { emptyQueue as queue } from "./empty-queue";

/** Calls the use cases without the web server: claims with new emails, or lookups, on each code in turn. */
export type DirectCallOptions = {
  kind: "claim" | "lookup";
  seconds: number;
  connections: number;
  projectId: number;
  keyId: string;
  codes: string[];
  round: string;
};

const { db } = openDatabase(env().DATABASE_URL ?? "", { name: "gatehouse bench" });

async function measureDirectCalls({ kind, seconds, connections, projectId, keyId, codes, round }: DirectCallOptions): Promise<number> {
  let startedCount = 0;
  let completedCount = 0;
  const startedAt = performance.now();
  const deadline = startedAt + seconds * 1000;
  const callInLoop = async () => {
    while (performance.now() < deadline) {
      const code = (codes[startedCount % codes.length] ?? "").replaceAll("-", "").toLowerCase();
      const email = `${round}-${String(startedCount++).padStart(7, "0")}@bench.example`;
      const ctx: Context = { db, queue, projectId, actor: { kind: "secret_key", id: keyId }, requestId: crypto.randomUUID() };
      if (kind === "claim") await claimCode(ctx, { code, email });
      else await getCode(ctx, code);
      completedCount++;
    }
  };
  await Promise.all(Array.from({ length: connections }, callInLoop));
  return completedCount / ((performance.now() - startedAt) / 1000);
}

handleRequests(measureDirectCalls);

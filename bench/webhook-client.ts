import { Pool } from "undici";
import { handleRequests } from "./bench-process";

let pool: Pool | undefined;

/** Posts a text `count` times over 10 connections with undici alone. */
handleRequests(async ({ port, count, body }: { port: number; count: number; body: string }) => {
  pool ??= new Pool(`http://127.0.0.1:${port}`, { connections: 10 });
  let sent = 0;
  const sendInLoop = async () => {
    while (sent++ < count) {
      const { body: answer } = (await pool?.request({
        path: "/0",
        method: "POST",
        headers: { "content-type": "application/json", "webhook-id": crypto.randomUUID() },
        body,
      })) ?? { body: null };
      await answer?.text();
    }
  };
  await Promise.all(Array.from({ length: 10 }, sendInLoop));
  return count;
});

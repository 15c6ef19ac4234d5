import { afterAll } from "vitest";
import type { Context } from "@/core/context";
import { createPreviewLinks } from "@/core/leads/email-links";
import { createFirstProject } from "@/core/projects/create-first";
import { openDatabase } from "@/db/client";
import { openJobQueue } from "@/db/queue";
import { setEmailRenderer, setEmailServerTest } from "@/server/email";
import { createTestDatabase } from "./test-database";
import { type Project, buildProject } from "./factories";

type Services = { connection: ReturnType<typeof openDatabase>; queue: ReturnType<typeof openJobQueue> };
const globals = globalThis as typeof globalThis & { gatehouseServices?: Services };

/** A database of this test file's own with its first project; `ctx` acts by that project's secret key. */
export type TestApp = Project & {
  url: string;
  /** Opens another pool on the same database, as another process would. */
  openSecondPool(): Services & { ctx: Context };
  /** Runs `story` with the API standing on another pool, as another process would. */
  runOnPool<T>(pool: Services, run: () => Promise<T>): Promise<T>;
};

/** Makes a world for a test file, at its top level. The API that `tests/harness/api.ts` calls stands on it. */
export async function createTestApp({ max = 10 } = {}): Promise<TestApp> {
  const { url, ...connection } = await createTestDatabase({ max });
  const openQueue = () => openJobQueue(url, (error) => console.error(error));
  const services: Services = { connection, queue: openQueue() };
  const openServices: Services[] = [services];
  globals.gatehouseServices = services;
  setEmailRenderer(async (message) => (await import("@/emails/render")).renderLeadEmail({ ...message, ...createPreviewLinks() }));
  // Tests call nobody but this machine, whatever host the examples name.
  setEmailServerTest(async (server, from) => {
    const isHere = "host" in server && ["127.0.0.1", "localhost"].includes(server.host);
    const { testConnection } = await import("@/emails/connection");
    return testConnection(isHere ? server : { url: "smtp://127.0.0.1:9" }, from);
  });
  afterAll(async () => {
    for (const { connection, queue } of openServices) {
      await queue.close();
      await connection.close();
    }
  });
  const keys = await createFirstProject(services.connection.db, {});
  const project = await buildProject(services.connection.db, services.queue, { publicKey: keys.publicKey, secretKey: keys.secretKey ?? "" });
  return {
    ...project,
    url,
    openSecondPool() {
      const pool = { connection: openDatabase(url, { max, name: "gatehouse test" }), queue: openQueue() };
      openServices.push(pool);
      return { ...pool, ctx: { ...project.ctx, db: pool.connection.db, queue: pool.queue } };
    },
    async runOnPool(pool, run) {
      globals.gatehouseServices = pool;
      try {
        return await run();
      } finally {
        globals.gatehouseServices = services;
      }
    },
  };
}

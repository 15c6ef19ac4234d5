import { afterAll } from "vitest";
import type { Context } from "@/core/context";
import { createFirstProject } from "@/core/projects/create-first";
import { type Database, openDatabase } from "@/db/client";
import { openJobQueue } from "@/db/queue";
import type { ReadPool } from "@/db/read-pool";
import { buildProject, type Project } from "./factories";
import { createTestDatabase } from "./test-database";

type Services = {
  connection: ReturnType<typeof openDatabase>;
  queue: ReturnType<typeof openJobQueue>;
  changes?: Database;
  reads?: ReadPool;
};
const globals = globalThis as typeof globalThis & { gatehouseServices?: Services };

/** The app on its own database with one project. `ctx` acts with that project's secret key. */
export type TestApp = Project & {
  url: string;
  /** Opens a second pool on the same database, like another process. */
  openSecondPool(): Services & { ctx: Context };
  /** Runs `run` with the API on another pool, like another process. */
  runOnPool<T>(pool: Services, run: () => Promise<T>): Promise<T>;
};

/** Creates the app for a test file. Call it at the top level. `tests/harness/api.ts` then calls the API of this app. */
export async function createTestApp({ max = 10 } = {}): Promise<TestApp> {
  const connection = await createTestDatabase({ max });
  const { url } = connection;
  const openQueue = () => openJobQueue(url, (error) => console.error(error));
  const services: Services = { connection, queue: openQueue() };
  const openServices: Services[] = [services];
  globals.gatehouseServices = services;
  afterAll(async () => {
    for (const { connection, queue } of openServices) {
      await queue.close();
      await connection.close();
    }
  });
  const keys = await createFirstProject(services.connection.db, {});
  const project = await buildProject(services.connection.db, services.queue, {
    publicKey: keys.publicKey,
    secretKey: keys.secretKey ?? "",
  });
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

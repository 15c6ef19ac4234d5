import { afterAll } from "vitest";
import type { Context } from "@/core/context";
import { createPreviewLinks } from "@/core/leads/email-links";
import { createFirstProject } from "@/core/projects/create-first";
import { openDatabase } from "@/db/client";
import { openJobs } from "@/db/queue";
import { setEmailRenderer, setServerTest } from "@/server/email";
import { testDatabase } from "./db";
import { type Project, projectOf } from "./factories";

type Services = { connection: ReturnType<typeof openDatabase>; jobs: ReturnType<typeof openJobs> };
const home = globalThis as typeof globalThis & { gatehouseServices?: Services };

/** A database of this test file's own with its first project; `ctx` acts by that project's secret key. */
export type World = Project & {
  url: string;
  /** Opens another pool on the same database, as another process would. */
  anotherPool(): Services & { ctx: Context };
  /** Runs `story` with the API standing on another pool, as another process would. */
  elsewhere<T>(pool: Services, story: () => Promise<T>): Promise<T>;
};

/** Makes a world for a test file, at its top level. The API that `tests/harness/api.ts` calls stands on it. */
export async function aWorld({ max = 10 } = {}): Promise<World> {
  const { url, ...connection } = await testDatabase({ max });
  const jobsOf = () => openJobs(url, (error) => console.error(error));
  const first: Services = { connection, jobs: jobsOf() };
  const opened: Services[] = [first];
  home.gatehouseServices = first;
  setEmailRenderer(async (message) => (await import("@/emails/render")).renderLeadEmail({ ...message, ...createPreviewLinks() }));
  // Tests call nobody but this machine, whatever host the examples name.
  setServerTest(async (server, from) => {
    const isHere = "host" in server && ["127.0.0.1", "localhost"].includes(server.host);
    const { testConnection } = await import("@/emails/connection");
    return testConnection(isHere ? server : { url: "smtp://127.0.0.1:9" }, from);
  });
  afterAll(async () => {
    for (const { connection, jobs } of opened) {
      await jobs.close();
      await connection.close();
    }
  });
  const keys = await createFirstProject(first.connection.db, {});
  const project = await projectOf(first.connection.db, first.jobs, { publicKey: keys.publicKey, secretKey: keys.secretKey ?? "" });
  return {
    ...project,
    url,
    anotherPool() {
      const pool = { connection: openDatabase(url, { max, name: "gatehouse test" }), jobs: jobsOf() };
      opened.push(pool);
      return { ...pool, ctx: { ...project.ctx, db: pool.connection.db, jobs: pool.jobs } };
    },
    async elsewhere(pool, story) {
      home.gatehouseServices = pool;
      try {
        return await story();
      } finally {
        home.gatehouseServices = first;
      }
    },
  };
}

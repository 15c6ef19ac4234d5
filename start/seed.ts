import { type FirstKeys, makeFirstProject } from "@/core/projects/first";
import { makeOwner, setupTokenWanted } from "@/core/staff/setup";
import { openDatabase } from "@/db/client";
import type { Env } from "@/lib/env";
import { routes } from "@/lib/routes";

/** What the first start makes: keys, and the way to set up while there is no owner. */
export type Seeded = FirstKeys & { setupLink: string | null };

/** Makes the first project, its keys and the owner that the environment names in the database at `url`, where they are missing. */
export async function seed(url: string, env: Env, authSecret: string | undefined): Promise<Seeded> {
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse seed" });
  try {
    const keys = await makeFirstProject(db, { publicKey: env.PUBLIC_KEY, secretKey: env.SECRET_KEY });
    if (env.OWNER_EMAIL && env.OWNER_PASSWORD) await makeOwner(db, { email: env.OWNER_EMAIL, password: env.OWNER_PASSWORD });
    const token = authSecret === undefined ? null : await setupTokenWanted(db, authSecret);
    return { ...keys, setupLink: token === null ? null : `${env.APP_URL}${routes.setup}?token=${token}` };
  } finally {
    await close();
  }
}

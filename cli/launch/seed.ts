import { reencryptServers } from "@/core/email-delivery/transport";
import { reencryptProviderWebhooks } from "@/core/email-reports/provider-webhooks";
import { createFirstProject, type FirstKeys } from "@/core/projects/create-first";
import { reencryptSecondFactors } from "@/core/staff/second-factor";
import { createOwner, getSetupToken } from "@/core/staff/setup";
import { reencryptWebhookSecrets } from "@/core/webhooks/secrets";
import { openDatabase } from "@/db/client";
import { type Env, env as environment, pageUrl } from "@/lib/env";
import { routes } from "@/lib/routes";

/** The API keys, and the setup link while there is no owner. */
export type SeedResult = FirstKeys & { setupLink: string | null };

/** The settings that are needed only once, so the server keeps no copy of them. */
export type SeedInput = Pick<Env, "PUBLIC_KEY" | "SECRET_KEY" | "OWNER_EMAIL" | "OWNER_PASSWORD">;

/** Tells the web process to migrate the database as the role in `ownerUrl`, after a backup to `backupFolder` if given, and to seed it. */
export type SeedRequest = { seed: SeedInput; ownerUrl: string; backupFolder: string | null };

/** What the web process answers when it was told to seed the database. */
export type SeedReply = { result?: SeedResult & { backup: string | null }; error?: string };

/** Creates the first project, its API keys, and the owner from the environment, unless they exist. Completes a change of AUTH_SECRET. */
export async function seedDatabase(url: string, env: SeedInput, authSecret: string): Promise<SeedResult> {
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse seed" });
  try {
    const keys = await createFirstProject(db, { publicKey: env.PUBLIC_KEY, secretKey: env.SECRET_KEY }, authSecret);
    if (env.OWNER_EMAIL && env.OWNER_PASSWORD) await createOwner(db, { email: env.OWNER_EMAIL, password: env.OWNER_PASSWORD });
    if (environment().AUTH_SECRET_PREVIOUS.length > 0) {
      await reencryptSecondFactors(db);
      await reencryptServers(db);
      await reencryptProviderWebhooks(db);
      await reencryptWebhookSecrets(db);
    }
    const token = await getSetupToken(db, authSecret);
    return { ...keys, setupLink: token === null ? null : pageUrl(`${routes.setup}?token=${token}`) };
  } finally {
    await close();
  }
}

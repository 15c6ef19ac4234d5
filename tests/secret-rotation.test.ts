import { sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { expect, onTestFinished, test } from "vitest";
import { decryptServer, encryptServer, reencryptServers } from "@/core/email-delivery/transport";
import { reencryptProviderWebhooks } from "@/core/email-reports/provider-webhooks";
import { reencryptSecondFactors } from "@/core/staff/second-factor";
import { queryRows } from "@/db/query";
import { emailWebhooks } from "@/db/schema";
import { decrypt, encrypt } from "@/lib/encryption";
import { authSecret, authSecrets, env } from "@/lib/env";
import { readSessionCookie, sessionClaims, sessionCookie } from "@/server/session-cookie";
import { insertStaffWithSecondFactor, totpCode } from "./harness/second-factor";
import { createTestApp } from "./harness/test-app";

const { ctx, db } = await createTestApp();

const earlier = "an earlier secret with at least 32 characters";
const secrets = [authSecret(), earlier];

/** Adds an earlier secret until the test ends, as AUTH_SECRET_PREVIOUS does. */
function acceptEarlierSecret(): void {
  env().AUTH_SECRET_PREVIOUS.push(earlier);
  onTestFinished(() => void env().AUTH_SECRET_PREVIOUS.pop());
}

test("sessions of an earlier secret stay valid only while it is accepted", async () => {
  const session = { projectId: ctx.projectId, sessionId: "019aa6c5-0000-7000-8000-000000000001" };
  const token = await encode({ token: sessionClaims(session), secret: earlier, maxAge: 60 });
  const cookie = `${sessionCookie().name}=${token}`;
  expect(await readSessionCookie(cookie)).toBeNull();
  acceptEarlierSecret();
  expect(authSecrets()).toEqual(secrets);
  expect(await readSessionCookie(cookie)).toEqual(session);
});

test("stored authenticator secrets, mail servers and webhooks are encrypted with the current secret", async () => {
  const staff = await insertStaffWithSecondFactor(ctx);
  const other = await insertStaffWithSecondFactor(ctx);
  const readTotp = async (id: string) =>
    (await queryRows<{ totp_secret: string }>(db, sql`select totp_secret from staff where id = ${id}::uuid`))[0]?.totp_secret ?? "";
  const purpose = `second factor ${ctx.projectId} ${staff.id}`;
  const server = { host: "mail.example.org", port: 587, security: "starttls", user: "ada", password: "pass" } as const;
  const oldServer = encrypt(JSON.stringify(server), `SMTP server of project ${ctx.projectId}`, earlier);
  await db.execute(
    sql`update staff set totp_secret = ${encrypt(decrypt(await readTotp(staff.id), purpose), purpose, earlier)} where id = ${staff.id}::uuid`,
  );
  await db.execute(sql`update projects set smtp_encrypted = ${oldServer} where id = ${ctx.projectId}`);
  const webhookPurpose = `postmark webhook of project ${ctx.projectId}`;
  await db.insert(emailWebhooks).values({
    projectId: ctx.projectId,
    provider: "postmark",
    secretEncrypted: encrypt("a password of the webhook", webhookPurpose, earlier),
  });
  const untouched = await readTotp(other.id);

  await reencryptSecondFactors(db, secrets);
  await reencryptServers(db, secrets);
  await reencryptProviderWebhooks(db, secrets);
  expect(await staff.signInWithCode(totpCode(staff.secret))).toMatchObject({ reply: { staff: { id: staff.id } } });
  expect(await readTotp(other.id)).toBe(untouched);
  const [project] = await queryRows<{ smtp_encrypted: string }>(db, sql`select smtp_encrypted from projects where id = ${ctx.projectId}`);
  expect(decryptServer(ctx.projectId, project?.smtp_encrypted ?? "")).toEqual(server);
  const [webhook] = await db.select().from(emailWebhooks);
  expect(decrypt(webhook?.secretEncrypted ?? "", webhookPurpose, secrets.slice(0, 1))).toBe("a password of the webhook");
  expect(encryptServer(ctx.projectId, server)).not.toBe(project?.smtp_encrypted);
});

import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { startSite } from "./harness/start-site";
import { heavyOnly } from "./harness/tags";

// On a connection of its own, as after a proxy's health check.
function request(url: string): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { connection: "keep-alive" } }, (response) => {
      response.resume().on("end", () => resolve({ status: response.statusCode, connection: response.headers.connection }));
    }).on("error", reject);
  });
}

test("a server that stops isn't ready, and answers every request until the proxy has noticed", heavyOnly, async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-e2e-restart-"));
  const site = await startSite({
    dataFolder: folder,
    smtpUrl: "",
    env: { DRAIN_SECONDS: "6", WEB_PROCESSES: "2", WORKER: "off" },
  });
  let stopping: Promise<void> | undefined;
  try {
    const readyUrl = `${site.baseUrl}/api/health/ready`;
    // A process isn't ready while its first connection to the database takes longer than the check waits.
    await expect.poll(async () => (await request(readyUrl)).status).toBe(200);
    const startedAt = performance.now();
    stopping = site.stop();
    // Both processes answer in turn, and one of them may notice first.
    const areAllStopping = async () => {
      const responses = await Promise.all(Array.from({ length: 6 }, () => request(readyUrl)));
      return responses.every(({ status }) => status === 503);
    };
    await expect.poll(areAllStopping).toBe(true);
    // A slow machine has the rest of the time for the last requests.
    while (performance.now() - startedAt < 1_500) {
      expect(await request(readyUrl)).toEqual({ status: 503, connection: "close" });
      expect(await request(`${site.baseUrl}/api/health/live`)).toEqual({ status: 200, connection: "close" });
      expect(await request(`${site.baseUrl}/docs`)).toEqual({ status: 200, connection: "close" });
      await pause(50);
    }
    await stopping;
    expect(performance.now() - startedAt).toBeGreaterThan(6_000);
    await expect(request(readyUrl)).rejects.toThrow("ECONNREFUSED");
  } finally {
    await (stopping ?? site.stop());
    rmSync(folder, { recursive: true, force: true });
  }
});

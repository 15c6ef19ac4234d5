import type { Locator, Page } from "@playwright/test";

/** Exports a list with its dialog, which `trigger` opens. Returns the name and the text of the file. */
export async function downloadExport(
  page: Page,
  {
    format = "CSV",
    trigger = page.getByRole("button", { name: "Export" }),
  }: { format?: "CSV" | "Excel" | "NDJSON"; trigger?: Locator } = {},
): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent("download");
  await trigger.click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("radio", { name: format }).click();
  await dialog.getByRole("button", { name: "Export" }).click();
  const download = await started;
  const text = (await (await download.createReadStream()).toArray()).join("");
  return { name: download.suggestedFilename(), text };
}

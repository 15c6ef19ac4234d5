import { showErrorToast } from "@/components/ui/toast";
import { listLabels } from "./labels";

/** Downloads a URL. Stays on the page, even if the request fails. */
export const downloadFromUrl = (href: string): void => startDownload(href, "");

function startDownload(href: string, name: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}

/** Downloads a file when it is ready. Shows a toast if it fails. */
export async function downloadFile(file: Promise<{ name: string; content: Blob }>): Promise<void> {
  try {
    const { name, content } = await file;
    const href = URL.createObjectURL(content);
    startDownload(href, name);
    // By then, the browser has started the download.
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  } catch (error) {
    showErrorToast(listLabels.downloadFailed)(error);
  }
}

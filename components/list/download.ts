import { showErrorToast } from "@/components/use-api-mutation";

/** Saves the file at an address, without leaving the page where there is none. */
export const downloadFromUrl = (href: string): void => startDownload(href, "");

function startDownload(href: string, name: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}

/** Saves a file once it is there; says so where it cannot be had. */
export async function downloadFile(file: Promise<{ name: string; content: Blob }>): Promise<void> {
  try {
    const { name, content } = await file;
    const href = URL.createObjectURL(content);
    startDownload(href, name);
    // The browser has begun to save it by then.
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  } catch (error) {
    showErrorToast("The file could not be made")(error);
  }
}

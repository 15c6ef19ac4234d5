import { tellFailure } from "@/components/use-change";

/** Saves the file at an address, without leaving the page where there is none. */
export const saveFrom = (href: string): void => save(href, "");

function save(href: string, name: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}

/** Saves a file once it is there; says so where it cannot be had. */
export async function saveFile(file: Promise<{ name: string; content: Blob }>): Promise<void> {
  try {
    const { name, content } = await file;
    const href = URL.createObjectURL(content);
    save(href, name);
    // The browser has begun to save it by then.
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  } catch (error) {
    tellFailure("The file could not be made")(error);
  }
}

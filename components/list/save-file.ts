import { tellFailure } from "@/components/use-change";

/** Saves a file once it is there; says so where it cannot be had. */
export async function saveFile(file: Promise<{ name: string; content: Blob }>): Promise<void> {
  try {
    const { name, content } = await file;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    // The browser has begun to save it by then.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    tellFailure("The file could not be made")(error);
  }
}

import { Download, Sheet } from "lucide-react";
import { Button } from "@/components/ui/button";
import { type Action, Menu } from "@/components/ui/menu";
import { showErrorToast } from "@/components/use-api-mutation";
import type { ExportFormat } from "@/contract/enums";
import { listLabels } from "./labels";

/** Downloads all matching items as a CSV or Excel file. `getHref` returns the URL of the list endpoint with its filters and a format. */
export function ExportMenu({ getHref }: { getHref: (format: ExportFormat) => string }) {
  return (
    <Menu
      trigger={
        <Button variant="outline">
          <Download aria-hidden="true" /> {listLabels.export}
        </Button>
      }
    >
      {({ MenuItem }) =>
        exportFormats.map((format) => (
          <MenuItem key={format} onSelect={() => downloadFromUrl(getHref(format))}>
            {listLabels.exportFormats[format]}
          </MenuItem>
        ))
      }
    </Menu>
  );
}

const exportFormats = ["csv", "xlsx"] as const satisfies readonly ExportFormat[];

/** The actions that download selected rows, one for each format. */
export const exportActions = (download: (format: ExportFormat) => void): Action[] =>
  exportFormats.map((format) => ({
    label: listLabels.exportActions[format],
    icon: format === "csv" ? Download : Sheet,
    onSelect: () => download(format),
  }));

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

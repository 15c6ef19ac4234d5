import { cn } from "@/lib/cn";
import { encodeQrCode, qrCodePath } from "@/lib/qr-code";

/** A QR code. Dark on white in both themes, because not every scanner reads inverted codes. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const code = encodeQrCode(text, 3);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      className={cn("rounded-lg bg-white", className)}
    >
      <path d={qrCodePath(code)} fill="#000000" />
    </svg>
  );
}

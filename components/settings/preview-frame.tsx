"use client";

import { useEffect, useRef, useState } from "react";

/** A frame of `height` until the form in it reports its own. */
export function PreviewFrame({ url, title, height: initialHeight }: { url: string; title: string; height: number }) {
  const [frame, height] = useFrameHeight();
  return <iframe ref={frame} src={url} title={title} height={height ?? initialHeight} className="block w-full" />;
}

/** The height that the form in a frame reports, which is null until then. */
function useFrameHeight() {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent<{ gatehouse?: { height?: number } } | null>) => {
      const height = data?.gatehouse?.height;
      if (origin === location.origin && source === frame.current?.contentWindow && typeof height === "number") setHeight(height);
    };
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);
  }, []);
  return [frame, height] as const;
}

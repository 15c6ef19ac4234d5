/**
 * Tells the page around a form in a frame the height of the form, and follows that page's color scheme, unless the frame's URL chooses one.
 * The page needs the script of Settings › Embed for both.
 */
const content = document.querySelector<HTMLElement>("[data-framed]");
if (content && parent !== window) {
  const followsPage = content.dataset.framed === "";
  new ResizeObserver(() => parent.postMessage({ gatehouse: { height: Math.ceil(content.offsetHeight) } }, "*")).observe(content);
  addEventListener("message", ({ source, data }: MessageEvent<{ gatehouse?: { colorScheme?: unknown } } | null>) => {
    const scheme = data?.gatehouse?.colorScheme;
    if (source !== parent || !followsPage || typeof scheme !== "string") return;
    const [isLight, isDark] = [/light/.test(scheme), /dark/.test(scheme)];
    // Pages that say nothing are light.
    content.dataset.framed = isLight && isDark ? "" : isDark ? "dark" : "light";
  });
}

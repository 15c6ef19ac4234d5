/** Stands where a form cannot be sent: what it does is done by script. */
export function JavaScriptRequired() {
  return (
    <p className="mb-4 hidden rounded-lg border px-3 py-2 text-[13px] noscript:block">
      This needs JavaScript, which is switched off in this browser.
    </p>
  );
}

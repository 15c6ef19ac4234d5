import { getPageAccent } from "@/server/accent";

/** The attributes of the embed script that the preview accepts. */
const allowedAttributes = { form: /^(join|claim)$/, key: /^pk_[0-9A-Za-z]{32}$/, names: /^true$/ };

/** A page with the real embedded form and the project's accent, which the settings show in a frame. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const attributes = Object.entries(allowedAttributes).flatMap(([name, pattern]) => {
    const value = query.get(name) ?? "";
    return pattern.test(value) ? [`data-${name}="${value}"`] : [];
  });
  const theme = query.get("theme") === "dark" ? "dark" : "light";
  const nonce = request.headers.get("x-nonce") ?? "";
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Preview</title>
<style nonce="${nonce}">
  :root { color-scheme: ${theme}; --gatehouse-accent: ${await getPageAccent()}; }
  body { margin: 0; padding: 4px; font: 15px/1.5 system-ui, sans-serif; }
</style>
<main aria-label="Form"><script src="/embed.js" ${attributes.join(" ")} nonce="${nonce}"></script></main>
</html>`;
  return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "private, no-store" } });
}

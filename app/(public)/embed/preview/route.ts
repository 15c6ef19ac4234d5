import { pageAccent } from "@/server/accent";

/** What a script element of another site says, of what may stand in it. */
const asked = { form: /^(join|claim)$/, key: /^pk_[0-9A-Za-z]{32}$/, names: /^true$/ };

/** The script's form on a page of its own, with the project's accent, which the settings show in a frame. It is the real form. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const attributes = Object.entries(asked).flatMap(([name, form]) => {
    const value = query.get(name) ?? "";
    return form.test(value) ? [`data-${name}="${value}"`] : [];
  });
  const theme = query.get("theme") === "dark" ? "dark" : "light";
  const nonce = request.headers.get("x-nonce") ?? "";
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Preview</title>
<style nonce="${nonce}">
  :root { color-scheme: ${theme}; --gatehouse-accent: ${await pageAccent()}; }
  body { margin: 0; padding: 4px; font: 15px/1.5 system-ui, sans-serif; }
</style>
<main aria-label="Form"><script src="/embed.js" ${attributes.join(" ")} nonce="${nonce}"></script></main>
</html>`;
  return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "private, no-store" } });
}

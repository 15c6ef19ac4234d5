// cspell:words localdomain

/** Where a URL works: everywhere, only in the network of the computer that serves it, or only on that computer. */
export type UrlReach = "everywhere" | "network" | "computer";

const computerHosts = /(^|\.)localhost$|^127(\.\d+){3}$|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:(7f[\da-f]{2}|0):/;
const networkHosts =
  /^10(\.\d+){3}$|^192\.168(\.\d+){2}$|^172\.(1[6-9]|2\d|3[01])(\.\d+){2}$|^169\.254(\.\d+){2}$|^\[(f[cd]|fe[89ab])|^\[::ffff:(a[\da-f]{2}|c0a8|ac1[\da-f]|a9fe):|\.(local|lan|internal|home|home\.arpa|intranet|localdomain)$|^[^.:[]+$/;

/** Returns where a URL works, as far as its host tells. */
export function urlReach(url: string): UrlReach {
  const hostname = new URL(url).hostname.replace(/\.$/, "");
  if (computerHosts.test(hostname)) return "computer";
  return networkHosts.test(hostname) ? "network" : "everywhere";
}

/** Why links don't work for others, and how to change that. Null if they do. `links` is such as "Links in emails". */
export function describeLocalLinks(url: string, links: string): string | null {
  const reach = urlReach(url);
  if (reach === "everywhere") return null;
  const where = reach === "computer" ? "only works on this computer" : "only works in your network";
  return `${links} point to ${url}, which ${where}. Set APP_URL to the URL of your site in .env and restart Gatehouse.`;
}

/** What a person needs to begin; the secret key only where it was just made, the link to set up while there is no owner. */
export function welcome({
  address,
  publicKey,
  secretKey,
  setupLink,
  seconds,
}: {
  address: string;
  publicKey: string;
  secretKey: string | null;
  setupLink: string | null;
  seconds: string;
}): string {
  const lines = [
    `Gatehouse is up at ${address} (${seconds} s). Ctrl-C stops it.`,
    ...(setupLink ? ["", `  Set it up    ${setupLink}`, "               Whoever opens this link first becomes the owner."] : []),
    "",
    `  Public key   ${publicKey}`,
  ];
  if (!secretKey) return [...lines, ""].join("\n");
  return [
    ...lines,
    `  Secret key   ${secretKey}`,
    "",
    "The secret key is shown this once: keep it. Try it:",
    "",
    `CODE=$(${curl(address, "codes/generate", secretKey, '{"amount":1,"type":"creative"}')} | tee /dev/stderr | sed 's/.*"code":"\\([^"]*\\)".*/\\1/')`,
    curl(address, "leads/create", secretKey, '{"email":"ada@example.org"}'),
    curl(address, "codes/send", secretKey, `{"code":"'"$CODE"'","emails":["ada@example.org"]}`),
    "",
  ].join("\n");
}

function curl(address: string, path: string, key: string, body: string): string {
  return `curl -s ${address}/api/${path} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'`;
}

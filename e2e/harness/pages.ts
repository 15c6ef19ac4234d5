import type { BrowserContext } from "@playwright/test";
import {
  batchPath,
  codePath,
  emailTemplatePath,
  importPath,
  leadPath,
  routes,
  sendPath,
  wavePath,
  webhookPath,
  withQuery,
} from "@/lib/routes";
import { expect } from "./fixtures";
import { postApi, uniqueTag } from "./leads";
import { site } from "./site";
import { createWebhook } from "./webhooks";

// Left out: forms, files, images and what only programs call, a page that closes its window, and guides, which have links that React doesn't know.
const { settings, dialogs, forms: _forms, embed: _embed, socialImage: _image, signedIn: _signedIn, ...rest } = routes;
const {
  docsResource,
  guide: _guide,
  guideFile: _guideFile,
  guideList: _guideList,
  postmanCollection: _postman,
  mcp: _mcp,
  ...others
} = rest;

/** The paths of all pages without a record, also with their dialogs. */
export const everyPage: readonly string[] = [
  ...Object.values(others),
  ...Object.values(settings),
  ...Object.values(dialogs),
  docsResource("codes"),
  `${routes.claim}?code=missing-code`,
];

/** The pages of the dashboard without a record or a dialog, and without the one that leads to another. */
export const dashboardPages: readonly string[] = everyPage.filter(
  (path) => path.startsWith(routes.overview) && path !== settings.all && !Object.values<string>(dialogs).includes(path),
);

/** What a record of each kind is called. */
export type RecordTexts = { email: string; name: string; text: string; code: string; tag: string; url: string };

const plainTexts = (): RecordTexts => {
  const tag = uniqueTag();
  return { email: `${tag}@example.org`, name: "Ada", text: "Autumn", code: tag, tag: "vip", url: "http://127.0.0.1:9/hooks" };
};

/** Uploads a file as its endpoint takes it, and returns the reply. */
async function uploadFile(path: string, query: Record<string, string>, lines: readonly string[]) {
  const response = await fetch(`${site().baseUrl}/api${withQuery(path, query)}`, {
    method: "POST",
    headers: { authorization: `Bearer ${site().secretKey}`, "content-type": "text/csv" },
    body: lines.join("\r\n"),
  });
  expect(response.status, path).toBe(200);
  return (await response.json()).data;
}

/** The folders in `app` of the pages with a record. */
export const recordPages = [
  "/dashboard/batches/[id]",
  "/dashboard/codes/[code]",
  "/dashboard/imports/[id]",
  "/dashboard/leads/[email]",
  "/dashboard/sends/[id]",
  "/dashboard/settings/email-templates/[kind]",
  "/dashboard/settings/webhooks/[id]",
  "/dashboard/waves/[id]",
] as const;

type RecordPaths = Record<(typeof recordPages)[number] | "delivery of a webhook" | "form of a webhook", string>;

/** Creates a record of each kind as the signed-in owner. Returns the path of the page of each, and of the dialogs there. */
export async function createRecords(context: BrowserContext, texts: RecordTexts = plainTexts()): Promise<RecordPaths> {
  const { email, name, text, code, tag, url } = texts;
  await postApi("/leads/create", { email, firstname: name, lastname: name, notes: text, tags: [tag], waitlist: true });
  const { batch } = await uploadFile("/codes/import", { name: text, uses: "5", tags: tag, allowEasyToGuess: "true" }, ["code", code]);
  const { sendId } = await postApi("/codes/send", { code, emails: [email] });
  await postApi("/codes/claim", { code, email });
  const wave = await postApi("/waves", { name: text, size: 1, repeat: { time: "09:00", total: 5 } });
  const upload = await uploadFile("/imports", { name: `${text}.csv` }, [`Email,${text}`, `2${email.slice(1)},${name}`]);
  const webhook = await createWebhook(context, { url, description: text, events: ["wave.ended"], filter: { tag } });
  const headers = { "sec-fetch-site": "same-origin" };
  const tested = await context.request.post(`/api/webhooks/${webhook.id}/test`, { data: { type: "code.claimed" }, headers });
  const { event: delivery } = (await tested.json()).data;
  return {
    "/dashboard/batches/[id]": batchPath(batch.id),
    "/dashboard/codes/[code]": codePath(code),
    "/dashboard/imports/[id]": importPath(upload.id),
    "/dashboard/leads/[email]": leadPath(email),
    "/dashboard/sends/[id]": sendPath(sendId),
    "/dashboard/settings/email-templates/[kind]": emailTemplatePath("code"),
    "/dashboard/settings/webhooks/[id]": webhookPath(webhook.id),
    "/dashboard/waves/[id]": wavePath(wave.id),
    "delivery of a webhook": withQuery(webhookPath(webhook.id), { delivery }),
    "form of a webhook": withQuery(webhookPath(webhook.id), { action: "edit" }),
  };
}

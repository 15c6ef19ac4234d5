"use client";

import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { Column } from "@/components/list/columns";
import { ShortTable } from "@/components/list/query-table";
import { useCan, useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { useColorScheme } from "@/components/ui/hooks";
import { TextLink } from "@/components/ui/link";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Snippet } from "@/components/ui/snippet";
import { Interpolate } from "@/components/ui/text";
import { plural } from "@/lib/plural";
import { routes } from "@/lib/routes";
import { Attributes, FitFrame, Texts } from "./embed-reference";
import {
  contentSecurityPolicy,
  cssSnippet,
  cssVariables,
  type EmbedOptions,
  embedSnippet,
  eventSnippet,
  frameHeight,
  frameUrl,
  previewUrl,
} from "./embed-snippets";
import { PreviewFrame } from "./preview-frame";

/** Copy of the embed settings. */
const labels = {
  form: {
    title: "Embed a form",
    description: "Add a form to your own website. Choose its options, then copy the code into your page.",
    html: "HTML",
    events: "JavaScript events",
    preview: "Preview",
    previewHint: "This is the real form. Anything you submit is saved.",
  },

  options: {
    form: "Form",
    forms: [
      { value: "join", label: "Join the waitlist", hint: "Asks for an email. Add ?ref= to your page's URL to set the referral code." },
      { value: "claim", label: "Claim a code", hint: "Asks for a code and an email. Add ?code= to your page's URL to fill in the code." },
    ],
    method: "Embed with",
    methods: [
      { value: "script", label: "Script", hint: "Adds the form to your page, with your fonts and colors." },
      { value: "frame", label: "Frame", hint: "For pages that can't run third-party scripts. Works without JavaScript." },
    ],
    names: "Ask for first and last name",
    theme: "Theme",
    themes: [
      { value: "system", label: "System" },
      { value: "light", label: "Light" },
      { value: "dark", label: "Dark" },
    ],
  },

  styling: {
    title: "Styling",
    description: "The form uses your page's font and color scheme. Set these CSS variables to change the rest.",
    css: "CSS",
    table: "CSS variables",
    variable: "Variable",
    changes: "Changes",
    defaultValue: "Default",
  },

  policy: {
    title: "Content Security Policy",
    description: "Add these directives if your site has a Content-Security-Policy header.",
    header: "Content-Security-Policy",
    /** `{link}` is replaced by a link to the API key settings. */
    anyOrigin: "Any website can show these forms. Limit them under {link}.",
    allowedOrigins: (count: number) =>
      plural(count, {
        one: "Only {n} allowed origin can show these forms. Change it under {link}.",
        other: "Only {n} allowed origins can show these forms. Change them under {link}.",
      }),
    link: "Allowed origins",
  },

  hostedPages: {
    title: "Hosted pages",
    description: "No website? Share these links to the same forms on Gatehouse.",
    join: "Join page",
    claim: "Claim page",
  },
} as const;

type EmbedViewProps = {
  /** The URL of this installation. */
  baseUrl: string;
  publicKey: string;
};

/** Code snippets that add the join and claim forms to other sites. */
export function EmbedView({ baseUrl, publicKey }: EmbedViewProps) {
  const [options, setOptions] = useEmbedOptions();
  const { project } = useSession();
  const isScript = options.method === "script";
  const copy = labels.form;
  return (
    <>
      <Card title={copy.title} description={copy.description}>
        <div className="grid gap-6">
          <div className="grid gap-6 lg:grid-cols-2">
            <EmbedOptionsForm options={options} onChange={setOptions} />
            <Preview options={options} publicKey={publicKey} />
          </div>
          <Snippet label={copy.html} text={embedSnippet(options, { baseUrl, key: publicKey, content: project })} copy />
          {isScript && <Snippet label={copy.events} text={eventSnippet(options)} copy />}
        </div>
      </Card>
      <Attributes form={options.form} method={options.method} />
      {isScript ? <Styling /> : <FitFrame baseUrl={baseUrl} />}
      <Texts />
      <SecurityPolicy text={contentSecurityPolicy(options, baseUrl)} />
      <HostedPages baseUrl={baseUrl} />
    </>
  );
}

function HostedPages({ baseUrl }: { baseUrl: string }) {
  const copy = labels.hostedPages;
  return (
    <Card title={copy.title} description={copy.description}>
      <div className="grid gap-4">
        <Snippet label={copy.join} text={baseUrl + routes.join} copy />
        <Snippet label={copy.claim} text={baseUrl + routes.claim} copy />
      </div>
    </Card>
  );
}

function SecurityPolicy({ text }: { text: string }) {
  const { allowedOrigins } = useSession().project;
  const canEdit = useCan("PUT /keys/origins");
  const copy = labels.policy;
  const originsText = allowedOrigins.length === 0 ? copy.anyOrigin : copy.allowedOrigins(allowedOrigins.length);
  return (
    <Card title={copy.title} description={copy.description}>
      <div className="grid gap-4">
        <Snippet label={copy.header} text={text} copy />
        <p className="text-muted-foreground">
          <Interpolate
            text={originsText}
            values={{ link: canEdit ? <TextLink href={routes.settings.keys}>{copy.link}</TextLink> : copy.link }}
          />
        </p>
      </div>
    </Card>
  );
}

type EmbedOptionsFormProps = { options: EmbedOptions; onChange: (changes: Partial<EmbedOptions>) => void };

function EmbedOptionsForm({ options, onChange }: EmbedOptionsFormProps) {
  return (
    <div className="grid content-start gap-6">
      <RadioGroup
        label={labels.options.form}
        options={labels.options.forms}
        value={options.form}
        onValueChange={(form) => onChange({ form })}
      />
      <RadioGroup
        label={labels.options.method}
        options={labels.options.methods}
        value={options.method}
        onValueChange={(method) => onChange({ method })}
      />
      {options.form === "join" && (
        <Field label={labels.options.names} inline>
          <Checkbox checked={options.names} onCheckedChange={(names) => onChange({ names })} />
        </Field>
      )}
      {options.method === "frame" && (
        <Field label={labels.options.theme} className="max-w-48">
          <Select options={labels.options.themes} value={options.theme} onValueChange={(theme) => onChange({ theme })} />
        </Field>
      )}
    </div>
  );
}

/** The real form, as visitors see it. */
function Preview({ options, publicKey }: { options: EmbedOptions; publicKey: string }) {
  const theme = useColorScheme();
  const { project } = useSession();
  const url =
    options.method === "script"
      ? previewUrl(options, { key: publicKey, theme: theme ?? "light" })
      : frameUrl({ ...options, theme: options.theme === "system" ? (theme ?? "light") : options.theme });
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="font-medium text-2sm">{labels.form.preview}</figcaption>
      <div className="rounded-lg border bg-background p-4">
        {theme !== null && <PreviewFrame key={url} url={url} title={labels.form.preview} height={frameHeight(options, project)} />}
      </div>
      <p className="text-2sm text-muted-foreground">{labels.form.previewHint}</p>
    </figure>
  );
}

type CssVariable = (typeof cssVariables)[number];

const variableName = ({ name }: CssVariable) => name;

const variableColumns: readonly Column<CssVariable>[] = [
  { id: "name", header: labels.styling.variable, mono: true, cell: ({ name }) => name },
  { id: "description", header: labels.styling.changes, cell: ({ description }) => description },
  {
    id: "default",
    header: labels.styling.defaultValue,
    className: "text-muted-foreground",
    cell: ({ defaultValue }) => defaultValue,
  },
];

/** The CSS variables of the script's form. */
function Styling() {
  const { accent } = useSession().project;
  return (
    <Card title={labels.styling.title} description={labels.styling.description}>
      <div className="grid gap-4">
        <Snippet label={labels.styling.css} text={cssSnippet(accent)} copy />
        <ShortTable label={labels.styling.table} columns={variableColumns} getRowId={variableName} items={cssVariables} />
      </div>
    </Card>
  );
}

const searchParams = {
  form: parseAsStringLiteral(["join", "claim"]).withDefault("join"),
  method: parseAsStringLiteral(["script", "frame"]).withDefault("script"),
  names: parseAsBoolean.withDefault(false),
  theme: parseAsStringLiteral(["system", "light", "dark"]).withDefault("system"),
};

/** The selected options and their setter. The state is in the URL. */
const useEmbedOptions = () => useQueryStates(searchParams);

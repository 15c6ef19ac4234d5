"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { apiQuery } from "@/components/api-query";
import { joinMessages, joinPageMessages } from "@/components/public";
import { ProjectSettingsForm } from "@/components/shell/project-settings-form";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { QueryError } from "@/components/ui/errors";
import { FormField, useZodForm } from "@/components/ui/form";
import { SelectField } from "@/components/ui/form-fields";
import { useDebouncedValue } from "@/components/ui/hooks";
import { Skeleton } from "@/components/ui/loading";
import { OptionalTextField } from "@/components/ui/settings-form";
import { type ProjectRecord, previewJoinPageEndpoint, updateProjectEndpoint } from "@/contract/project";
import { cn } from "@/lib/cn";
import { sanitizeName } from "@/lib/sanitize-name";
import { ImageInput, imageKinds } from "./image-input";
import { settingsLabels } from "./labels";

const labels = settingsLabels.publicPages;

const { socialImage, ...textFields } = updateProjectEndpoint.body.pick({
  homePage: true,
  homeRedirectUrl: true,
  joinHeadline: true,
  joinText: true,
  joinSuccessMessage: true,
  joinRedirectUrl: true,
  joinDescription: true,
  referralPageUrl: true,
  socialImage: true,
}).shape;
// The image isn't part of the project's record: it's only set when it changes.
const PublicPagesBody = updateProjectEndpoint.body.pick({}).extend(textFields).required().extend({ socialImage });
type PublicPagesBody = z.input<typeof PublicPagesBody>;

const toFormValues = (project: ProjectRecord): PublicPagesBody => ({
  ...(Object.fromEntries(Object.entries(project).filter(([name]) => name in textFields)) as PublicPagesBody),
  socialImage: undefined,
});

type FormProps = { form: UseFormReturn<PublicPagesBody, unknown, z.output<typeof PublicPagesBody>> };

/** The settings of the home page and the join page, with a preview. `homeUrl` is the URL of the home page. */
export function PublicPagesView({ homeUrl }: { homeUrl: string }) {
  const { project } = useSession();
  const form = useZodForm(PublicPagesBody, { defaultValues: toFormValues(project) });
  return (
    <div className="grid items-start gap-6 wide:grid-cols-2">
      <ProjectSettingsForm
        form={form}
        toValues={toFormValues}
        labels={settingsLabels}
        title={labels.title}
        description={labels.description}
        saveLabel={labels.save}
        savedToast={labels.savedToast}
      >
        <HomePageFields form={form} homeUrl={homeUrl} />
        <h3 className="mt-2 border-t pt-6 font-medium">{labels.joinSection}</h3>
        <OptionalTextField form={form} name="joinHeadline" {...settingsLabels.joinHeadline} kind="line" />
        <OptionalTextField form={form} name="joinText" {...settingsLabels.joinText} kind="text" />
        <OptionalTextField form={form} name="joinSuccessMessage" {...settingsLabels.joinSuccessMessage} kind="text" />
        <OptionalTextField form={form} name="joinRedirectUrl" {...settingsLabels.joinRedirectUrl} kind="url" />
        <h3 className="mt-2 border-t pt-6 font-medium">{labels.sharingSection}</h3>
        <OptionalTextField form={form} name="joinDescription" {...settingsLabels.joinDescription} kind="text" />
        <SocialImageField form={form} />
        <OptionalTextField form={form} name="referralPageUrl" {...settingsLabels.referralPageUrl} kind="url" />
      </ProjectSettingsForm>
      <Preview draft={{ ...project, ...form.watch() }} host={new URL(homeUrl).host} />
    </div>
  );
}

function HomePageFields({ form, homeUrl }: FormProps & { homeUrl: string }) {
  const { homePage, homeRedirectUrl } = settingsLabels;
  return (
    <>
      <SelectField form={form} name="homePage" label={homePage.label} hint={homePage.hint(homeUrl)} options={homePage.options} />
      {form.watch("homePage") === "redirect" && (
        <OptionalTextField form={form} name="homeRedirectUrl" {...homeRedirectUrl} kind="url" optional={false} />
      )}
    </>
  );
}

function SocialImageField({ form }: FormProps) {
  const { socialImageUrl } = useSession().project;
  const { label, hint } = settingsLabels.socialImage;
  return (
    <FormField form={form} name="socialImage" label={label} hint={hint}>
      {({ value = socialImageUrl }) => (
        <ImageInput
          kind={imageKinds.social}
          hasImage={value !== null}
          onChange={(image) => form.setValue("socialImage", image, { shouldDirty: true, shouldValidate: true })}
          onInvalid={(message) => form.setError("socialImage", { type: "file", message })}
        >
          {null}
        </ImageInput>
      )}
    </FormField>
  );
}

/** Milliseconds without typing before the preview is updated. */
const previewDelay = 250;

type Draft = ProjectRecord & Pick<PublicPagesBody, "socialImage">;

/** The join page, what people see after they join, and a shared link, as they would be if the form were saved. */
function Preview({ draft, host }: { draft: Draft; host: string }) {
  const { joinHeadline, joinText, joinSuccessMessage, joinRedirectUrl } = useDebouncedValue(draft, previewDelay);
  const body = { joinHeadline, joinText, joinSuccessMessage, joinRedirectUrl };
  const preview = useQuery({
    ...apiQuery("POST /project/preview", { body }),
    enabled: previewJoinPageEndpoint.body.safeParse(body).success,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  return (
    <Card title={labels.preview} className="xl:sticky xl:top-[calc(var(--sticky-top,0px)+1.5rem)]">
      <div className="grid gap-6">
        {preview.isError ? (
          <QueryError query={preview} title={labels.previewFailed} />
        ) : (
          <>
            <PageFrame title={labels.form} html={preview.data?.form} className="h-160" />
            <PageFrame title={labels.success} html={preview.data?.success} className="h-96" />
          </>
        )}
        <SharedLink draft={draft} host={host} />
      </div>
    </Card>
  );
}

/** A page whose form and links don't work. It has no scripts; without `allow-scripts`, tools that inspect frames log errors. `srcdoc` inherits this page's content security policy. */
function PageFrame({ title, html, className }: { title: string; html: string | undefined; className: string }) {
  return (
    <figure className="grid gap-2">
      <figcaption className="font-medium text-2sm">{title}</figcaption>
      {html === undefined ? (
        <Skeleton className={cn("rounded-lg", className)} />
      ) : (
        // A new frame for each version, because navigating an existing one would add to the browser's history.
        <iframe
          key={html}
          sandbox="allow-same-origin allow-scripts"
          title={title}
          srcDoc={html}
          className={cn("w-full rounded-lg border", className)}
        />
      )}
    </figure>
  );
}

/** How social networks show a link to the join page. */
function SharedLink({ draft, host }: { draft: Draft; host: string }) {
  const image = draft.socialImage === undefined ? draft.socialImageUrl : draft.socialImage;
  return (
    <figure className="grid gap-2">
      <figcaption className="font-medium text-2sm">{labels.sharedLink}</figcaption>
      <div className="max-w-md overflow-hidden rounded-lg border">
        {/* biome-ignore lint/performance/noImgElement: the image has its final size */}
        {image && <img src={image} alt="" className="aspect-[1200/630] w-full border-b object-cover" />}
        <div className="grid gap-0.5 p-3 text-2sm">
          <span className="text-muted-foreground">{host}</span>
          <span className="font-medium">{sanitizeName(`${draft.joinHeadline ?? joinMessages.title} · ${draft.name}`)}</span>
          <span className="text-muted-foreground">{sanitizeName(draft.joinDescription ?? joinPageMessages.intro(draft.name))}</span>
        </div>
      </div>
    </figure>
  );
}

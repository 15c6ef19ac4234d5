"use client";

import { Download, TriangleAlert } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { Logo } from "@/components/layout/logo";
import { ProjectSettingsForm } from "@/components/shell/project-settings-form";
import { useSession } from "@/components/shell/session";
import { buttonStyle } from "@/components/ui/button-style";
import { Card } from "@/components/ui/card";
import { TimeZoneHint, TimeZoneInput } from "@/components/ui/combobox";
import { FormField, NumberField, TextField, useZodForm } from "@/components/ui/form";
import { DateTimeField, SwitchField } from "@/components/ui/form-fields";
import { OptionalTextField, TextListForm, textListSchema } from "@/components/ui/settings-form";
import { ColorInput, isHexColor, NumberInput } from "@/components/ui/special-inputs";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call, callUrl } from "@/contract/call";
import { type ProjectRecord, updateProjectEndpoint } from "@/contract/project";
import { closesBeforeOpeningMessage } from "@/contract/sign-ups";
import { brandStyle, contrastRatio, pageBackgrounds } from "@/lib/brand";
import { cn } from "@/lib/cn";
import { ImageInput, imageKinds } from "./image-input";
import { settingsLabels } from "./labels";

const { accent: accentLabels } = settingsLabels;

// The form edits these fields, while the endpoint accepts any of them.
const ProjectBody = updateProjectEndpoint.body
  .pick({
    name: true,
    logo: true,
    accent: true,
    timeZone: true,
    successMessage: true,
    redirectUrl: true,
    claimPageUrl: true,
    consentText: true,
    signUpsOpenAt: true,
    signUpsCloseAt: true,
    waitlistLimit: true,
    signUpsClosedMessage: true,
    referralBonus: true,
    doubleOptIn: true,
    sendJoinedEmail: true,
    requireClaimConfirmation: true,
    sendClaimedEmail: true,
    inviteQuota: true,
    inviteExpiresAfterDays: true,
    binDays: true,
  })
  .required();
type ProjectBody = z.input<typeof ProjectBody>;

const toFormValues = (project: ProjectRecord): ProjectBody =>
  Object.fromEntries(Object.entries(project).filter(([name]) => name in ProjectBody.shape)) as ProjectBody;

/** The settings of the project: branding, claims and the waitlist. */
export function ProjectView() {
  const { project } = useSession();
  const form = useZodForm(ProjectBody, { defaultValues: toFormValues(project) });
  const labels = settingsLabels.project;
  return (
    <>
      <ProjectSettingsForm
        form={form}
        toValues={toFormValues}
        labels={settingsLabels}
        title={labels.title}
        description={labels.description}
        saveLabel={labels.save}
        savedToast={labels.savedToast}
      >
        <ProjectFields form={form} />
        <h3 className="mt-2 border-t pt-6 font-medium">{labels.waitlistSection}</h3>
        <SignUpFields form={form} />
        <WaitlistFields form={form} />
        <h3 className="mt-2 border-t pt-6 font-medium">{labels.invitesSection}</h3>
        <InviteFields form={form} />
        <h3 className="mt-2 border-t pt-6 font-medium">{labels.binSection}</h3>
        <NumberField
          form={form}
          name="binDays"
          label={settingsLabels.binDays.label}
          hint={settingsLabels.binDays.hint}
          className="max-w-32"
        />
      </ProjectSettingsForm>
      <ReturnUrlsForm />
      <ExportCard />
    </>
  );
}

const returnUrlsSchema = textListSchema(updateProjectEndpoint.body.pick({ returnUrls: true }).required(), "returnUrls");

/** The URLs that a link to the claim or join page can choose to return to, one per line. */
function ReturnUrlsForm() {
  const labels = settingsLabels.returnUrls;
  const { project } = useSession();
  const { mutateAsync } = useApiMutation("PATCH /project", { changes: ["GET /project"], refreshPage: true });
  const save = async (returnUrls: string[], expected: string[]) => {
    const saved = await mutateAsync({ body: { returnUrls, expected: { returnUrls: expected } } });
    toast.success(labels.saved);
    return saved.returnUrls;
  };
  return (
    <TextListForm
      title={labels.title}
      description={labels.description}
      label={labels.label}
      hint={labels.hint}
      saveLabel={labels.save}
      savedItems={project.returnUrls}
      schema={returnUrlsSchema}
      onSave={save}
      onLoad={async () => (await call("GET /project")).returnUrls}
    />
  );
}

/** Downloads the project export. A link, so that the browser saves the file while it arrives. */
function ExportCard() {
  const { title, description, contents, download } = settingsLabels.export;
  return (
    <Card
      title={title}
      description={description}
      footer={
        <a href={callUrl("GET /project/export", {})} download className={cn(buttonStyle({ variant: "outline" }))}>
          <Download aria-hidden="true" /> {download}
        </a>
      }
    >
      <ul className="grid max-w-xl list-disc gap-1 pl-5 text-muted-foreground">
        {contents.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Card>
  );
}

type ProjectFieldsProps = { form: UseFormReturn<ProjectBody, unknown, ProjectBody> };

/** The fields for branding and for what happens after a claim. */
function ProjectFields({ form }: ProjectFieldsProps) {
  return (
    <>
      <TextField form={form} name="name" label={settingsLabels.name.label} autoComplete="off" />
      <FormField form={form} name="logo" label={settingsLabels.logo.label} hint={settingsLabels.logo.hint}>
        {({ value }) => (
          <ImageInput
            kind={imageKinds.logo}
            hasImage={value !== null}
            onChange={(logo) => form.setValue("logo", logo, { shouldDirty: true, shouldValidate: true })}
            onInvalid={(message) => form.setError("logo", { type: "file", message })}
          >
            <LogoPreview name={form.watch("name")} logo={value} />
          </ImageInput>
        )}
      </FormField>
      <FormField form={form} name="accent" label={accentLabels.label} hint={accentLabels.hint}>
        {(control) => <ColorInput {...control} pickLabel={accentLabels.pick} />}
      </FormField>
      <AccentPreview accent={form.watch("accent")} />
      <FormField form={form} name="timeZone" label={settingsLabels.timeZone.label} hint={<TimeZoneHint zone={form.watch("timeZone")} />}>
        {({ value, onChange, onBlur }) => <TimeZoneInput value={value} onValueChange={onChange} onBlur={onBlur} />}
      </FormField>
      <OptionalTextField form={form} name="successMessage" {...settingsLabels.successMessage} kind="text" />
      <OptionalTextField form={form} name="redirectUrl" {...settingsLabels.redirectUrl} kind="url" />
      <OptionalTextField form={form} name="claimPageUrl" {...settingsLabels.claimPageUrl} kind="url" />
    </>
  );
}

function LogoPreview({ name, logo }: { name: string; logo: string | null }) {
  return (
    <div aria-hidden="true" className="flex gap-2">
      {(["light", "dark"] as const).map((theme) => (
        <div key={theme} style={{ background: pageBackgrounds[theme] }} className="grid size-14 place-items-center rounded-lg border">
          <Logo project={{ name, logo }} className="size-8" />
        </div>
      ))}
    </div>
  );
}

/** When people can join, how many, and what the others read. */
function SignUpFields({ form }: ProjectFieldsProps) {
  const { signUpsOpenAt, signUpsCloseAt, waitlistLimit, signUpsClosedMessage } = settingsLabels;
  const zone = form.watch("timeZone");
  const closesEarly = form.formState.errors.signUpsCloseAt?.message === closesBeforeOpeningMessage;
  return (
    <>
      <div className="grid gap-6 wide:grid-cols-2 wide:gap-4">
        <DateTimeField
          form={form}
          name="signUpsOpenAt"
          empty={null}
          optional
          kind="start"
          zone={zone}
          label={signUpsOpenAt.label}
          clearLabel={signUpsOpenAt.open}
          describeValue={signUpsOpenAt.from}
        />
        <DateTimeField
          form={form}
          name="signUpsCloseAt"
          empty={null}
          optional
          kind="end"
          zone={zone}
          label={signUpsCloseAt.label}
          clearLabel={signUpsCloseAt.never}
          describeValue={signUpsCloseAt.through}
          error={closesEarly ? signUpsCloseAt.beforeOpening : undefined}
        />
      </div>
      <FormField form={form} name="waitlistLimit" label={waitlistLimit.label} hint={waitlistLimit.hint} optional>
        {({ value, onChange, ...control }) => (
          <NumberInput {...control} value={value ?? undefined} onValueChange={(limit) => onChange(limit ?? null)} className="max-w-32" />
        )}
      </FormField>
      <OptionalTextField form={form} name="signUpsClosedMessage" {...signUpsClosedMessage} kind="text" />
    </>
  );
}

/** What to know about the setting above. */
const SettingWarning = ({ children }: { children: string }) => (
  <p className="-mt-3 flex gap-2 text-2sm text-warning">
    <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
    {children}
  </p>
);

/** The fields for sign-ups, referrals and automatic emails. */
function WaitlistFields({ form }: ProjectFieldsProps) {
  return (
    <>
      <OptionalTextField form={form} name="consentText" {...settingsLabels.consentText} kind="text" />
      <NumberField
        form={form}
        name="referralBonus"
        label={settingsLabels.referralBonus.label}
        hint={settingsLabels.referralBonus.hint}
        className="max-w-32"
      />
      {!form.watch("doubleOptIn") && form.watch("referralBonus") !== 0 && (
        <SettingWarning>{settingsLabels.referralBonus.unconfirmed}</SettingWarning>
      )}
      <SettingSwitch form={form} name="doubleOptIn" />
      <SettingSwitch form={form} name="sendJoinedEmail" />
      <SettingSwitch form={form} name="requireClaimConfirmation" />
      <SettingSwitch form={form} name="sendClaimedEmail" />
    </>
  );
}

/** How many codes each lead can pass on, and for how long these work. */
function InviteFields({ form }: ProjectFieldsProps) {
  const { inviteQuota, inviteExpiresAfterDays } = settingsLabels;
  return (
    <>
      <NumberField form={form} name="inviteQuota" label={inviteQuota.label} hint={inviteQuota.hint} className="max-w-32" />
      {form.watch("inviteQuota") > 0 && !form.watch("sendClaimedEmail") && <SettingWarning>{inviteQuota.withoutEmail}</SettingWarning>}
      <FormField form={form} name="inviteExpiresAfterDays" label={inviteExpiresAfterDays.label} hint={inviteExpiresAfterDays.hint} optional>
        {({ value, onChange, ...control }) => (
          <NumberInput {...control} value={value ?? undefined} onValueChange={(number) => onChange(number ?? null)} className="max-w-32" />
        )}
      </FormField>
    </>
  );
}

type SettingSwitchProps = ProjectFieldsProps & {
  name: "doubleOptIn" | "sendJoinedEmail" | "requireClaimConfirmation" | "sendClaimedEmail";
};

function SettingSwitch({ form, name }: SettingSwitchProps) {
  const { label, hint } = settingsLabels[name];
  return <SwitchField form={form} name={name} label={label} hint={hint} />;
}

/** Minimum contrast between a control and the page: WCAG 1.4.11. */
const minContrast = 3;

/** A sample button in each theme, with a warning if the contrast is too low. */
function AccentPreview({ accent }: { accent: string }) {
  if (!isHexColor(accent)) return null;
  const lowContrastThemes = (["light", "dark"] as const).filter((theme) => contrastRatio(accent, pageBackgrounds[theme]) < minContrast);
  return (
    <div className="-mt-2 grid gap-2">
      <div aria-hidden="true" className="grid max-w-sm grid-cols-2 gap-2">
        {(["light", "dark"] as const).map((theme) => (
          <div key={theme} className="grid gap-1">
            <div style={{ background: pageBackgrounds[theme] }} className="grid place-items-center rounded-lg border p-4">
              <span style={brandStyle(accent)} className={cn(buttonStyle(), "bg-brand text-brand-foreground hover:bg-brand")}>
                {accentLabels.previewButton}
              </span>
            </div>
            <span className="text-muted-foreground text-xs">{accentLabels[theme]}</span>
          </div>
        ))}
      </div>
      <div role="status">
        {lowContrastThemes.map((theme) => (
          <p key={theme} className="flex gap-2 text-2sm text-warning">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {accentLabels.lowContrast[theme](contrastRatio(accent, pageBackgrounds[theme]).toFixed(1), minContrast)}
          </p>
        ))}
      </div>
    </div>
  );
}

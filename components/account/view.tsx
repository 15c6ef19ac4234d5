"use client";

import { useQuery } from "@tanstack/react-query";
import * as z from "zod";
import { apiQuery } from "@/components/api-query";
import { NewPasswordField } from "@/components/auth";
import { type Column, timeColumn } from "@/components/list/columns";
import { QueryTable } from "@/components/list/query-table";
import { useSession } from "@/components/shell/session";
import { ActionButton } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { Card, TableCard } from "@/components/ui/card";
import { Form, FormErrorSummary, PasswordField, TextField, useZodForm, withFieldErrors } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import { MergedSettingsForm } from "@/components/ui/settings-form";
import { Badge } from "@/components/ui/status";
import { Interpolate } from "@/components/ui/text";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { changePasswordEndpoint, updateAccountEndpoint } from "@/contract/account";
import { call } from "@/contract/call";
import { formatSignInMethod } from "@/contract/enums";
import type { SessionRecord } from "@/contract/session";
import { routes } from "@/lib/routes";
import { labels } from "./labels";
import { PasskeysCard } from "./passkeys";
import { SecondFactorCard } from "./second-factor";

/** Settings of the signed-in staff member's own account. */
export function AccountView() {
  return (
    <>
      <NameForm />
      <PasswordForm />
      <PasskeysCard />
      <SecondFactorCard />
      <SessionsTable />
    </>
  );
}

const OwnName = z.object({ name: updateAccountEndpoint.body.shape.name.unwrap() });

function NameForm() {
  const { staff } = useSession();
  const { mutateAsync } = useApiMutation("PATCH /account", { changes: ["GET /team"], refreshPage: true });
  const form = useZodForm(OwnName, { defaultValues: { name: staff.name } });
  const email = (
    <span translate="no" className="break-all font-mono text-2sm">
      {staff.email}
    </span>
  );
  return (
    <MergedSettingsForm
      form={form}
      onSave={async (changes, expected) => ({ name: (await mutateAsync({ body: { ...changes, expected } })).name })}
      onLoad={async () => ({ name: (await call("GET /session")).staff.name })}
      describeValue={(value) => ({ name: labels.profile.name, text: String(value) })}
      title={labels.profile.title}
      description={<Interpolate text={labels.profile.description} values={{ email }} />}
      saveLabel={labels.profile.save}
      savedToast={labels.profile.saved}
      className="max-w-md gap-4"
    >
      <TextField form={form} name="name" label={labels.profile.name} hint={labels.profile.nameHint} autoComplete="name" />
    </MergedSettingsForm>
  );
}

function PasswordForm() {
  const { email } = useSession().staff;
  const { mutateAsync } = useApiMutation("POST /account/password", { changes: ["GET /sessions"] });
  const form = useZodForm(changePasswordEndpoint.body, { defaultValues: { currentPassword: "", newPassword: "" } });
  const changePassword = (body: z.output<typeof changePasswordEndpoint.body>) =>
    withFieldErrors(form, { invalid_password: "currentPassword" }, async () => {
      await mutateAsync({ body });
      form.reset();
      toast.success(labels.password.changed, { description: labels.password.changedDescription });
    });
  return (
    <Form form={form} onSubmit={changePassword}>
      <Card
        title={labels.password.title}
        description={labels.password.description}
        footer={
          <Button type="submit" pending={form.formState.isSubmitting}>
            {labels.password.submit}
          </Button>
        }
      >
        <div className="grid max-w-md gap-4">
          {/* Tells password managers which account the password belongs to. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            form={form}
            name="currentPassword"
            label={labels.password.currentPassword}
            hint={<ForgotPasswordHint />}
            autoComplete="current-password"
          />
          <NewPasswordField form={form} name="newPassword" label={labels.password.newPassword} />
          <FormErrorSummary form={form} />
        </div>
      </Card>
    </Form>
  );
}

function ForgotPasswordHint() {
  const link = <TextLink href={routes.forgotPassword}>{labels.password.sendResetLink}</TextLink>;
  return <Interpolate text={labels.password.forgotHint} values={{ link }} />;
}

const sessionId = ({ id }: SessionRecord) => id;

function SessionsTable() {
  const { title, description } = sessionHeaders;
  return (
    <TableCard title={title} description={description} action={<SignOutEverywhere />}>
      {/* Never empty: the list contains this session. */}
      <QueryTable label={title} columns={sessionColumns} getRowId={sessionId} query={useQuery(apiQuery("GET /sessions"))} />
    </TableCard>
  );
}

const { sessions: sessionHeaders } = labels;

const sessionColumns: readonly Column<SessionRecord>[] = [
  {
    id: "browser",
    header: sessionHeaders.browser,
    className: "font-medium",
    cell: ({ device, current }) => (
      <span className="inline-flex items-center gap-3">
        {device}
        {current && <Badge>{sessionHeaders.currentSession}</Badge>}
      </span>
    ),
  },
  { id: "ipAddress", header: sessionHeaders.ipAddress, mono: true, cell: ({ ipAddress }) => ipAddress },
  { id: "method", header: sessionHeaders.method, className: "first-letter:uppercase", cell: ({ method }) => formatSignInMethod(method) },
  timeColumn({ id: "signedIn", header: sessionHeaders.signedInAt }, ({ createdAt }) => createdAt),
  timeColumn({ id: "lastSeen", header: sessionHeaders.lastSeenAt }, ({ lastSeenAt }) => lastSeenAt),
  {
    id: "actions",
    header: sessionHeaders.actions,
    hideLabel: true,
    className: "w-28 text-right",
    cell: (session) => <SignOutButton session={session} />,
  },
];

function SignOutEverywhere() {
  const { signOutEverywhere: label, signOutEverywhereTitle: title, signOutEverywhereConsequence: consequence } = labels.sessions;
  const { mutateAsync } = useApiMutation("DELETE /sessions", {
    changes: "nothing",
    // It signs out here too. The dialog stays until the page is left.
    onReply: () => new Promise(() => window.location.assign(routes.signIn)),
  });
  return <ActionButton action={{ label, confirm: { title, consequence, action: label }, run: () => mutateAsync({}) }} />;
}

function SignOutButton({ session: { id, current, device, ipAddress } }: { session: SessionRecord }) {
  const { mutateAsync } = useApiMutation("DELETE /sessions/:id", { changes: ["GET /sessions"] });
  const signOut = () => mutateAsync({ params: { id } }).then(() => toast.success(labels.sessions.signedOut, { description: device }));
  return (
    <ActionButton
      size="sm"
      aria-label={labels.sessions.signOutLabel(device, ipAddress)}
      action={!current && { label: labels.sessions.signOut, run: signOut, failed: labels.sessions.signOutFailed }}
    />
  );
}

"use client";

import { FileUp, UserPlus, Users } from "lucide-react";
import { useLeadBulkActions } from "@/components/lead-selection";
import { ListFilters } from "@/components/list/list-filters";
import { ListPage } from "@/components/list/list-page";
import { useSelection } from "@/components/list/selection";
import { useList } from "@/components/list/use-list";
import { useCan, useSession } from "@/components/shell/session";
import { ActionButton, useUrlActionDialogs } from "@/components/ui/actions";
import { ButtonLink } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";
import type { LeadRecord } from "@/contract/leads";
import { leadPath, routes } from "@/lib/routes";
import { leadColumns } from "./columns";
import { leadsList } from "./definition";
import { leadFilterControls } from "./filters";
import { labels } from "./labels";

const leadKey = ({ email }: LeadRecord) => email;
const rowLink = { href: ({ email }: LeadRecord) => leadPath(email) };

const AddLeadDialog = lazyDialog(() => import("./dialogs").then((dialog) => dialog.AddLeadDialog));

/** The page that lists all leads. */
export function LeadsView() {
  const list = useList(leadsList);
  const { filterQuery, total, zone } = list;
  const selection = useSelection({ filterQuery, total });
  const { tags, ...bulk } = useLeadBulkActions(selection, filterQuery);
  const add = useCan("POST /leads/create") && { label: labels.addLead, icon: UserPlus, dialog: AddLeadDialog };
  const dialogs = useUrlActionDialogs("add", { true: add });
  const canImport = useCan("POST /imports");
  const buttons = (
    <>
      {canImport && (
        <ButtonLink href={routes.imports} variant="outline">
          <FileUp aria-hidden="true" /> {labels.import}
        </ButtonLink>
      )}
      <ActionButton action={add} dialogs={dialogs} variant="default" />
    </>
  );
  const canUpdate = useCan("POST /leads/bulk");
  const canEdit = useCan("PATCH /leads/email/:email");
  const isHeldList = filterQuery.status === "held";
  const { questions } = useSession().project;
  const columns = leadColumns({ zone, canEdit, isHeldList, questions });
  return (
    <>
      <ListPage
        list={list}
        name="leads"
        title={labels.title}
        headerActions={buttons}
        filters={<ListFilters list={list} controls={leadFilterControls} />}
        columns={columns}
        getRowId={leadKey}
        rowOpening={rowLink}
        selection={canUpdate ? selection : undefined}
        actions={[
          // Held sign-ups get no email, so they can only be approved.
          ...(isHeldList ? [bulk.approve] : [bulk.send, bulk.announce]),
          bulk.joinWaitlist,
          bulk.leaveWaitlist,
          bulk.returnToWaitlist,
          bulk.reissueInvitation,
          ...tags,
          bulk.delete,
        ]}
        emptyState={{
          icon: Users,
          ...labels.emptyList,
          action: add && <div className="flex flex-wrap justify-center gap-2">{buttons}</div>,
        }}
      />
      {dialogs.dialog}
    </>
  );
}

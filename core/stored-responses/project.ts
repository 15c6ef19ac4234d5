import { isDeepStrictEqual } from "node:util";
import type { ProjectRecord } from "@/contract/project";
import { getBlockList } from "../abuse-protection/block-list";
import { ifExists } from "../api-error";
import { getExport } from "../exports/exports";
import { getPrint } from "../prints/print";
import { getEmailPause } from "../projects/pause";
import { getProject } from "../projects/record";
import { hasSameFields, type TruthCheck } from "./answer";

/** Features that were paused or resumed: they weren't resumed or paused again, and the message is the same. */
export const isPausedAsSet: TruthCheck<"POST /project/pause"> = async (ctx, { body: { pause = [], resume = [], message }, data }) => {
  const current = await getProject(ctx);
  return (
    pause.every((feature) => current.paused.includes(feature)) &&
    !resume.some((feature) => current.paused.includes(feature)) &&
    (message === undefined || current.pausedMessage === (await data()).pausedMessage)
  );
};

/** Resumed email: it wasn't paused again because of refusals. */
export const isEmailResumed: TruthCheck<"POST /deliveries/resume"> = async (ctx, { data }) =>
  !(await data()).resumed || (await getEmailPause(ctx)) !== "refusals";

/** A changed project: the changed settings have the same values. */
export const isProjectUpdated: TruthCheck<"PATCH /project"> = async (ctx, { body, data }) => {
  const [current, stored] = [await getProject(ctx), await data()];
  return hasSameFields(current, stored, { ...body, socialImageUrl: body.socialImage }, Object.keys(current) as (keyof ProjectRecord)[]);
};

/** Allowed origins: they are the same. */
export const hasOrigins: TruthCheck<"PUT /keys/origins"> = async (ctx, { data }) =>
  isDeepStrictEqual((await getProject(ctx)).allowedOrigins, (await data()).allowedOrigins);

/** A block list: it has the same entries. */
export const hasBlockList: TruthCheck<"PUT /block-list"> = async (ctx, { data }) => {
  const [current, stored] = [await getBlockList(ctx), await data()];
  return isDeepStrictEqual(current.entries, stored.entries);
};

/** A file that was requested: it wasn't deleted or canceled. */
export const hasPrint: TruthCheck<"POST /prints"> = async (ctx, { data }) => {
  const print = await ifExists(getPrint(ctx, (await data()).id));
  return print !== null && print.status !== "canceled";
};

export const hasExport: TruthCheck<"POST /exports"> = async (ctx, { data }) => {
  const file = await ifExists(getExport(ctx, (await data()).id));
  return file !== null && file.status !== "canceled";
};

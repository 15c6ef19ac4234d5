import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ProjectRecord, updateProjectEndpoint } from "@/contract/project";
import type { Question } from "@/contract/questions";
import { closesBeforeOpeningMessage, type SignUpTimes } from "@/contract/sign-ups";
import { projects } from "@/db/schema";
import { pageUrl } from "@/lib/env";
import { sha256Hex } from "@/lib/ids";
import { routes } from "@/lib/routes";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { isOutdated } from "../expected-values";
import { rescheduleWaves } from "../waves/waves";
import { storeConsentTexts } from "./consent";
import { reencodeLogo, reencodeSocialImage } from "./images";
import { getProject, lockProject, projectColumns } from "./record";

type UpdateProjectInput = z.output<NonNullable<typeof updateProjectEndpoint.body>>;
type ProjectField = keyof UpdateProjectInput & keyof ProjectRecord;

/**
 * Updates the given fields of the project. The event names the changed fields. Throws `invalid_input` for an invalid image or redirect, and
 * `project_changed` if a setting to update isn't the expected one.
 */
export async function updateProject(ctx: Context, { socialImage, expected = {}, ...changes }: UpdateProjectInput): Promise<ProjectRecord> {
  // A saved logo can be sent back as it is. It may be an SVG image from an earlier version.
  const hasNewLogo = changes.logo && changes.logo !== (await getProject(ctx)).logo;
  const input = changes.logo && hasNewLogo ? { ...changes, logo: await reencodeLogo(changes.logo) } : changes;
  const image = socialImage === undefined ? undefined : await toImageColumns(socialImage);
  return inTransaction(ctx, async (inner) => {
    // Locked until the end, so that the event names exactly what this call changes.
    await lockProject(inner.db, inner.projectId);
    const before = await getProject(inner);
    const fields: string[] = (Object.keys(input) as ProjectField[]).filter(
      (field) => input[field] !== undefined && !isDeepStrictEqual(input[field], before[field]),
    );
    if (image && image.socialImageId !== getImageId(before)) fields.push("socialImage");
    if (fields.length === 0) return before;
    if (isOutdated(before, input, expected)) throw new ApiError("project_changed");
    assertHomeRedirect({ ...before, ...input });
    assertSignUpTimes({ ...before, ...input });
    const { consentText } = input;
    if (consentText !== undefined && consentText !== null && consentText !== before.consentText)
      await storeConsentTexts(inner, [consentText]);
    const [project] = await inner.db
      .update(projects)
      .set({ ...input, ...image, ...(input.questions && { deletedQuestionKeys: listDeletedKeys(before, input.questions) }) })
      .where(eq(projects.id, inner.projectId))
      .returning(projectColumns);
    if (input.timeZone !== undefined && input.timeZone !== before.timeZone) await rescheduleWaves(inner, input.timeZone);
    await recordEvent(inner, { kind: "project.updated", data: { fields } });
    return project ?? before;
  });
}

/** The keys of all questions that were ever deleted, except for those that exist again. */
function listDeletedKeys({ questions, deletedQuestionKeys }: ProjectRecord, saved: readonly Question[]): string[] {
  const usedKeys = new Set([...deletedQuestionKeys, ...questions.map(({ key }) => key)]);
  return [...usedKeys.difference(new Set(saved.map(({ key }) => key)))];
}

/** The ID of the saved social image, which its URL contains. */
const getImageId = ({ socialImageUrl }: ProjectRecord): string | null =>
  socialImageUrl === null ? null : new URL(socialImageUrl).searchParams.get("v");

async function toImageColumns(dataUrl: string | null): Promise<{ socialImage: string | null; socialImageId: string | null }> {
  const socialImage = dataUrl === null ? null : await reencodeSocialImage(dataUrl);
  return { socialImage, socialImageId: socialImage === null ? null : sha256Hex(socialImage).slice(0, 16) };
}

/** Throws `invalid_input` if the home page redirects nowhere, or to itself. */
function assertHomeRedirect({ homePage, homeRedirectUrl }: Pick<UpdateProjectInput, "homePage" | "homeRedirectUrl">): void {
  if (homePage !== "redirect") return;
  const refuse = (problem: string) => new ApiError("invalid_input", { fields: { homeRedirectUrl: [problem] } });
  if (!homeRedirectUrl) throw refuse("is required, so that visitors can be redirected");
  const { origin, pathname } = new URL(homeRedirectUrl);
  if (origin + pathname === new URL(pageUrl(routes.home)).href) throw refuse("must not be the home page itself");
}

/** Throws `invalid_input` if sign-ups close before they open. */
function assertSignUpTimes({ signUpsOpenAt, signUpsCloseAt }: SignUpTimes): void {
  if (signUpsOpenAt !== null && signUpsCloseAt !== null && Date.parse(signUpsCloseAt) <= Date.parse(signUpsOpenAt))
    throw new ApiError("invalid_input", { fields: { signUpsCloseAt: [closesBeforeOpeningMessage] } });
}

import { redirect } from "next/navigation";
import { getDefaultSettingsPage } from "@/components/layout/nav";
import { canCallExcept } from "@/contract/call";
import { forbiddenCalls } from "@/contract/index";
import { requireStaffPage } from "@/server/staff-page";

export const metadata = { title: "Settings" };

export default async function SettingsPage() {
  redirect(getDefaultSettingsPage(canCallExcept(forbiddenCalls((await requireStaffPage()).staff.role))));
}

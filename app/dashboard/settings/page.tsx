import { redirect } from "next/navigation";
import { firstSettingsFor } from "@/components/layout/nav";
import { allBut } from "@/contract/call";
import { closedTo } from "@/contract/index";
import { staffPage } from "@/server/page";

export const metadata = { title: "Settings" };

export default async function SettingsPage() {
  redirect(firstSettingsFor(allBut(closedTo((await staffPage()).staff.role))));
}

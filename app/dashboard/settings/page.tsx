import { redirect } from "next/navigation";
import { firstSettingsFor } from "@/components/layout/nav";
import { staffPage } from "@/server/page";

export const metadata = { title: "Settings" };

export default async function SettingsPage() {
  redirect(firstSettingsFor((await staffPage()).staff.role));
}

import { redirect } from "next/navigation";
import { needsOwner } from "@/core/staff/setup";
import { routes } from "@/lib/routes";
import { services } from "@/server/services";

export const metadata = { title: "Start" };

/** Leads on to where one begins. */
export default async function Start() {
  redirect((await needsOwner(services().connection.db)) ? routes.setup : routes.overview);
}

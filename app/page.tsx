import { redirect } from "next/navigation";
import { needsOwner } from "@/core/staff/setup";
import { routes } from "@/lib/routes";
import { getServices } from "@/server/services";

export const metadata = { title: "Home" };

export default async function Home() {
  redirect((await needsOwner(getServices().connection.db)) ? routes.setup : routes.overview);
}

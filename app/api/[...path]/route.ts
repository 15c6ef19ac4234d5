import { nothingHere } from "@/server/doors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = nothingHere();

import { doors } from "@/server/doors";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(lookUp);

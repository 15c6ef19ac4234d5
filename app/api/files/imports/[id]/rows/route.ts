export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../../../../imports/[id]/rows/route";

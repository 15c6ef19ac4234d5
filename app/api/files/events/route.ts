export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../../events/route";

export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../../waitlist/route";

export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../../batches/route";

export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "./[...path]/route";

export { ImportFilter } from "./filter";

export { NewPasswordField } from "./shared";

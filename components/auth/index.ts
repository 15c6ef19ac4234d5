export { SessionEnd } from "./session-end";
export { NewPasswordField } from "./shared";
export type { Provider } from "./sign-in";

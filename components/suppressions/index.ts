export { SuppressedNotice } from "./suppressed-notice";

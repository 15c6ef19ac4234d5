export { PauseBanner } from "./pause-banner";
export { PauseCard } from "./pause-card";

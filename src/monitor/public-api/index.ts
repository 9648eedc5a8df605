export { monitorApi } from "./public-api.ts";

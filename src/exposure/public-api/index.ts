export { exposureApi } from "./public-api.ts";

export { serve } from "./serve.ts";

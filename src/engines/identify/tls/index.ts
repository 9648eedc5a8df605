export { examineTls } from "./examine-tls.ts";

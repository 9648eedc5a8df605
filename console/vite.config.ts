import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // Every address in what is built is relative, so that the console can stand behind any path; index.html gets its <base>.
  base: "./",
  build: { outDir: "dist", target: "es2022", sourcemap: false, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": "http://127.0.0.1:7300" } },
});

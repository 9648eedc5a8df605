import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // Every address in what is built is relative, so that the console can stand behind any path; index.html gets its <base>.
  base: "./",
  build: {
    outDir: "dist",
    target: "es2022",
    sourcemap: false,
    modulePreload: { polyfill: false },
    // Which parts the first page loads: a test holds their size.
    manifest: "manifest.json",
    // The first part is the libraries; the test says when it is too large.
    chunkSizeWarningLimit: 1_000,
    // What every page begins with is one file, and what several pages share besides is another: many small ones would
    // wait for each other.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 1 },
            { name: "shared", minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:7300" } },
});

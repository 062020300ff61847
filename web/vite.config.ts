import { defineConfig } from "vite";

// Every path is relative, so that the folder works from any place on any host of files.
export default defineConfig({
  base: "./",
  build: { outDir: "dist", target: "es2022", modulePreload: { polyfill: false }, assetsInlineLimit: 0, chunkSizeWarningLimit: 800 },
  worker: { format: "es" },
});

// In a layer of their own: whatever order the parts of the console are loaded in, our own styles win.
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./app/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { later } from "./app/later.ts";
import { createQueryClient } from "./app/query-client.ts";
import { sessionQuery } from "./app/session.ts";
import { colours, styleNonce, theme } from "./app/theme.ts";
import { createConsoleRouter } from "./routes.tsx";
import { loadTexts } from "./text/text.ts";

const basepath = new URL(document.baseURI).pathname;
const queryClient = createQueryClient();
const router = createConsoleRouter(basepath, queryClient);
const place = document.querySelector("#root");
if (place === null) throw new Error("the page has no place for the console");
const root = createRoot(place);

// What dialogs use to hold the page behind them still asks for its nonce under this name (the package get-nonce).
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

// Both at once; until they are there, one sees the frame that came with the page. Nothing waits for it: the parts that are
// loaded meanwhile may need this one.
void Promise.all([queryClient.prefetchQuery(sessionQuery), router.load()]).then(show);

function show(): void {
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={colours}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

// Soon somebody will look at another page, or search.
void later()
  .then(() => Promise.all([loadTexts(), import("./app/quick-search-dialog.tsx")]))
  // Whoever needs it asks again, and is told.
  .catch(() => undefined);

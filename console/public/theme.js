// Before anything is drawn: the appearance that was chosen in this browser, so that a dark room stays dark.
(() => {
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("mantine-color-scheme-value") ?? "auto";
  } catch {
    // Storage is switched off: as the system.
  }
  const dark =
    chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const html = document.documentElement;
  html.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
  // Pages of a tenant have a frame around them; its head is shown at once.
  html.toggleAttribute("data-framed", /\/t\/[^/]+/.test(location.pathname));
})();

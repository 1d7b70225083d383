// Before the first paint, so that a dark page never flashes white. A plain script: modules run too late.
try {
  const theme = localStorage.getItem("lexveil.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // storage forbidden: the theme of the system holds
}

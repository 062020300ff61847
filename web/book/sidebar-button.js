// Opens and closes the sidebar by its button. mdBook has a label of a hidden box in its place, which a keyboard does not reach.
document.getElementById("mdbook-sidebar-toggle")?.addEventListener("click", () => document.getElementById("mdbook-sidebar-toggle-anchor")?.click());

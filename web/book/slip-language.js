// Colours of Slip in the book: comments, texts, numbers, and the first word of each entry.
hljs.registerLanguage("slip", (hljs) => ({
  name: "Slip",
  contains: [
    hljs.COMMENT("//", "$"),
    { className: "string", begin: '"', end: '"' },
    { className: "number", begin: /\b(T-?)?\d+(\.\.\d+)?\b/ },
    { className: "keyword", begin: /(?<=(?:^|[{;])\s*)[a-z]\w*/ },
  ],
}));

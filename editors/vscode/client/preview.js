// A map as `slipyard show` draws it, in a page.
'use strict';

const { execFile } = require('node:child_process');

/** The name of the map whose declaration holds a place of a text; none if there is none. */
function mapAround(text, offset) {
  const heads = [...text.matchAll(/^([a-z_]+)[ \t]+([a-z_][a-z0-9_]*)/gm)];
  const around = heads.filter((head) => head.index <= offset).at(-1);
  return around && around[1] === 'map' ? around[2] : undefined;
}

/** Output of `slipyard show` for a map, or the reason for its absence. */
function drawn(program, name, folder) {
  return new Promise((done) => {
    execFile(program, ['show', name, '--in', folder, '--color', 'never'], { cwd: folder }, (error, out, said) => {
      done(error && !out ? said || error.message : out);
    });
  });
}

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** The page: text only, no scripts. */
function page(name, text) {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(name)}</title>
<style>pre { font-family: var(--vscode-editor-font-family, monospace); line-height: 1.2; }</style>
</head>
<body><pre>${escaped(text)}</pre></body>
</html>
`;
}

module.exports = { drawn, mapAround, page };

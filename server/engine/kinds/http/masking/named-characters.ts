/** The names that HTML has for characters of secrets: signs, and the letters of Latin-1 (HTML, section 13.5). */

/** In the order of their numbers, from 160 on. */
const latin = [
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute',
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring',
  'AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml',
  'times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil',
  'egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash',
  'ugrave uacute ucirc uuml yacute thorn yuml',
].join(' ')

const signs: Readonly<Record<string, string>> = {
  '"': 'quot QUOT',
  '&': 'amp AMP',
  '<': 'lt LT',
  '>': 'gt GT',
  "'": 'apos',
  '\t': 'Tab',
  '\n': 'NewLine',
  '!': 'excl',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast midast',
  '+': 'plus',
  ',': 'comma',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '=': 'equals',
  '?': 'quest',
  '@': 'commat',
  '[': 'lsqb lbrack',
  '\\': 'bsol',
  ']': 'rsqb rbrack',
  '^': 'Hat',
  _: 'lowbar UnderBar',
  '`': 'grave',
  '{': 'lcub lbrace',
  '|': 'verbar vert VerticalLine',
  '}': 'rcub rbrace',
}

/** The number of the character that a name between `&` and `;` stands for. */
export const namedCharacters: ReadonlyMap<string, number> = new Map([
  ...latin.split(' ').map((name, at) => [name, 160 + at] as const),
  ...Object.entries(signs).flatMap(([sign, names]) => names.split(' ').map((name) => [name, sign.charCodeAt(0)] as const)),
])

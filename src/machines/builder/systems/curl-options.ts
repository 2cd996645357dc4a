/** The options of `curl` on a command line, each with its value. */

export type CurlOption = {
  /** The long name; `url` of an address; `needless` of what changes nothing here. */
  readonly name: string
  readonly value: string
  /** As a person would find it in the command. */
  readonly written: string
}

const short: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  G: 'get',
  I: 'head',
  u: 'user',
  b: 'cookie',
  A: 'user-agent',
  e: 'referer',
  F: 'form',
  o: 'output',
  T: 'upload-file',
  x: 'proxy',
  c: 'cookie-jar',
  m: 'max-time',
  w: 'write-out',
  E: 'cert',
  K: 'config',
  C: 'continue-at',
  r: 'range',
  z: 'time-cond',
  D: 'dump-header',
  U: 'proxy-user',
  y: 'speed-time',
  Y: 'speed-limit',
  P: 'ftp-port',
  Q: 'quote',
  t: 'telnet-option',
  s: 'silent',
  S: 'show-error',
  L: 'location',
  i: 'include',
  v: 'verbose',
  f: 'fail',
  g: 'globoff',
  N: 'no-buffer',
  O: 'remote-name',
  '#': 'progress-bar',
}

/** They only change what `curl` itself shows, or how it carries what is the same for us. */
const needless = new Set([
  ...['silent', 'show-error', 'location', 'include', 'verbose', 'fail', 'globoff', 'no-buffer', 'progress-bar', 'compressed'],
  ...['http1.0', 'http1.1', 'http2', 'http2-prior-knowledge', 'http3', 'ipv4', 'ipv6', 'no-progress-meter', 'fail-with-body'],
  ...[
    'tlsv1',
    'tlsv1.2',
    'tlsv1.3',
    'location-trusted',
    'tr-encoding',
    'basic',
    'no-keepalive',
    'output',
    'remote-name',
    'write-out',
    'dump-header',
    'cookie-jar',
    'progress-meter',
    'trace',
    'trace-ascii',
    'stderr',
  ],
])

const withValue = new Set([
  ...['request', 'header', 'data', 'data-ascii', 'data-raw', 'data-binary', 'data-urlencode', 'json', 'url', 'user', 'cookie'],
  ...[
    'user-agent',
    'referer',
    'form',
    'form-string',
    'output',
    'upload-file',
    'proxy',
    'cookie-jar',
    'max-time',
    'write-out',
    'cert',
  ],
  ...['key', 'cacert', 'capath', 'config', 'continue-at', 'range', 'time-cond', 'dump-header', 'proxy-user', 'speed-time'],
  ...['speed-limit', 'ftp-port', 'quote', 'telnet-option', 'oauth2-bearer', 'connect-timeout', 'retry', 'retry-delay'],
  ...[
    'retry-max-time',
    'interface',
    'resolve',
    'connect-to',
    'limit-rate',
    'max-redirs',
    'pass',
    'ciphers',
    'aws-sigv4',
    'url-query',
  ],
  ...[
    'unix-socket',
    'noproxy',
    'socks5',
    'socks5-hostname',
    'max-filesize',
    'create-file-mode',
    'variable',
    'cert-type',
    'key-type',
  ],
  ...[
    'output-dir',
    'stderr',
    'trace',
    'trace-ascii',
    'dns-servers',
    'doh-url',
    'local-port',
    'keepalive-time',
    'expect100-timeout',
  ],
])

export function* optionsOf(messages: readonly string[]): Generator<CurlOption> {
  let areOptionsOver = false
  for (let at = 0; at < messages.length; at += 1) {
    const word = messages[at] as string
    if (areOptionsOver || word === '-' || !word.startsWith('-')) yield { name: 'url', value: word, written: word }
    else if (word === '--') areOptionsOver = true
    else if (word.startsWith('--')) {
      const name = word.slice(2)
      const value = withValue.has(name) ? (messages[++at] ?? '') : null
      yield named(name, value, word)
    } else at = yield* shortOptions(word, messages, at)
  }
}

/** Letters may stand together, and a value may follow its letter at once: `-sXPOST`. Returns the place of the last word that was read. */
function* shortOptions(word: string, messages: readonly string[], from: number): Generator<CurlOption, number> {
  for (let letter = 1; letter < word.length; letter += 1) {
    const flag = word[letter] as string
    const name = Object.hasOwn(short, flag) ? (short[flag] as string) : flag
    if (!withValue.has(name)) {
      yield named(name, null, `-${flag}`)
      continue
    }
    const rest = word.slice(letter + 1)
    yield named(name, rest === '' ? (messages[from + 1] ?? '') : rest, `-${flag}`)
    return rest === '' ? from + 1 : from
  }
  return from
}

function named(name: string, value: string | null, flag: string): CurlOption {
  return { name: needless.has(name) ? 'needless' : name, value: value ?? '', written: value === null ? flag : `${flag} ${value}` }
}

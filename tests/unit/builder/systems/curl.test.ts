import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type Curl, readCurl as readFor } from '#src/machines/builder/systems/curl.ts'
import { splitShellTokens } from '#src/machines/builder/systems/shell-split.ts'
import { naughty, shown } from '#tests/kit/naughty.ts'
import { curlCommands, type Meant } from './curl-commands.ts'

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const doubleQuoted = (text: string) => `"${text.replaceAll(/[\\"$`]/g, '\\$&')}"`
const escaped = (text: string) => [...text].map((sign) => `\\${sign}`).join('')

const readCurl = (command: string) => readFor(command, 'source')

function read(command: string): Curl {
  const it = readCurl(command)
  if ('fault' in it) throw new Error(`${it.fault}: ${command}`)
  return it
}

/** What any text may be, without the line that a shell takes away behind a backslash. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...`a '"\\$\`{}()|;&#=@:\n`), maxLength: 20 }),
)
const oneLine = anyText.filter((text) => !/[\r\n]/.test(text) && text !== '')

describe('the words of a shell', () => {
  it.each([
    ['single quotes', `a 'b c' d`, ['a', 'b c', 'd']],
    ['double quotes', `a "b \\"c\\" \\\\ \\x" d`, ['a', 'b "c" \\ \\x', 'd']],
    ['quotes inside of a word', `a'b'"c"d`, ['abcd']],
    ['an empty word', `a '' ""`, ['a', '', '']],
    ['a line that goes on', 'a \\\n  b \\\r\n c', ['a', 'b', 'c']],
    ['a line that goes on in double quotes', '"a\\\nb"', ['ab']],
    ['quotes as browsers copy them', `$'a\\'b\\n\\u00e9\\x41\\\\'`, ["a'b\né" + 'A\\']],
    ['a comment', 'a # b c', ['a']],
    ['a # inside of a word', 'a#b', ['a#b']],
  ])('%s', (_, text, words) => {
    expect(splitShellTokens(text)).toEqual({ words, notRun: [] })
  })

  it.each([
    ['another command', 'a; rm -rf /', ['; rm -rf /']],
    ['a pipe', 'a | sh', ['| sh']],
    ['a redirection', 'a > /etc/passwd', ['> /etc/passwd']],
    ['a next line', 'a\nrm -rf /', ['rm -rf /']],
    ['a background', 'a & b', ['& b']],
  ])('end before %s, which is told and not run', (_, text, notRun) => {
    expect(splitShellTokens(text)).toEqual({ words: ['a'], notRun })
  })

  it.each(['$TOKEN', '$'.concat('{TOKEN}'), '$(cat secret)', '`cat secret`'])('keep %s as it is written, and tell it', (part) => {
    expect(splitShellTokens(`a "x ${part}"`)).toEqual({ words: ['a', `x ${part}`], notRun: [part] })
    expect(splitShellTokens(`a '${part}'`)).toEqual({ words: ['a', part], notRun: [] })
  })

  it.each([`'a`, `"a`, `$'a`, `a "b'c`])('are none where a quote stays open: %s', (text) => {
    expect(splitShellTokens(text)).toEqual({ fault: 'openQuote' })
  })

  it('are the same however they are quoted', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, fc.constantFrom(quoted, doubleQuoted))), (words) => {
        const text = words.map(([word, quote]) => quote(word)).join(' ')
        expect(splitShellTokens(text)).toEqual({ words: words.map(([word]) => word), notRun: [] })
      }),
    )
    fc.assert(
      fc.property(fc.array(oneLine), (words) => {
        expect(splitShellTokens(words.map(escaped).join(' '))).toEqual({ words, notRun: [] })
      }),
    )
  })

  it('never fail, and never take longer than the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`ab '"\\$\`{}()|;&<>#\n\r`), maxLength: 300 }), (text) => {
        splitShellTokens(text)
      }),
    )
    const begun = performance.now()
    splitShellTokens(`a ${'$('.repeat(250_000)}`)
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
})

describe('a curl command', () => {
  it('fills a form as documentation writes it', () => {
    const command = `curl -X POST 'https://api.example.test/orders?expand=lines&since=2026-01-01%2000:00' \\
      -H "Accept: application/json" -H 'Authorization: Bearer abc.def' \\
      --data-raw '{"id": 7}' --compressed -s`
    expect(read(command)).toEqual({
      change: {
        type: 'http',
        url: 'https://api.example.test/orders',
        requestMethod: 'POST',
        headers: [
          { key: 'Accept', value: 'application/json', active: true },
          { key: 'Content-Type', value: 'application/x-www-form-urlencoded', active: true },
        ],
        queries: [
          { key: 'expand', value: 'lines', active: true },
          { key: 'since', value: '2026-01-01 00:00', active: true },
        ],
        auth: { type: 'bearer', token: 'abc.def' },
        body: { rawContent: '{"id": 7}' },
      },
      example: null,
      unused: [
        { part: '--compressed', why: 'needless' },
        { part: '-s', why: 'needless' },
      ],
    })
  })

  it.each([
    ['letters that stand together', 'curl -sSXPUT https://a.test', { requestMethod: 'PUT' }],
    ['a value at its letter', 'curl -uada:x:y https://a.test', { auth: { type: 'basic', username: 'ada', password: 'x:y' } }],
    ['a user without a password', 'curl -u ada https://a.test', { auth: { type: 'basic', username: 'ada', password: '' } }],
    [
      'credentials in the address',
      'curl https://ada:p%40ss@a.test/x',
      {
        url: 'https://a.test/x',
        auth: { type: 'basic', username: 'ada', password: 'p@ss' },
      },
    ],
    [
      'a basic header',
      'curl https://a.test -H "Authorization: Basic YWRhOng="',
      {
        auth: { type: 'basic', username: 'ada', password: 'x' },
        headers: [],
      },
    ],
    [
      'an API key, which is a secret',
      'curl https://a.test -H "X-API-Key: k1"',
      {
        auth: { type: 'apiKey', in: 'header', name: 'X-API-Key', value: 'k1' },
        headers: [],
      },
    ],
    ['an address by name', 'curl --url https://a.test/x', { url: 'https://a.test/x', requestMethod: 'GET' }],
    ['an address without a scheme', 'curl a.test/x', { url: 'http://a.test/x' }],
    ['variables in the address', "curl 'https://a.test/{{id}}'", { url: 'https://a.test/{{id}}' }],
    [
      'data in the query',
      'curl -G https://a.test -d a=1 --data-urlencode "b=x y&z"',
      {
        requestMethod: 'GET',
        body: undefined,
        queries: [
          { key: 'a', value: '1', active: true },
          { key: 'b', value: 'x y&z', active: true },
        ],
      },
    ],
    ['several data', 'curl https://a.test -d a=1 -d b=2', { requestMethod: 'POST', body: { rawContent: 'a=1&b=2' } }],
    [
      'JSON',
      `curl https://a.test --json '{"a":1}'`,
      {
        requestMethod: 'POST',
        body: { rawContent: '{"a":1}' },
        headers: [
          { key: 'Content-Type', value: 'application/json', active: true },
          { key: 'Accept', value: 'application/json', active: true },
        ],
      },
    ],
  ])('%s', (_, command, change) => {
    expect(read(command).change).toMatchObject(change)
  })

  it.each([
    ['-b a=1', 'cookie'],
    ["-H 'Cookie: a=1'", 'cookie'],
    ['-d @secrets.json', 'file'],
    ['--data-urlencode a@secrets.txt', 'file'],
    ["-H 'Idempotency-Key: 1'", 'header'],
    ["-H 'Authorization: Digest x'", 'header'],
    ['-X BREW', 'method'],
    ['https://b.test', 'address'],
    ['-F a=b', 'multipart'],
    ['--wonder', 'unknown'],
    ['> out.json', 'notRun'],
  ])('lists what cannot be used: %s', (part, why) => {
    const { unused, change } = read(`curl https://a.test ${part}`)
    expect(unused.map((it) => it.why)).toEqual([why])
    expect(change.url).toBe('https://a.test/')
    expect(JSON.stringify(change)).not.toContain('secrets')
  })

  it.each([
    ['', 'empty'],
    ['wget https://a.test', 'noCurl'],
    ['curl -s', 'noUrl'],
    [`curl 'https://a.test`, 'openQuote'],
    [`curl https://a.test -d ${'x'.repeat(700_000)}`, 'tooLong'],
  ])('is told to be none: %#', (command, fault) => {
    expect(readCurl(command)).toEqual({ fault })
  })

  it('of a destination gives an example of what the mapping makes', () => {
    const it = readFor(`curl https://a.test --json '{"id":7}'`, 'destination')
    expect(it).toMatchObject({ example: '{"id":7}', change: { requestMethod: 'POST' } })
    expect('change' in it && it.change).not.toHaveProperty('body')
    expect(readFor('curl https://a.test -d a=1', 'destination')).toMatchObject({ change: { headers: [] } })
  })

  it('carries any value unchanged into the form', () => {
    const key = fc
      .stringMatching(/^[A-Z][a-z]{1,8}(-[A-Z][a-z]{1,8})?$/)
      .filter((it) => !/^(host|cookie|connection|proxy|auth|api)/i.test(it))
    const value = anyText.map((it) => it.trim()).filter((it) => it !== '')
    const header = fc.record({ key, value })
    fc.assert(
      fc.property(fc.array(header, { maxLength: 8 }), anyText, value, (headers, body, password) => {
        const parts = headers.map((it) => `-H ${quoted(`${it.key}: ${it.value}`)}`)
        const { change, unused } = read(
          `curl https://a.test ${parts.join(' ')} --data-raw ${quoted(body)} -u ${quoted(`ada:${password}`)}`,
        )
        expect(unused).toEqual([])
        expect(change.headers?.slice(0, headers.length)).toEqual(headers.map((it) => ({ ...it, active: true })))
        expect(change.body).toEqual({ rawContent: body })
        expect(change.auth).toEqual({ type: 'basic', username: 'ada', password })
      }),
    )
  })

  it.each(naughty.map((text) => [shown(text), text] as const))('reads %s as text', (_, text) => {
    readCurl(text)
    const it = readCurl(`curl https://a.test --data-raw ${quoted(text)}`)
    expect('fault' in it ? it : it.change.body).toEqual({ rawContent: text })
  })
})

describe('a command that a vendor documents', () => {
  const byName = (rows: readonly { key: string; value: string }[] = []) => {
    const found: Record<string, string> = {}
    for (const { key, value } of rows) found[key] = found[key] === undefined ? value : `${found[key]},${value}`
    return found
  }

  /** Everything that the form is filled with, and what is told of the rest. */
  function filled(command: string, side: 'source' | 'destination'): Meant {
    const it = readFor(command, side)
    if ('fault' in it) throw new Error(it.fault)
    const { change, example, unused } = it
    const queries = byName(change.queries)
    const headers = byName(change.headers)
    const secrets = byName((change.secrets ?? []).map(({ name, value }) => ({ key: name, value: String(value) })))
    const told = unused.filter(({ why }) => why !== 'needless').map(({ part }) => part)
    return {
      method: change.requestMethod ?? '',
      url: change.url ?? '',
      ...(Object.keys(queries).length > 0 ? { queries } : {}),
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
      ...(Object.keys(secrets).length > 0 ? { secrets } : {}),
      ...(change.auth && change.auth.type !== 'none' ? { auth: change.auth } : {}),
      ...(change.operation?.bodyFormat === 'form' ? { isForm: true } : {}),
      ...(change.operation?.bodyFormat === 'multipart' ? { multipart: change.operation.files ?? [] } : {}),
      ...(change.body ? { body: JSON.parse(change.body.rawContent) as unknown } : {}),
      ...(example === null ? {} : { example: JSON.parse(example) as unknown }),
      ...(told.length > 0 ? { told } : {}),
    }
  }

  it.each(curlCommands)('%s fills the form as it is meant', (_, side, command, meant) => {
    expect(filled(command, side)).toEqual(meant)
  })
})

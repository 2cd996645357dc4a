/** What an HTTP source may answer instead of a page: `faults.md` F12 and F13. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openHttpSource } from '#server/engine/kinds/http/source.ts'
import { SourceFault } from '#server/engine/kit/kind.ts'
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { configFor } from '../kit/stage.ts'

let answer: (response: ServerResponse) => void = () => {}
let outbound: Outbound
let url = ''
const server = createServer((_, response) => answer(response))

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  outbound = createOutbound({ egressAllow: ['127.0.0.0/8'], limits: { idle: 400, total: 2_000 } })
})
afterAll(async () => {
  await outbound.close()
  server.closeAllConnections()
  server.close()
})

async function read(how: typeof answer) {
  answer = how
  const { source: config } = configFor({ source: url, destination: url, paging: null })
  const source = await openHttpSource(config, { outbound, readSecret: async () => '', heldEvents: async () => [] })
  return source.read(source.start(null), new AbortController().signal)
}

const says =
  (body: string | Buffer, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)

async function faultOf(how: typeof answer) {
  const page = await read(how).catch((thrown: unknown) => thrown)
  if (!(page instanceof SourceFault)) throw new Error(`no fault but ${JSON.stringify(page)}`)
  return { code: page.problem.code, message: page.problem.message, retry: page.retry }
}

/** Sends a beginning and hangs up. */
const cut = (headers: Record<string, string>) => (response: ServerResponse) => {
  response.writeHead(200, headers)
  response.write('[{"id":1},{"id":', () => response.destroy())
}

const garbled: readonly (readonly [string, typeof answer, string, string])[] = [
  ['shorter than announced', cut({ 'content-length': '100' }), 'source/unreachable', "broke before the source's response"],
  ['cut within its chunks', cut({}), 'source/unreachable', "broke before the source's response"],
  ['cut, and said to be whole', says('[{"id":1},{"id":'), 'source/not-json', 'is incomplete'],
  ['cut within a text', says('[{"id":"abc'), 'source/not-json', 'is incomplete'],
  ['cut after a value', says('[{"id":1}'), 'source/not-json', 'is incomplete'],
  [
    'HTML',
    says('<!DOCTYPE html><html><body>Sign in</body></html>', { 'content-type': 'text/html' }),
    'source/not-json',
    'The source returned a web page instead of data.',
  ],
  ['XML', says('<?xml version="1.0"?><items/>'), 'source/not-json', 'HTML or XML'],
  ['empty', says(''), 'source/not-json', 'It is empty.'],
  ['only space', says(' \n '), 'source/not-json', 'It is empty.'],
  ['half a character of UTF-16', says(Buffer.from([0xff, 0xfe, 0x5b, 0x00, 0x5d])), 'source/not-json', 'not UTF-16LE'],
  ['Latin-1', says(Buffer.from('[{"name":"Zürich"}]', 'latin1')), 'source/not-json', 'not UTF-8'],
  ['overlong UTF-8', says(Buffer.from([0x5b, 0x22, 0xc0, 0xaf, 0x22, 0x5d])), 'source/not-json', 'not UTF-8'],
  ['a lone surrogate in UTF-8', says(Buffer.from([0x5b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x5d])), 'source/not-json', 'not UTF-8'],
  ['NaN', says('[{"id":NaN}]'), 'source/not-json', 'NaN or Infinity'],
  ['-Infinity', says('[{"id":-Infinity}]'), 'source/not-json', 'NaN or Infinity'],
  ['a name twice', says('[{"id":1,"name":"a","id":2}]'), 'source/not-json', 'The name "id" appears twice'],
  [
    'a name twice, written otherwise',
    says('[{"a\\"b":{"id":1,"\\u0069d" : 2}}]'),
    'source/not-json',
    'The name "id" appears twice',
  ],
  ['a name twice, with space', says('[{"id" :1,"x":"\\":","id"\n: 2}]'), 'source/not-json', 'The name "id" appears twice'],
  ['__proto__ twice', says('[{"__proto__":1,"__proto__":2}]'), 'source/not-json', '"__proto__" appears twice'],
  ['two documents', says('[{"id":1}]\n[{"id":2}]'), 'source/not-json', 'Text follows the end of the JSON document'],
  ['single quotes', says("[{'id':1}]"), 'source/not-json', 'not valid JSON at character 3'],
  ['a comma too many', says('[{"id":1},]'), 'source/not-json', 'not'],
  ['a comment', says('[{"id":1} /* one */]'), 'source/not-json', 'not valid JSON at character'],
  ['a control character in a text', says('["a\nb"]'), 'source/not-json', 'not valid JSON at character'],
  ['of an unknown encoding', says('[]', { 'content-encoding': 'zstd' }), 'source/unreadable', 'encoded as "zstd"'],
  ['encoded twice', says('[]', { 'content-encoding': 'gzip, gzip' }), 'source/unreadable', 'encoded 2 times. Only one'],
  ['said to be encoded', says('[]', { 'content-encoding': 'br' }), 'source/unreadable', 'not valid br'],
  [
    'encoded 1,000 times',
    says('[]', { 'content-encoding': Array(1_000).fill('gzip').join(',') }),
    'source/unreadable',
    '1000 times. Only one',
  ],
  [
    'encoded 5,000 times',
    says('[]', { 'content-encoding': Array(5_000).fill('gzip').join(',') }),
    'source/unreadable',
    '5000 times. Only one',
  ],
  [
    'encoded 20,000 times, which makes its headers too long',
    says('[]', { 'content-encoding': Array(20_000).fill('gzip').join(',') }),
    'source/unreadable',
    'not HTTP',
  ],
]

describe('an answer that is', () => {
  it.each(garbled)('F12 %s is refused by name and asked for again', async (_, how, code, message) => {
    expect(await faultOf(how)).toEqual({ code, message: expect.stringContaining(message), retry: true })
  })

  it('nested too deep, or too much, is not asked for again', async () => {
    const deep = (levels: number) => says(`[${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}]`)
    expect((await read(deep(64))).records).toHaveLength(1)
    for (const levels of [65, 100_000])
      expect(await faultOf(deep(levels))).toMatchObject({ code: 'source/too-deep', retry: false })
  })

  it('marked as UTF-8, or written with every freedom of JSON, is read', async () => {
    expect((await read(says(Buffer.from('\ufeff[{"id":1}]')))).records).toEqual([{ id: 1 }])
    const free = ' \t\r\n[ {"a" : "\\u00fc\\"}:{", "b":{"a":1} , "c":[{"a":2},{"a":3}], "":null , "\\":":"\\":"} ]\n'
    expect((await read(says(free))).records).toEqual([{ a: 'ü"}:{', b: { a: 1 }, c: [{ a: 2 }, { a: 3 }], '': null, '":': '":' }])
  })

  it('204 holds no records', async () => {
    expect(await read((response) => void response.writeHead(204).end())).toMatchObject({ records: [], next: null })
  })
})

/** The names and cases of the numbers of JSONTestSuite: what has to be accepted, what may be, and what must not. */
const numbers = `0 4 -1 123 -123 0e+1 0e1 20e1 -0 123.456789 1E22 1E-2 1E+2 123e45 123.456e78 1e-2 1e+2 -0.0
  -0.000000000000000000000000000000000000000000000000000000000000000000000000000001 123.456e-789
  0.4e00669999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999969999999006
  -1e+9999 1.5e+9999 -123123e100000 123123e100000 123e-10000000 -123123123123123123123123123123 100000000000000000000
  -237462374673276894279832749832423479823246327846 9007199254740993 -9007199254740993 1e400 0.12345678901234567890
  1.0 100 1.10 4.35 0.1 1e21 123456789012345.678901 3.0000000000000001`.split(/\s+/)
const noNumbers =
  `++1234 +1 +Inf -01 -1.0. -2. -NaN .-1 .2e-3 0.1.2 0.3e 0.3e+ 0.e1 0E 0E+ 0e 0e+ 1.0e 1.0e+ 1.0e- 1eE2 2.e+3 2.e-3 2.e3 9.e+
  Inf NaN １ 1+2 0x1 0x42 Infinity 0e+-1 -123.123foo -Infinity -foo -012 -.123 1ea 1. -1x .123 1.2a-3 1.8011670033376514H-308 012`.split(
    /\s+/,
  )

/** Sign, digits and power of ten of a number text, without notation. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const short = digits.replace(/0+$/, '')
  if (short === '') return `${sign}0`
  return `${sign}${short}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - short.length)}`
}

describe('a number', () => {
  it.each(numbers)('F13 %s keeps its value', async (text) => {
    const { records } = await read(says(`[{"n":${text},"list":[${text}, ${text} ]}]`))
    const written = JSON.stringify(records).match(/-?\d[\d.eE+-]*/g) ?? []
    expect(written.map(decimal)).toEqual(Array(3).fill(decimal(text)))
  })

  it.each([...noNumbers, '- 1', '1 000.0'])('%s is none', async (text) => {
    expect(await faultOf(says(`[${text}]`))).toMatchObject({ code: 'source/not-json', retry: true })
  })
})

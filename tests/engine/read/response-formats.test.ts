/** Responses that are XML, CSV or NDJSON, or JSON in another encoding, are read as records; a line that is none fails alone. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { ResponseFormat } from '#contract/connectors/config/responses/response-format.ts'
import { openHttpSource } from '#server/engine/kinds/http/source.ts'
import { SourceFault, Unreadable } from '#server/engine/kit/kind.ts'
import { compilePlan } from '#server/engine/plan/plan.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { configFor } from '../kit/stage.ts'
import { pagesOf } from './long-page-source.ts'

type Answer = { readonly body: string | Buffer; readonly type: string; readonly encoding?: string }

async function sourceOf({ body, type, encoding }: Answer, settings: Partial<SourceConfig> = {}) {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers.accept)
    response.setHeader('content-type', type)
    if (encoding) response.setHeader('content-encoding', encoding)
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  const { source: config } = configFor({ source: url, destination: url, paging: null })
  const source = await openHttpSource(
    { ...config, ...settings },
    { outbound, readSecret: async () => '', heldEvents: async () => [] },
  )
  onTestFinished(async () => {
    await source.close?.()
    server.closeAllConnections()
    server.close()
    await outbound.close()
  })
  return { source, asked }
}

/** Records as they are, and lines that are none as their message. */
async function read(answer: Answer, settings?: Partial<SourceConfig>): Promise<unknown[]> {
  const { source } = await sourceOf(answer, settings)
  const records: unknown[] = []
  for await (const page of pagesOf(source)) records.push(...page.records)
  return records.map((record) => (record instanceof Unreadable ? record.problem.message : record))
}

const refusalOf = (answer: Answer, settings?: Partial<SourceConfig>) =>
  read(answer, settings).then(
    () => null,
    (thrown: unknown) => (thrown instanceof SourceFault ? thrown.problem.message : thrown),
  )

const orders = '<?xml version="1.0"?><orders><order id="1"><sku>A</sku></order><order id="2"><sku>01001</sku></order></orders>'
const list = (path: string): Partial<SourceConfig> => ({ listPath: path })
const set = (responseFormat: ResponseFormat, more: Partial<SourceConfig> = {}) => ({ responseFormat, ...more })

describe('the content type of a response says how it is read', () => {
  it.each<[string, Answer, Partial<SourceConfig>, unknown[]]>([
    [
      'XML',
      { body: orders, type: 'application/xml' },
      {},
      [
        { '@id': '1', sku: 'A' },
        { '@id': '2', sku: '01001' },
      ],
    ],
    [
      'CSV with semicolons',
      { body: '\ufeffid;name;price\r\n01;"Müller; KG";1.234,50\r\n2;Söhne;0,99\r\n', type: 'text/csv' },
      {},
      [
        { id: '01', name: 'Müller; KG', price: '1.234,50' },
        { id: '2', name: 'Söhne', price: '0,99' },
      ],
    ],
    ['NDJSON', { body: '{"id":1}\n\n{"id":2}', type: 'application/x-ndjson' }, {}, [{ id: 1 }, { id: 2 }]],
    ['JSON that is called XML', { body: '[{"id":1}]', type: 'text/xml' }, {}, [{ id: 1 }]],
    ['an empty CSV', { body: '', type: 'text/csv' }, {}, []],
    ['CSV of one column without rows', { body: 'sku\n', type: 'text/csv' }, {}, []],
    ['CSV of two columns without rows', { body: 'sku,unit price\n', type: 'text/csv' }, {}, []],
    ['CSV in gzip', { body: gzipSync('a,b\n1,2\n'), type: 'text/csv', encoding: 'gzip' }, {}, [{ a: '1', b: '2' }]],
    [
      'XML of one element',
      { body: '<orders><order id="1"/></orders>', type: 'text/xml' },
      list('orders.order'),
      [{ '@id': '1' }],
    ],
    ['XML of no element', { body: '<orders/>', type: 'text/xml' }, list('orders.order'), []],
    [
      'XML deep inside, beside other things',
      { body: '<s:E xmlns:s="u"><s:B><r><n>2</n><o><a/></o><o>x<b>y</b></o></r></s:B></s:E>', type: 'application/soap+xml' },
      list('["s:E"]["s:B"].r.o'),
      [{ a: '' }, { b: 'y', '#text': 'x' }],
    ],
  ])('%s', async (_, answer, settings, records) => {
    expect(await read(answer, settings)).toEqual(records)
  })

  it('keeps numbers of NDJSON digit by digit', async () => {
    const records = await read({ body: '{"id":12345678901234567890}\n', type: 'application/jsonl' })
    expect(JSON.stringify(records)).toBe('[{"id":12345678901234567890}]')
  })
})

describe('a format that was set', () => {
  it.each<[string, Answer, Partial<SourceConfig>, unknown[]]>([
    [
      'CSV without names, quoted otherwise',
      { body: "1|'a|b'\n2|c\n", type: 'text/plain' },
      set({ type: 'csv', header: false, quote: "'", delimiter: '|' }),
      [
        { column1: '1', column2: 'a|b' },
        { column1: '2', column2: 'c' },
      ],
    ],
    [
      'a line that names the separator',
      { body: 'sep=;\r\na;b\r\n1;2\r\n', type: 'text/plain' },
      set({ type: 'csv' }),
      [{ a: '1', b: '2' }],
    ],
    [
      'lists of one element in XML',
      { body: '<o><i><l><x>1</x></l></i><i><l><x>1</x><x>2</x></l></i></o>', type: 'text/plain' },
      set({ type: 'xml', lists: ['l.x'] }, list('o.i')),
      [{ l: { x: ['1'] } }, { l: { x: ['1', '2'] } }],
    ],
  ])('%s', async (_, answer, settings, records) => {
    expect(await read(answer, settings)).toEqual(records)
  })

  it('is what the request asks for', async () => {
    const { source, asked } = await sourceOf({ body: 'a\n', type: 'text/csv' }, set({ type: 'csv' }))
    await source.read(source.start(null), new AbortController().signal)
    expect(asked).toEqual(['text/csv, */*;q=0.1'])
  })
})

describe('the encoding of a response', () => {
  const umlaut = [{ name: 'Müller €' }]
  it.each<[string, Answer, Partial<SourceConfig>]>([
    [
      'of its content type',
      { body: Buffer.from('[{"name":"M\xfcller \x80"}]', 'latin1'), type: 'application/json; charset=Windows-1252' },
      {},
    ],
    ['declared as Latin, and UTF-8', { body: '[{"name":"Müller €"}]', type: 'application/json; charset=iso-8859-1' }, {}],
    ['of its byte order mark', { body: Buffer.from('\ufeff[{"name":"Müller €"}]', 'utf16le'), type: 'application/json' }, {}],
    ['without one', { body: Buffer.from('[{"name":"Müller €"}]', 'utf16le').swap16(), type: 'application/json' }, {}],
    [
      'of an XML declaration',
      {
        body: Buffer.from('<?xml version="1.0" encoding="windows-1252"?><l><r><name>M\xfcller \x80</name></r></l>', 'latin1'),
        type: 'text/xml',
      },
      list('l.r'),
    ],
    [
      'that was set',
      { body: Buffer.from('name\nM\xfcller \x80\n', 'latin1'), type: 'text/csv' },
      set({ type: 'csv', charset: 'windows-1252' }),
    ],
  ])('%s', async (_, answer, settings) => {
    expect(await read(answer, settings)).toEqual(umlaut)
  })
})

describe('what is no record', () => {
  it('is a row, a line or an element that fails alone', async () => {
    const csv = 'id,name\n1,a\n2\n3,"b\n4,c\n'
    expect(await read({ body: csv, type: 'text/csv' })).toEqual([
      { id: '1', name: 'a' },
      "Line 3 of the response can't be read. The line has 1 value for 2 columns.",
      "Line 4 of the response can't be read. A quote is never closed.",
      { id: '4', name: 'c' },
    ])
    expect(await read({ body: '{"id":1}\n{"id":\n{"\\u0000unreadable":1}\n{"id":4}', type: 'application/jsonl' })).toEqual([
      { id: 1 },
      expect.stringContaining("Line 2 of the response can't be read. The line is not JSON."),
      expect.stringContaining("Line 3 of the response can't be read."),
      { id: 4 },
    ])
    const deep = `${'<b>'.repeat(70)}${'</b>'.repeat(70)}`
    expect(await read({ body: `<l><r>1</r>\n<r>${deep}</r><r>3</r></l>`, type: 'text/xml' }, list('l.r'))).toEqual([
      '1',
      "Line 2 of the response can't be read. The element is nested deeper than 64 levels.",
      '3',
    ])
  })

  const unreadable = "The source's response can't be read."
  it.each<[string, Answer, Partial<SourceConfig>, string]>([
    [
      'a document type',
      { body: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', type: 'text/xml' },
      list('a'),
      `${unreadable} It contains a document type declaration, which we don't read.`,
    ],
    [
      'an entity that nobody declared',
      { body: '<a><b>&x;</b></a>', type: 'text/xml' },
      list('a.b'),
      `${unreadable} It is not XML at line 1: undefined entity.`,
    ],
    [
      'an element that is not closed',
      { body: '<a>\n<b></a>', type: 'text/xml' },
      list('a.b'),
      `${unreadable} It is not XML at line 2: unexpected close tag.`,
    ],
    [
      'JSON instead of CSV',
      { body: '{"error":1}', type: 'application/json' },
      set({ type: 'csv' }),
      `${unreadable} It is JSON instead of CSV.`,
    ],
    [
      'a sentence instead of CSV',
      { body: 'Too many requests\n', type: 'text/plain' },
      set({ type: 'csv' }),
      `${unreadable} It has one line without columns.`,
    ],
    [
      'a word instead of CSV',
      { body: 'Busy', type: 'text/plain' },
      set({ type: 'csv' }),
      `${unreadable} It has one line without columns.`,
    ],
    [
      'two columns of one name',
      { body: 'a,a\n1,2\n', type: 'text/csv' },
      {},
      `${unreadable} It is not CSV at line 1. Two columns are named "a".`,
    ],
    [
      'CSV in an encoding that nobody said',
      { body: Buffer.from('n\xfcme\n1\n', 'latin1'), type: 'text/csv' },
      {},
      `${unreadable} It is not CSV at line 1. It is not UTF-8.`,
    ],
  ])('refuses %s', async (_, answer, settings, message) => {
    expect(await refusalOf(answer, settings)).toBe(message)
  })

  it('refuses a page that asks to sign in, whatever format was set', async () => {
    const page = { body: '<!DOCTYPE html><html><head><title>Sign in</title></head></html>', type: 'text/html' }
    expect(await refusalOf(page, set({ type: 'csv' }))).toContain('web page')
    expect(await refusalOf(page, set({ type: 'xml' }, list('html.head')))).toContain('web page')
  })

  it('names no list in XML where more than one may be meant', async () => {
    expect(await refusalOf({ body: '<o><a/><b/></o>', type: 'text/xml' })).toBe(
      "The source's response contains no list where one is expected.",
    )
  })
})

describe('a long response', () => {
  it.each<[string, string, (at: number) => string, string, string, Partial<SourceConfig>]>([
    ['CSV', 'text/csv', (at) => (at === 4_000 ? 'bad\n' : `${at},${'x'.repeat(300)}\n`), 'id,note\n', '', {}],
    [
      'NDJSON',
      'application/x-ndjson',
      (at) => (at === 4_000 ? 'bad\n' : `{"id":"${at}","note":"${'x'.repeat(300)}"}\n`),
      '',
      '',
      {},
    ],
    [
      'XML',
      'text/xml',
      (at) =>
        at === 4_000
          ? `<r>${'<b>'.repeat(70)}${'</b>'.repeat(70)}</r>\n`
          : `<r><id>${at}</id><note>${'x'.repeat(300)}</note></r>\n`,
      '<l>\n',
      '</l>',
      list('l.r'),
    ],
  ])('of %s is read part by part', async (_, type, row, before, after, settings) => {
    const body = before + Array.from({ length: 9_000 }, (_, at) => row(at)).join('') + after
    const { source } = await sourceOf({ body, type }, settings)
    const sizes: number[] = []
    const records: unknown[] = []
    for await (const page of pagesOf(source)) {
      sizes.push(page.records.length)
      records.push(...page.records)
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000)
    expect(records.map((it) => (it as { id?: string }).id ?? null)).toEqual(
      Array.from({ length: 9_000 }, (_, at) => (at === 4_000 ? null : String(at))),
    )
    expect((records[4_000] as Unreadable).problem.message).toContain(`Line ${type === 'application/x-ndjson' ? 4001 : 4002} of`)
  })
})

describe('an event in XML', () => {
  it.each([
    ['two elements', '{"o":{"i":[{"n":"1"},{"n":"2"}]}}', [{ n: '1' }, { n: '2' }]],
    ['one element', '{"o":{"i":{"n":"1"}}}', [{ n: '1' }]],
    ['an element without content', '{"o":{"i":""}}', []],
    ['no element', '{"o":""}', []],
  ])('has a list of %s', async (_, body, records) => {
    const config = configFor({ source: 'http://s.example', destination: 'http://d.example', paging: null })
    const compiled = compilePlan({
      ...config,
      trigger: { type: 'webhook', hook: { sender: 'other', proof: { type: 'address' }, body: 'xml' } },
      source: { type: 'http', isList: true, listPath: 'o.i' },
    })
    if ('errors' in compiled) throw new Error(JSON.stringify(compiled.errors))
    const outbound = createOutbound({ egressAllow: [] })
    onTestFinished(() => outbound.close())
    const heldEvents = async () => [{ id: 'e', receivedAt: new Date(), body }]
    const source = await compiled.plan.openSource({ outbound, readSecret: async () => '', heldEvents })
    expect((await source.read(source.start(null), new AbortController().signal)).records).toEqual(records)
  })
})

/** Bodies that are no JSON: multipart with files, XML and text from a template. Each is read back as a server reads it. */
import { DOMParser } from '@xmldom/xmldom'
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig, DestinationConfig } from '#contract/connectors/config/config.ts'
import type { Operation } from '#contract/connectors/config/operations/operation.ts'
import { bodyWriterOf } from '#server/engine/kinds/http/bodies/body-writer.ts'
import { compilePlan } from '#server/engine/plan/plan.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startWriter } from '../kit/dry-runs.ts'
import { play } from '../kit/scene.ts'
import { configFor } from '../kit/stage.ts'

const operation = (more: Partial<Operation>): Operation => ({ do: 'each', parameters: [], ...more })
const destination = (more: Partial<Operation>, headers: DestinationConfig['headers'] = []): DestinationConfig => ({
  type: 'http',
  url: 'https://api.example.com/v1',
  headers,
  operation: operation(more),
})
function written(more: Partial<Operation>, record: unknown, headers?: DestinationConfig['headers']) {
  const writer = bodyWriterOf(destination(more, headers))
  if (writer === null) throw new Error('no writer')
  return { fault: writer.fault(record), ...writer.write(record) }
}
const faultsOf = (more: Partial<Operation>, headers: DestinationConfig['headers'] = []) => {
  const plan = compilePlan({
    ...configFor({ source: 'https://shop.example.com', destination: 'https://api.example.com', strategy: 'individual' }),
    destination: destination(more, headers),
  })
  return 'errors' in plan ? plan.errors.map(({ path, message }) => `${path.replace('/destination/', '')}: ${message}`) : []
}

/** Names and texts that want to become structure. */
const hostile = ['</a><b>', '&amp; "x" \'y\'', ']]>', '\r\n--b--', 'naïve 😀', '{name}', '{{x}}', '\\"', '$&', '<!--']

describe('a template', () => {
  it('of XML contains values as they are, in elements, attributes and CDATA', () => {
    const template = '<?xml version="1.0"?><a x="{v}"><b>{v}</b><c><![CDATA[{v}]]></c><n>{n.no}</n><e>{gone}</e></a>'
    const parser = new DOMParser({
      errorHandler: (_, message) => {
        throw new Error(message)
      },
    })
    for (const v of hostile) {
      const { body, fault, contentType } = written(
        { bodyFormat: 'xml', template },
        parseExactly(JSON.stringify({ v, n: { no: 1 } })),
      )
      expect([fault, contentType]).toEqual([null, 'application/xml; charset=utf-8'])
      const root = parser.parseFromString(String(body), 'text/xml').documentElement
      const textOf = (name: string) => root.getElementsByTagName(name)[0]?.textContent?.replaceAll('\r\n', '\n')
      const plain = v.replaceAll('\r\n', '\n')
      // The line breaks of an attribute are blanks.
      expect(root.getAttribute('x')?.replaceAll(/\s/g, '')).toBe(v.replaceAll(/\s/g, ''))
      expect([textOf('b'), textOf('c')]).toEqual([plain, plain])
    }
    expect(written({ bodyFormat: 'xml', template: '<n>{n}</n>' }, parseExactly('{"n":9007199254740993.10}')).body).toBe(
      '<n>9007199254740993.10</n>',
    )
  })

  it('of XML keeps what several values have in one CDATA section', () => {
    const template = '<a><![CDATA[{v}{w}]{v}>{w}]]{w}]]></a>'
    for (const [v, w] of [
      [']]', '>'],
      [']', ']>'],
      [']', '>'],
      [']]>', '> ]] >'],
      ['', ']'],
    ] as const) {
      const { body } = written({ bodyFormat: 'xml', template }, { v, w })
      const root = new DOMParser().parseFromString(String(body), 'text/xml').documentElement
      expect(root.textContent).toBe(`${v}${w}]${v}>${w}]]${w}`)
    }
  })

  it('of JSON stays JSON whatever its content type is, and line by line', () => {
    const type = (value: string) => [{ key: 'Content-Type', value }]
    const lines = { bodyFormat: 'text', template: '{"index":{"_id":"{id}"}}\n{"v":"{v}"}\n' } as const
    const ndjson = type('application/x-ndjson')
    expect(faultsOf(lines, ndjson)).toEqual([])
    expect(faultsOf({ ...lines, template: `${lines.template}{"v":` }, ndjson)).toHaveLength(1)
    expect(faultsOf(lines, type('application/json'))).toHaveLength(1)
    for (const v of hostile) {
      const { body } = written(lines, { id: 1, v }, ndjson)
      expect(JSON.parse(String(body).split('\n')[1] ?? '')).toEqual({ v })
      const plain = written({ bodyFormat: 'text', template: '{"v":"{v}"}' }, { v }, type('text/plain'))
      expect(JSON.parse(String(plain.body))).toEqual({ v })
    }
    expect(written({ bodyFormat: 'text', template: '[{v}] x' }, { v: '"' }, type('text/plain')).body).toBe('["] x')
  })

  it('of JSON stays JSON, in quotation marks and as a value', () => {
    const template =
      '{"query":"mutation { create(name: $name) { id } }","variables":{"name":"Dear {v}!","all":{all},"no":{no},"gone":{gone}}}'
    for (const v of hostile) {
      const { body, contentType } = written(
        { bodyFormat: 'text', template },
        parseExactly(JSON.stringify({ v, all: [v, 1], no: 1 })),
      )
      expect(contentType).toBe('application/json')
      expect(JSON.parse(String(body))).toEqual({
        query: 'mutation { create(name: $name) { id } }',
        variables: { name: `Dear ${v}!`, all: [v, 1], no: 1, gone: null },
      })
    }
  })

  it('before each record is one line of JSON, and is not written without its values', () => {
    const bulk = { bodyFormat: 'ndjson', template: '{"index": {"_id": "{id}"}}' } as const
    const { body, contentType, fault } = written(bulk, parseExactly('{"id":"a\\"b","n":9007199254740993.10}'))
    expect([fault, contentType]).toEqual([null, 'application/x-ndjson'])
    expect(body).toBe('{"index": {"_id": "a\\"b"}}\n{"id":"a\\"b","n":9007199254740993.10}\n')
    expect(written({ bodyFormat: 'ndjson' }, { id: 1 }).body).toBe('{"id":1}\n')
    expect(written(bulk, { id: '' }).fault).toContain('"id"')
    expect(faultsOf(bulk, [{ key: 'Content-Type', value: 'application/json' }])).toEqual([])
    expect(faultsOf(bulk, [{ key: 'Content-Type', value: 'text/csv' }])).toHaveLength(1)
    for (const template of ['{"a"', '{"a":1}\n{"b":2}', '{"a": {b[*]}}']) expect(faultsOf({ ...bulk, template })).toHaveLength(1)
  })

  it('of text has values as they are', () => {
    const { body, contentType } = written({ bodyFormat: 'text', template: '{a};{b};{ c }' }, { a: 1, b: 'x;y' })
    expect([body, contentType]).toEqual(['1;x;y;{ c }', 'text/plain; charset=utf-8'])
  })

  it('refuses values that have no place in it', () => {
    const xml = { bodyFormat: 'xml', template: '<a>{v}</a>' } as const
    for (const v of ['\u0001', '\ufffe', '\ud800', { x: 1 }, [1]]) expect(written(xml, { v }).fault).toContain('"v"')
    expect(written({ bodyFormat: 'text', template: '{"a":{v}}' }, { v: [1] }).fault).toBeNull()
  })

  it('is checked before it is used', () => {
    expect(faultsOf({ bodyFormat: 'xml', template: '<a>{{id}}</a>' })).toEqual([
      'operation/template: Use single braces for record fields, such as {id}',
    ])
    expect(faultsOf({ bodyFormat: 'xml', template: '<?xml version="1.0" encoding="ISO-8859-1"?><a/>' })).toEqual([
      'operation/template: The body is sent as UTF-8. Change the encoding in its first line',
    ])
    expect(faultsOf({ bodyFormat: 'text', template: '{"a": {b}' })).toEqual([
      'operation/template: The body is not valid JSON. Put text around fields in quotation marks',
    ])
    expect(faultsOf({ bodyFormat: 'xml' })).toEqual(['operation/template: Enter the body'])
    const json = [{ key: 'Content-Type', value: 'application/json' }]
    expect(faultsOf({ bodyFormat: 'xml', template: '<a/>' }, json)).toEqual([
      'headers/0: The body is XML. Remove the header, or use application/xml',
    ])
    expect(faultsOf({ bodyFormat: 'xml', template: '<a/>' }, [{ key: 'Content-Type', value: 'text/xml' }])).toEqual([])
    expect(faultsOf({ bodyFormat: 'text', template: '<a>{v}</a>' }, [{ key: 'Content-Type', value: 'text/xml' }])).toEqual([
      'headers/0: The body is text, so values are not escaped for XML. Select XML, or remove the header',
    ])
    expect(faultsOf({ bodyFormat: 'multipart' }, json)).toEqual([
      'headers/0: Remove the Content-Type header. Multipart records set their own',
    ])
    expect(faultsOf({ bodyFormat: 'multipart', files: [{ field: 'a[0]' }] })).toEqual([
      'operation/files/0/field: Enter the path of one field, without brackets',
    ])
  })
})

describe('a multipart body', () => {
  const pdf = Buffer.from([0, 255, 13, 10, 45, 45, 0, 128])

  it('is read back as it was, with its file and names that want to break out', async () => {
    const record = {
      'na"me\r\nx: y': hostile.join('|'),
      tags: ['a', 'b'],
      doc: { name: 'Vertrag "1".pdf', content: `data:application/pdf;base64,${pdf.toString('base64')}` },
    }
    const files = [{ field: 'doc.content', nameField: 'doc.name' }]
    const { body, contentType, fault, shown = '' } = written({ bodyFormat: 'multipart', formArrays: 'brackets', files }, record)
    expect(fault).toBeNull()
    const form = await new Response(new Uint8Array(Buffer.from(body)), { headers: { 'content-type': contentType } }).formData()
    expect(form.getAll('tags[]')).toEqual(['a', 'b'])
    expect(form.get('na"me\r\nx: y')).toBe(hostile.join('|'))
    expect(form.get('doc[name]')).toBe('Vertrag "1".pdf')
    const file = form.get('content') as File
    expect([file.name, file.type]).toEqual(['Vertrag "1".pdf', 'application/pdf'])
    expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf)
    expect(shown).toContain('(8 bytes)')
  })

  it('has the same bytes each time, leaves a missing file out and refuses what is no base64', () => {
    const files = [{ field: 'file', type: 'text/csv' }]
    const of = (file: unknown) => written({ bodyFormat: 'multipart', files }, { a: 1, file })
    expect(of('QQ==')).toEqual(of('QQ=='))
    expect(String(of(null).body)).not.toContain('file')
    expect(of('not base64!').fault).toBe(`"file" isn't a file as base64 text. Correct the value and retry the record.`)
    expect(of({ a: 1 }).fault).toContain('"file"')
    for (const text of ['Invoice', 'Invoices', 'QR==', 'QQ=', 'A'.repeat(65)]) expect(of(text).fault).toContain('"file"')
    const long = Buffer.from([...Array(50).keys()].map((at) => 255 - at))
    expect(of(long.toString('base64url'))).toEqual(of(long.toString('base64')))
    expect(of(long.toString('base64url')).fault).toBeNull()
    expect(of('data:text/plain;base64,QUJD').fault).toBeNull()
  })
})

describeOnEachDatabase('bodies on their way', (open) => {
  it('arrive as they are written, with the header that a person set, and a field of the URL in the template', async () => {
    const writer = await startWriter()
    const { database } = await open()
    const change = (config: ConnectorConfig): ConnectorConfig => ({
      ...config,
      destination: {
        type: 'http',
        url: `${writer.url}/orders/{id}`,
        requestMethod: 'PUT',
        headers: [
          { key: 'Content-Type', value: 'text/xml' },
          { key: 'SOAPAction', value: 'save' },
        ],
        operation: {
          do: 'update',
          parameters: [{ in: 'path', name: 'id', field: 'id' }],
          bodyFormat: 'xml',
          template: '<order><id>{id}</id><name>{name}</name></order>',
        },
      },
    })
    const scene = await play(database, { records: 1, change })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 1 })
    expect(writer.received).toMatchObject([
      {
        path: '/orders/1',
        body: '<order><id>1</id><name>record 1</name></order>',
        headers: { 'content-type': 'text/xml', soapaction: 'save' },
      },
    ])
  })

  it('are the lines of one body where records are sent together as NDJSON', async () => {
    const writer = await startWriter()
    const { database } = await open()
    const change = (config: ConnectorConfig): ConnectorConfig => ({
      ...config,
      destination: {
        type: 'http',
        url: `${writer.url}/_bulk`,
        requestMethod: 'POST',
        operation: { do: 'each', parameters: [], bodyFormat: 'ndjson', template: '{"index":{"_id":"{id}"}}' },
      },
    })
    const scene = await play(database, { records: 3, config: { strategy: 'bulk' }, change })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 3 })
    const [request] = writer.received
    expect(request).toMatchObject({ path: '/_bulk', headers: { 'content-type': 'application/x-ndjson' } })
    const lines =
      request?.body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)) ?? []
    expect(lines.filter((_, at) => at % 2 === 0)).toEqual([1, 2, 3].map((id) => ({ index: { _id: String(id) } })))
    expect(lines.filter((_, at) => at % 2 === 1).map(({ id }) => id)).toEqual([1, 2, 3])
  })
})

import { gzipSync } from 'node:zlib'
import type { ContainerClient } from '@azure/storage-blob'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Place, SourcePage } from '#server/engine/kit/kind.ts'
import { all, idsOf, lines, open, problemOf, put, recordsOf, signal, upTo } from './azure-scene.ts'
import { type Azurite, startAzurite } from './azurite.ts'

let azurite: Azurite
beforeAll(async () => {
  azurite = await startAzurite()
})
afterAll(() => azurite.stop())

describe('NDJSON', () => {
  it('keeps every value, whatever ends its lines', async () => {
    const container = await azurite.container()
    await put(container, 'a', '\ufeff{"id":1,"n":12345678901234567890}\r\n\n  \n{"id":2,"t":"ü\\n\u2028"}\n[3]\n"four"\n{"id":5}')
    const records = recordsOf(await all(await open(azurite, container)))
    expect(JSON.stringify(records)).toBe('[{"id":1,"n":12345678901234567890},{"id":2,"t":"ü\\n\u2028"},[3],"four",{"id":5}]')
  })

  it('of 30 MB is read in little memory, and goes on at its byte after a take-over', async () => {
    const container = await azurite.container()
    const blob = container.getBlockBlobClient('large.ndjson')
    const filler = 'x'.repeat(800)
    const ids: string[] = []
    for (let block = 0; block < 8; block += 1) {
      const text = Array.from({ length: 4_600 }, (_, at) => `{"id":${block * 4_600 + at + 1},"f":"${filler}"}\n`).join('')
      ids.push(Buffer.from(`block-${block}`).toString('base64'))
      await blob.stageBlock(ids[block] ?? '', text, Buffer.byteLength(text))
    }
    await blob.commitBlockList(ids)
    const before = process.memoryUsage().rss
    const first = await open(azurite, container)
    const begun = await all(first, {}, 11)
    const seen = idsOf(begun)
    let peak = 0
    const second = await open(azurite, container)
    for (let place: Place | null = begun.at(-1)?.next ?? null; place; ) {
      const page: SourcePage = await second.read(place, signal)
      for (const it of page.records) seen.push((it as { id: number }).id)
      peak = Math.max(peak, process.memoryUsage().rss)
      place = page.next
    }
    expect(seen).toEqual(upTo(8 * 4_600))
    expect(peak - before).toBeLessThan(120 * 1024 * 1024)
  })

  it('holds records up to 8 MB, and says where one is larger or garbled', async () => {
    const container = await azurite.container()
    await put(container, 'a', `{"id":1}\n{"id":2,"f":"${'x'.repeat(7_900_000)}"}\n{"id":3}\n`)
    expect(idsOf(await all(await open(azurite, container, { prefix: 'a' })))).toEqual([1, 2, 3])
    await put(container, 'b', `{"id":1}\n{"id":2,"f":"${'x'.repeat(9_000_000)}"}\n`)
    expect(await problemOf(all(await open(azurite, container, { prefix: 'b' })))).toMatchObject({
      code: 'source/too-large',
      message: 'The blob b contains a record of more than 8 MB at line 2.',
    })
    await put(container, 'c', `${lines(1_500)}{"id":1,"id":2}\nno JSON\n{"id":1501}\n`)
    const records = recordsOf(await all(await open(azurite, container, { prefix: 'c' })))
    expect(records).toHaveLength(1_503)
    expect(records.slice(1_500)).toMatchObject([
      {
        key: 'c:1501',
        problem: {
          code: 'record/unreadable',
          message: 'Line 1501 of the blob c can\'t be read. The line is not JSON. The name "id" appears twice in one object.',
        },
      },
      { key: 'c:1502' },
      { id: 1_501 },
    ])
  })

  it('is read from gzip, by its encoding and as a file, and goes on after a take-over', async () => {
    const container = await azurite.container()
    await put(container, 'a', gzipSync(lines(1_500)), 'gzip')
    await put(container, 'b.ndjson.gz', gzipSync(lines(1_500, 1_501)))
    const begun = await all(await open(azurite, container), {}, 3)
    const rest = await all(await open(azurite, container), begun.at(-1)?.next ?? {})
    expect([...idsOf(begun), ...idsOf(rest)]).toEqual(upTo(3_000))
    await put(container, 'c.gz', gzipSync(lines(3)).subarray(0, 40))
    expect(await problemOf(all(await open(azurite, container, { prefix: 'c' })))).toMatchObject({
      code: 'source/unreadable',
      message: "The blob c.gz can't be decompressed. The gzip data is invalid or incomplete.",
    })
    await put(container, 'd.gz', gzipSync(Buffer.alloc(60 * 1024 * 1024)))
    expect(await problemOf(all(await open(azurite, container, { prefix: 'd' })))).toMatchObject({ code: 'source/too-large' })
  })

  it('that changes is read again from its beginning, and that is said; one that never rests is given up', async () => {
    const container = await azurite.container()
    await put(container, 'a', lines(3_000))
    await put(container, 'b', lines(2, 5_001))
    const source = await open(azurite, container)
    const begun = await all(source, {}, 2)
    await put(container, 'a', lines(2_500, 2_001))
    const rest = await all(await open(azurite, container), begun.at(-1)?.next ?? {})
    expect(idsOf(rest)).toEqual([...upTo(4_500).slice(2_000), 5_001, 5_002])
    expect(rest[0]).toMatchObject({
      mayRepeat: true,
      note: 'The blob a changed while we read it, so we read it again from the beginning.',
    })
    let place: Place = begun.at(-1)?.next ?? {}
    const restless = async () => {
      for (let time = 0; time < 6; time += 1) {
        await put(container, 'a', lines(2_500 + time))
        place = (await (await open(azurite, container)).read(place, signal)).next ?? {}
      }
    }
    expect(await problemOf(restless())).toMatchObject({
      code: 'source/changed',
      message: 'The blob a changed 4 times while we read it.',
    })
  })

  it('that is deleted meanwhile is said to be missing, and the others are read', async () => {
    const container = await azurite.container()
    for (const [at, name] of ['a', 'b', 'c'].entries()) await put(container, name, lines(1_500, at * 1_500 + 1))
    const begun = await all(await open(azurite, container), {}, 1)
    await container.deleteBlob('a')
    const rest = await all(await open(azurite, container), begun.at(-1)?.next ?? {})
    expect(idsOf(rest)).toEqual(upTo(4_500).slice(1_500))
    expect(rest[0]?.note).toBe('The blob a was deleted while we read it, so the rest is missing.')
  })
})

describe('CSV', () => {
  const rowsOf = async (container: ContainerClient, prefix: string, delimiter?: string) =>
    recordsOf(await all(await open(azurite, container, { format: 'csv', prefix, ...(delimiter ? { delimiter } : {}) })))

  it('gives each row as texts under the names of the columns', async () => {
    const container = await azurite.container()
    await put(container, 'a', '\ufeffid,name,"the, note"\r\n1,Zoë,"says ""hi""\r\nand, goes"\r\n\r\n002,,1e5\r\n')
    expect(await rowsOf(container, 'a')).toEqual([
      { id: '1', name: 'Zoë', 'the, note': 'says "hi"\r\nand, goes' },
      { id: '002', name: '', 'the, note': '1e5' },
    ])
    await put(container, 'b', 'id;n\n1;"a;b"\n2;c')
    expect(await rowsOf(container, 'b', ';')).toEqual([
      { id: '1', n: 'a;b' },
      { id: '2', n: 'c' },
    ])
    await put(container, 'c', 'id,name\n')
    expect(await rowsOf(container, 'c')).toEqual([])
  })

  it('goes on at its byte, within no row, however the rows lie', async () => {
    const container = await azurite.container()
    const rows = upTo(12_000).map((id) => `${id},"line 1 of ${id}\nline ""2"" ü${'y'.repeat(id % 700)}",x`)
    await put(container, 'a.csv', ['id,text,end', ...rows, ''].join('\n'))
    const pages: SourcePage[] = []
    for (let place: Place | null = {}; place; place = pages.at(-1)?.next ?? null)
      pages.push(await (await open(azurite, container, { format: 'csv' })).read(JSON.parse(JSON.stringify(place)), signal))
    expect(idsOf(pages)).toEqual(upTo(12_000))
    expect(recordsOf(pages)[776]).toEqual({ id: '777', text: `line 1 of 777\nline "2" ü${'y'.repeat(77)}`, end: 'x' })
  })

  it.each([
    ['a column twice', 'id,id\n1,2\n', 'is not CSV at line 1. Two columns are named "id".'],
    ['a column without a name', 'id,\n1,2\n', 'is not CSV at line 1. Column 2 has no name.'],
    ['a quote in its header', 'id,x"y\n1,2\n', 'is not CSV at line 1. A value contains a quote'],
  ])('with %s is refused, with its line', async (_, text, message) => {
    const container = await azurite.container()
    await put(container, 'a', text)
    expect(await problemOf(rowsOf(container, 'a'))).toMatchObject({
      code: 'source/unreadable',
      retry: false,
      message: expect.stringContaining(`The blob a ${message}`),
    })
  })

  it.each<[string, string | Buffer, number, string]>([
    ['is too short', `id,b\n${'1,2\n'.repeat(1_500)}3\n5,6\n`, 1_502, 'The line has 1 value for 2 columns.'],
    ['is too long', 'id,b\n1,2\n1,2,3\n5,6\n', 3, 'The line has 3 values for 2 columns.'],
    ['opens a quote and never closes it', 'id,b\n1,"2\n5,6\n', 2, 'A quote is never closed.'],
    [
      'does so far before the end',
      `id,b\n1,"2\n${`5,${'x'.repeat(9_000)}\n`.repeat(1_000)}5,6\n`,
      2,
      'A quote is never closed, or the row',
    ],
    ['has a quote within a value', 'id,b\n\n1,x"y\n5,6\n', 3, 'A value contains a quote'],
    ['has something behind a quote', 'id,b\n1,"2"x\n5,6\n', 2, 'Text follows a closing quote.'],
    ['is not in UTF-8', Buffer.from('id,b\n1,ü\n5,6\n', 'latin1'), 2, 'It is not UTF-8.'],
  ])('with a line that %s reads the others, and those of the next blob', async (_, text, line, reason) => {
    const container = await azurite.container()
    await put(container, 'a.csv', text)
    await put(container, 'b.csv', 'id,b\n7,8\n')
    const records = await rowsOf(container, '')
    const bad = records.filter((it) => !(it as { id?: string }).id)
    expect(bad).toMatchObject([{ key: `a.csv:${line}`, problem: { message: expect.stringContaining(reason) } }])
    expect(records.at(-2)).toEqual({ id: '5', b: '6' })
    expect(records.at(-1)).toEqual({ id: '7', b: '8' })
  })
})

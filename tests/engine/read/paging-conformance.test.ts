/** Pages of real APIs under all kinds of trouble: no record is lost without a word. */
import { afterAll, describe, expect, it } from 'vitest'

import { checkHttpSource } from '#server/engine/kinds/http/checking.ts'
import { openHttpSource } from '#server/engine/kinds/http/source.ts'
import { type Place, SourceFault, type Tools } from '#server/engine/kit/kind.ts'
import { engineLimits } from '#server/engine/limits.ts'
import { pagesFrom } from '#server/engine/read/page-reader.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { type Shelved, type Style, sourceOf, startStyle, type Trouble } from './paging-shelf.ts'
import { bodyStyles } from './paging-styles-body.ts'
import { countedStyles } from './paging-styles-counted.ts'
import { followedStyles } from './paging-styles-followed.ts'

const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
afterAll(() => outbound.close())
const tools: Tools = { outbound, readSecret: async (it) => String(it), heldEvents: async () => [] }

const styles = [...countedStyles, ...followedStyles, ...bodyStyles]
const count = 105

type Reader = {
  /** Whether each page is read by a process of its own, which knows what a run keeps of the pages before. */
  readonly isReopened?: boolean
}

/** Reads a style to its end as a run does: which ids came, and how it ended. */
async function readAll(style: Style, trouble: Trouble, { isReopened = false }: Reader = {}) {
  const server = await startStyle(style, trouble, count)
  const atStart = server.list.filter(server.isShown).map(({ id }) => id)
  const config = sourceOf(style, server.origin)
  expect(checkHttpSource(config)).toEqual([])
  let source = await openHttpSource(config, tools)
  const kept: Buffer[] = []
  const ids = new Set<number>()
  const notes: string[] = []
  let failed: string | null = null
  try {
    const reading = {
      ...{ limits: { ...engineLimits, retries: 0 }, signal: new AbortController().signal, seen: new Set<string>() },
      ...{ tell: () => {}, measure: () => {}, isFirstKnown: false },
    }
    // Every place is kept as a checkpoint between two pages.
    for (let place: Place | null = source.start(null); place !== null; ) {
      for await (const { records, note, keys, next } of pagesFrom(place, { ...reading, source })) {
        for (const { id } of records as Shelved[]) ids.add(id)
        if (note !== undefined) notes.push(note)
        if (keys) kept.push(keys)
        place = next
        if (isReopened) break
      }
      if (!isReopened || place === null) break
      await source.close?.()
      source = await openHttpSource(config, tools)
      for (const marks of kept) source.recall?.(marks)
    }
  } catch (thrown) {
    if (!(thrown instanceof SourceFault)) throw thrown
    failed = thrown.message
  }
  await source.close?.()
  server.close()
  const there = new Set(server.list.map(({ id }) => id))
  const lost = atStart.filter((id) => there.has(id) && !ids.has(id))
  return { lost, failed, notes, requests: server.heard.length }
}

const added = (request: number, list: Shelved[]) => {
  if (request !== 2 && request !== 3) return
  for (let at = 0; at < 3; at += 1) {
    const id = 1_000 + request * 10 + at
    list.unshift({ id, rank: (list[0]?.rank ?? 0) - 1, sort: [(list[0]?.rank ?? 0) - 1, 'x'] })
  }
}
/** Of those that were read already. */
const deleted = (request: number, list: Shelved[]) => {
  if (request === 3) list.splice(2, 5)
  if (request === 4) list.splice(10, 2)
}

/** Of those that were read already: they are changed, and stand behind all others now. */
const moved = (request: number, list: Shelved[]) => {
  if (request !== 3) return
  const last = list.at(-1)?.rank ?? 0
  list.push(...list.splice(2, 5).map(({ id }, at) => ({ id, rank: last + at + 1, sort: [last + at + 1, 'x'] as const })))
}

const troubles: Readonly<Record<string, Trouble>> = {
  'nothing happens': {},
  'records are added at the head': { before: added },
  'records are deleted in the middle': { before: deleted },
  'pages are short because some of their records are hidden': { isHidden: (id) => id % 7 === 0 || (id > 22 && id < 35) },
  'a page in the middle is empty': { isHidden: (id) => id > 20 && id <= 60 },
  'the server holds less on a page than was asked for': { cap: 7 },
  'the page after the last one is answered with 404': { isMissingAfterEnd: true },
  'the second page holds the records of the first': { repeats: true },
}

describe.each(Object.entries(troubles))('while %s', (name, trouble) => {
  it.each(styles.map((style) => [style.name, style] as const))('%s loses nothing silently', async (_, style) => {
    const { lost, failed, notes } = await readAll(style, trouble)
    const isEmptyEnd = name === 'a page in the middle is empty' && (style.isBare || style.endsEmpty)
    // Nothing but an empty page tells the end of such a list, so an empty page in its middle cannot be told from it.
    if (isEmptyEnd) return
    if (style.isBare && name === 'records are deleted in the middle') {
      expect(notes.join(' ')).toContain('If records were deleted during the run, others may be missing')
      return
    }
    const isDoubled = name === 'the second page holds the records of the first'
    // A server that takes 0 for 1 gives the first page twice; it is said that this was taken to be so.
    if (isDoubled && failed === null && style.isBare && lost.length > 0) {
      expect(notes.join(' ')).toContain('Pages 0 and 1 contain the same records')
      return
    }
    if (failed === null) expect(lost).toEqual([])
    // Nothing on an empty page leads on from its last record: the source says that there is more, so the run fails.
    const isLed = name === 'a page in the middle is empty' && style.paging.type === 'lastId'
    if (!isDoubled && !isLed) expect(failed).toBeNull()
  })
})

describe.each([{ isReopened: false }, { isReopened: true }])(
  'while records move to the end ($isReopened: each page by another process)',
  (reader) => {
    it.each(styles.map((style) => [style.name, style] as const))('%s loses nothing', async (_, style) => {
      const { lost, failed } = await readAll(style, { before: moved }, reader)
      expect({ lost, failed }).toEqual({ lost: [], failed: null })
    })
  },
)

describe('a 404 behind a full page', () => {
  const style = countedStyles.find(({ isBare }) => isBare) as Style
  const endingAt = (at: number, isBack: boolean): Trouble => ({ missingFrom: at, ...(isBack ? { isMissingBefore: true } : {}) })

  it('is said, for it may be a source that is out of order', async () => {
    const { failed, notes } = await readAll(style, endingAt(60, false))
    expect(failed).toBeNull()
    expect(notes.join(' ')).toContain('404 twice after a full page')
  })

  it('is no end when the page before it is not there either', async () => {
    const { failed } = await readAll(style, endingAt(60, true))
    expect(failed).toContain('404')
  })
})

it('covers at least 25 styles', () => expect(styles.length).toBeGreaterThanOrEqual(25))

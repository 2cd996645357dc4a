/**
 * Reads rows of a table or a query in pages, out of one snapshot that stays open while the pages are taken; the rows of a page are all that is in memory.
 *
 * With a cursor column a run reads what is new since the last one. Whoever takes a run over goes on exactly: `window.ts`.
 * Without one, each run reads everything. Where a key is known (of the table, or named in the configuration) rows are read in its order, and reading
 * goes on after the last one that was read: rows that stay are read once, also when others come and go meanwhile; a row whose key changes is another
 * one. Without a key whoever goes on reads from the beginning and leaves out by their content what was read, each as often as it was.
 */
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { databaseAddress } from '#contract/connectors/config/database.ts'
import { hasNoKey } from '#contract/connectors/config/key-question.ts'
import { problem } from '#contract/kit/problem.ts'
import { type Place, type Source, SourceFault, type SourcePage, type Tools, Unreadable } from '../../kit/kind.ts'
import { idsIn, skipIds } from '../../kit/look-back.ts'
import { leaveUnnamed, nameRecord } from '../../kit/record-key.ts'
import { splitByCursor } from './cursor-windows.ts'
import { type Column, type Dialect, type Raw, type Rows, type Session, sideOf } from './driver.ts'
import { sourceFault } from './faults.ts'
import { createLeftValues, type LeftValues } from './left-values.ts'
import { createMemory, identityOf, marksOf } from './marks.ts'
import { partRowsMin, splitTable } from './splitting.ts'
import { openWalk, type Walk } from './walking.ts'

/** Rows of one page. */
const rowsMax = 1_000
const bytesMax = 4 * 1024 * 1024

const sizeOf = (row: readonly Raw[]) =>
  row.reduce<number>((sum, it) => sum + (typeof it === 'string' || Buffer.isBuffer(it) ? it.length : 8), 0)

/** How a row is called in a sentence: by its key, or by its number. */
function nameOf(row: readonly Raw[], columns: readonly Column[], keys: readonly string[], number: number): string {
  const parts = keys.map((key) => `${key} = ${row[columns.findIndex(({ name }) => name === key)]}`)
  return parts.length > 0 ? `the row with ${parts.join(', ')}` : `row ${number}`
}

/** The values of the key columns; null where there is none. */
const keyPartsOf = (row: readonly Raw[], columns: readonly Column[], keys: readonly string[]): (string | null)[] =>
  keys.map((key) => {
    const raw = row[columns.findIndex(({ name }) => name === key)] ?? null
    if (raw === null) return null
    return Buffer.isBuffer(raw) ? raw.toString('hex') : String(raw)
  })

/** A record without the values that none can hold, or the first of them. */
function recordOf(row: readonly Raw[], { columns, keys }: Walk, number: number, left: LeftValues, isNameless: boolean): unknown {
  const members: [string, unknown][] = []
  let fault: string | null = null
  for (const [at, column] of columns.entries()) {
    const { value, why } = left.read(column, row[at] ?? null, keys.includes(column.name))
    if (why === null) members.push([column.name, value])
    else fault ??= `The column ${column.name} of ${nameOf(row, columns, keys, number)} can't be read: ${why}.`
  }
  // Not an object literal: a column may be called __proto__.
  const record = Object.fromEntries(members)
  if (isNameless) leaveUnnamed(record)
  else if (keys.length > 0) nameRecord(record, keyPartsOf(row, columns, keys))
  return fault === null ? record : new Unreadable(fault, record)
}

function refuseTwins(columns: readonly Column[]): void {
  const twin = columns.find(({ name }, at) => columns.findIndex((other) => other.name === name) !== at)
  if (!twin) return
  const message = `The query has two columns named ${twin.name}. Rename one with "as".`
  throw new SourceFault(problem('source/refused', { message }), false)
}

type Open = {
  readonly session: Session
  readonly walk: Walk
  readonly rows: Rows
  /** Where the next page begins, if it is asked for. */
  place: Place
  read: number
  /** Rows behind the place that were read all the same. */
  readonly wasTaken: (row: readonly Raw[]) => boolean
  /** Values that are left empty. */
  readonly left: LeftValues
  /** Taken from the stream, and too much for the page before. */
  ahead: readonly Raw[] | null
}

/** Opens the source of a configuration that was checked. Nothing is connected before the first page. */
export async function openSource(
  config: SourceConfig,
  tools: Tools,
  dialect: Dialect,
  pageRows = rowsMax,
  partRows = partRowsMin,
): Promise<Source> {
  const database = config.databaseConfig as NonNullable<SourceConfig['databaseConfig']>
  const side = await sideOf(config, tools)
  const what = `select ${databaseAddress(database)}/${side.database}${database.table === undefined ? '' : `/${database.table}`}`
  const isNameless = hasNoKey(config)
  const memory = createMemory()
  let open: Open | null = null

  async function begin(place: Place, signal: AbortSignal): Promise<Open> {
    const session = await dialect.open(side, tools.outbound, 'read')
    const cut = () => session.cut()
    signal.addEventListener('abort', cut)
    try {
      if (signal.aborted) session.cut()
      const walk = await openWalk(database, place, dialect, session, memory)
      refuseTwins(walk.columns)
      const rows = await session.stream(walk.sql, walk.values)
      const isTaken = skipIds(idsIn(place['taken']))
      const wasTaken = place['taken'] === undefined ? () => false : (row: readonly Raw[]) => isTaken(identityOf(row))
      const left = createLeftValues(tools.usedFields ?? null, place['left'])
      return { session, walk, rows, place, read: Number(place['read'] ?? 0), wasTaken, left, ahead: await rows.next() }
    } catch (thrown) {
      session.cut()
      throw thrown
    } finally {
      signal.removeEventListener('abort', cut)
    }
  }

  /** Where reading goes on after some rows of a page: at the place of the page, without those rows. */
  const within = (place: Place, rows: readonly (readonly Raw[])[], isOrdered: boolean): Place => {
    const read = Number(place['read'] ?? 0) + rows.length
    return isOrdered ? { ...place, read, taken: [...idsIn(place['taken']), ...rows.map(identityOf)] } : { anew: true, read }
  }

  async function page(it: Open): Promise<SourcePage> {
    const records: unknown[] = []
    const read: (readonly Raw[])[] = []
    const { place } = it
    const first = it.read
    let bytes = 0
    let row = it.ahead
    for (; row !== null; row = await it.rows.next()) {
      const size = sizeOf(row)
      if (records.length >= pageRows || (records.length > 0 && bytes + size > bytesMax)) break
      if (!it.walk.take(row) || it.wasTaken(row)) continue
      bytes += size
      it.read += 1
      read.push(row)
      records.push(recordOf(row, it.walk, it.read, it.left, isNameless))
    }
    it.ahead = row
    const resume = it.walk.place(it.read)
    it.place = { ...resume, ...it.left.place() }
    const isOrdered = resume['anew'] !== true
    const marks = isOrdered ? null : marksOf(read)
    if (marks !== null) memory.add(marks)
    const notes = row === null ? [it.walk.note(), it.left.note()].filter((text) => text !== null) : []
    const span = records.length === 0 ? `no row after ${first}` : `rows ${first + 1} to ${it.read}`
    return {
      records,
      startpoint: `${what} (${span})`,
      next: row === null ? null : it.place,
      after: (count) => within(place, read.slice(0, count), isOrdered),
      repeatEnds: false,
      mayRepeat: true,
      ...(marks === null ? {} : { marks }),
      ...(database.cursorColumn === undefined ? {} : { resume }),
      ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
      keyColumns: isNameless ? [] : it.walk.keys,
    }
  }

  async function close(): Promise<void> {
    const was = open
    open = null
    if (was?.ahead === null) await was.session.end()
    else was?.session.cut()
  }

  async function read(place: Place, signal: AbortSignal): Promise<SourcePage> {
    const cut = () => open?.session.cut()
    try {
      if (open?.place !== place) {
        await close()
        open = await begin(place, signal)
      }
      signal.addEventListener('abort', cut)
      if (signal.aborted) cut()
      const it = await page(open)
      if (it.next === null) await close()
      return it
    } catch (thrown) {
      open?.session.cut()
      open = null
      throw sourceFault(thrown, dialect.name, side.masked)
    } finally {
      signal.removeEventListener('abort', cut)
    }
  }

  const start = (resume: Place | null): Place =>
    resume !== null && database.cursorColumn !== undefined && resume['column'] === database.cursorColumn
      ? { ...resume, read: 0 }
      : { read: 0 }

  async function split(count: number, signal: AbortSignal, resume: Place | null = null) {
    let session: Session | null = null
    const cut = () => session?.cut()
    signal.addEventListener('abort', cut)
    try {
      session = await dialect.open(side, tools.outbound, 'read')
      if (signal.aborted) cut()
      if (database.cursorColumn === undefined) return await splitTable(database, dialect, session, count, partRows)
      const splitting = { database, dialect, session, wanted: count, start: start(resume), isNameless, rowsMin: partRows }
      return await splitByCursor(splitting)
    } catch (thrown) {
      throw sourceFault(thrown, dialect.name, side.masked)
    } finally {
      signal.removeEventListener('abort', cut)
      cut()
    }
  }

  return { host: databaseAddress(database), start, read, split, close, tellsApart: true, recall: memory.add }
}

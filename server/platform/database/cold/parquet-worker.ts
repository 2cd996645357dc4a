/** The thread in which DuckDB is loaded and waited for. Its only user is `parquet.ts`. */
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { DuckDBAppender, DuckDBConnection, DuckDBInstance, DuckDBResult } from '@duckdb/node-api'
import {
  asText,
  type ColdRow,
  type ColdSum,
  type Order,
  type OrderName,
  type Orders,
  type Reply,
  type Results,
  relationOf,
  storedType,
  textLiteral,
} from './orders.ts'

const settings = {
  memory_limit: '256MB',
  threads: '1',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
}
/** Rows of a group in a file: a query by run skips whole groups. */
const groupRows = 61_440

/** Hashes rows in their order. */
function hashing() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(row: ColdRow): void {
      rows += 1
      hash.update(JSON.stringify(row))
    },
    sum: (): ColdSum => ({ rows, hash: hash.digest('hex') }),
  }
}

type Writing = {
  readonly instance: DuckDBInstance
  readonly connection: DuckDBConnection
  readonly appender: DuckDBAppender
  readonly isBytes: readonly boolean[]
  readonly hash: ReturnType<typeof hashing>
  readonly scratch: string
}

async function serve(): Promise<void> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', settings)
  const connection = await instance.connect()
  let writing: Writing | null = null
  let reading: DuckDBResult | null = null

  async function begin({ columns, scratch }: Orders['begin']): Promise<null> {
    await close()
    // A file, because rows of a large week do not fit into the memory.
    rmSync(scratch, { force: true })
    const own = await DuckDBInstance.create(scratch, settings)
    const writer = await own.connect()
    const names = columns.map((it) => `"${it.name}" ${storedType(it)}`)
    await writer.run(`create table rows_of_week (${names.join(', ')})`)
    const appender = await writer.createAppender('rows_of_week')
    const isBytes = columns.map(({ type }) => type === 'bytea')
    writing = { instance: own, connection: writer, appender, isBytes, hash: hashing(), scratch }
    return null
  }

  function add({ rows }: Orders['add']): null {
    if (writing === null) throw new Error('No file was begun.')
    const { appender, isBytes, hash } = writing
    for (const row of rows) {
      for (const [at, value] of row.entries()) {
        if (value === null) appender.appendNull()
        else if (isBytes[at]) appender.appendBlob(Buffer.from(value.slice(2), 'hex'))
        else appender.appendVarchar(value)
      }
      appender.endRow()
      hash.add(row)
    }
    return null
  }

  async function end({ path }: Orders['end']): Promise<ColdSum> {
    if (writing === null) throw new Error('No file was begun.')
    writing.appender.closeSync()
    await writing.connection.run(
      `copy rows_of_week to ${textLiteral(path)} (format parquet, compression zstd, row_group_size ${groupRows})`,
    )
    const sum = writing.hash.sum()
    await close()
    return sum
  }

  async function close(): Promise<void> {
    if (writing === null) return
    const { connection: writer, instance: own, scratch } = writing
    writing = null
    writer.closeSync()
    own.closeSync()
    for (const ending of ['', '.wal']) rmSync(`${scratch}${ending}`, { force: true })
  }

  async function sum({ path, columns }: Orders['sum']): Promise<ColdSum> {
    const hash = hashing()
    const result = await connection.stream(`select ${columns.map(asText).join(', ')} from ${relationOf([path])}`)
    for (let rows = await portionOf(result); rows.length > 0; rows = await portionOf(result)) rows.forEach(hash.add)
    return hash.sum()
  }

  async function rows({ query, values }: Orders['rows']): Promise<readonly ColdRow[]> {
    const reader = await connection.runAndReadAll(query, [...values])
    return reader.getRows() as ColdRow[]
  }

  const work: { readonly [Name in OrderName]: (order: Orders[Name]) => Promise<Results[Name]> | Results[Name] } = {
    ...{ begin, add, end, sum, rows },
    open: async ({ query, values }) => {
      reading = await connection.stream(query, [...values])
      return null
    },
    next: async () => (reading === null ? [] : portionOf(reading)),
  }

  parentPort?.on('message', (order: Order) => void answer(order))
  // One after another: writing and reading keep their place.
  let last: Promise<void> = Promise.resolve()
  function answer(order: Order): void {
    last = last.then(async () => {
      try {
        send({ number: order.number, result: await work[order.do](order as never) })
      } catch (thrown) {
        send({ number: order.number, fault: thrown instanceof Error ? thrown.message : String(thrown) })
      }
    })
  }
  send({ missing: null })
}

async function portionOf(result: DuckDBResult): Promise<readonly ColdRow[]> {
  const chunk = await result.fetchChunk()
  return chunk === null || chunk.rowCount === 0 ? [] : (chunk.getRows() as ColdRow[])
}

const send = (reply: Reply) => parentPort?.postMessage(reply)

serve().catch((thrown: unknown) => send({ missing: thrown instanceof Error ? thrown.message : String(thrown) }))

/** Third systems that are databases: a query with parameters, which the driver carries apart from it. */
import type { DatabaseConfig, EnrichmentConfig, Lookup } from '#contract/connectors/config/config.ts'
import { databaseAddress } from '#contract/connectors/config/database.ts'
import { type Problem, type ProblemCode, problem } from '#contract/kit/problem.ts'
import { scalarText } from '../../platform/json/raw-json.ts'
import { dialectOf } from '../kinds/database/database-kind.ts'
import { type Column, NoValue, type Raw, type Session, sideOf, ValueFault } from '../kinds/database/driver.ts'
import { DatabaseFault, sourceFault } from '../kinds/database/faults.ts'
import { bound, rawOf } from '../kinds/database/named-parameters.ts'
import { oneQuery } from '../kinds/database/query-text.ts'
import { shownBeginning, storedBytesMax } from '../kinds/http/response/answer.ts'
import type { Tools } from '../kit/kind.ts'
import type { Answered, System } from './answer.ts'

const rowsMax = 10_000
const bytesMax = 4 * 1024 * 1024

type Read = { readonly rows: readonly unknown[]; readonly text: string }

/** Values that mean "no value" become null, as in records that are read. */
function cellOf({ read }: Column, raw: Raw): unknown {
  try {
    return read(raw)
  } catch (thrown) {
    if (thrown instanceof NoValue) return null
    throw thrown
  }
}

async function rowsOf(session: Session, sql: string, values: readonly Raw[]): Promise<Read> {
  const { columns, next } = await session.stream(sql, values)
  const rows: unknown[] = []
  const texts: string[] = []
  let bytes = 0
  for (let row = await next(); row !== null; row = await next()) {
    const it = row
    // Not an object literal: a column may be called __proto__.
    const record = Object.fromEntries(columns.map((column, at) => [column.name, cellOf(column, it[at] ?? null)]))
    const text = JSON.stringify(record)
    bytes += text.length
    if (rows.length >= rowsMax || bytes > bytesMax)
      throw new DatabaseFault('too-large', `The response has more than ${rowsMax} rows or 4 MB.`)
    rows.push(record)
    texts.push(text)
  }
  return { rows, text: `[${texts.join(',')}]` }
}

/** Opens the system of an enrichment that was checked. Connections are kept for the records of one page. */
export async function openDatabaseSystem(
  config: EnrichmentConfig,
  { parameters }: Lookup,
  name: string,
  tools: Tools,
): Promise<System> {
  const database = config.databaseConfig as DatabaseConfig
  const dialect = dialectOf(config)
  const side = await sideOf(config, tools)
  const parsed = oneQuery(database.query ?? '')
  const query = 'query' in parsed ? parsed.query : ''
  const free: Session[] = []

  function problemOf(thrown: unknown): Answered {
    if (thrown instanceof ValueFault) {
      const message = `The response of the enrichment "${name}" can't be read: ${thrown.message}.`
      return { kind: 'problem', problem: problem('lookup/refused', { message }), retry: false, stops: false }
    }
    const { problem: it, retry, isOurs } = sourceFault(thrown, `The enrichment "${name}" in ${dialect.name}`, side.masked)
    const code = it.code.replace('source/', 'lookup/') as ProblemCode
    const told: Problem = problem(code, { message: it.message, ...(it.answer ? { answer: it.answer } : {}) })
    const stops =
      thrown instanceof DatabaseFault &&
      (thrown.kind === 'caller' || thrown.kind === 'forbidden' || thrown.kind === 'gateway-shut')
    return { kind: 'problem', problem: told, retry, stops, isOurs }
  }

  async function ask(sql: string, values: readonly Raw[], signal: AbortSignal): Promise<Answered> {
    let session: Session | null = null
    const cut = () => session?.cut()
    signal.addEventListener('abort', cut)
    try {
      session = free.pop() ?? (await dialect.open(side, tools.outbound, 'read'))
      signal.throwIfAborted()
      const { rows, text } = await rowsOf(session, sql, values)
      free.push(session)
      const body = shownBeginning(Buffer.from(text), storedBytesMax, false, side.masked)
      return { kind: 'value', value: rows, answer: { status: 0, headers: {}, body, bytes: Buffer.byteLength(text) } }
    } catch (thrown) {
      session?.cut()
      signal.throwIfAborted()
      return problemOf(thrown)
    } finally {
      signal.removeEventListener('abort', cut)
    }
  }

  return {
    build: (them) => {
      const given = parameters.map(({ name: it }, at): [string, Raw[]] => [it, them.map((values) => rawOf(values[at], dialect))])
      const { sql, values } = bound(query, new Map(given))
      const shown = given.map(([it, all]) => `${it} = ${all.join(', ')}`).join('; ')
      const asked = `select ${databaseAddress(database)}/${database.database} (${shown})`
      return { asked: asked.slice(0, 4_000), send: (signal) => ask(sql, values, signal) }
    },
    fault: (values) => {
      for (const [at, it] of parameters.entries()) {
        const text = scalarText(values[at])
        if (text === null) return { parameter: it, why: "isn't text, a number or true/false" }
        if (text.includes('\u0000') || !text.isWellFormed())
          return { parameter: it, why: "contains a character that databases can't store" }
        if (rawOf(values[at], dialect) === null) return { parameter: it, why: "is a number that MySQL can't compare exactly" }
      }
      return null
    },
    end: async () => {
      await Promise.allSettled(free.splice(0).map((session) => session.end()))
    },
  }
}

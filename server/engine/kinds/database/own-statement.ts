/** The own statement of a destination: run once for each record, with members of the record as parameters. */
import type { DatabaseConfig } from '#contract/connectors/config/config.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'
import type { Dialect, Raw, Session } from './driver.ts'
import { DatabaseFault } from './faults.ts'
import { bound, namesInQuery, rawOf } from './named-parameters.ts'
import { oneStatement } from './query-text.ts'

export type OwnStatement = {
  /** Runs it for some records, in their order. Resolves with how many rows it changed; null where it does not tell. Throws `DatabaseFault`. */
  readonly run: (session: Session, texts: readonly string[]) => Promise<number | null>
  /** The statement and the values of each record, for people. */
  readonly shown: (texts: readonly string[]) => string
}

/** What a procedure or a query changes is not counted. */
const countsRows = /^\s*(?:insert|update|delete|merge|replace)\b/i

/** The names that stand as `:name` in a statement, each once. */
export const namesInStatement = (statement: string): readonly string[] => [...new Set(namesInQuery(statement))]

/** A member as the driver carries it: none is null, and what has members is JSON. */
function rawValue(name: string, value: unknown, dialect: Dialect): Raw {
  if (value === undefined || value === null) return null
  const text = scalarText(value)
  if (text === null) return JSON.stringify(value)
  if (text.includes('\u0000') || !text.isWellFormed())
    throw new DatabaseFault('records', `The value for :${name} contains a character that databases can't store.`)
  return rawOf(value, dialect) ?? text
}

/** Null where the table is written to otherwise. The configuration was checked. */
export function ownStatementOf({ write, statement = '', mustChange }: DatabaseConfig, dialect: Dialect): OwnStatement | null {
  if (write !== 'statement') return null
  const parsed = oneStatement(statement)
  const query = 'query' in parsed ? parsed.query : ''
  const names = namesInStatement(query)

  function membersOf(text: string): readonly (readonly [string, unknown])[] {
    const record = parseExactly(text)
    if (typeof record !== 'object' || record === null || Array.isArray(record) || JSON.isRawJSON(record))
      throw new DatabaseFault('records', 'The record is not an object, so it has no values for the statement.')
    const members = record as Readonly<Record<string, unknown>>
    return names.map((name) => [name, Object.hasOwn(members, name) ? members[name] : null])
  }

  async function runFor(session: Session, text: string): Promise<number> {
    const values = membersOf(text).map(([name, value]): [string, Raw[]] => [name, [rawValue(name, value, dialect)]])
    const { sql, values: given } = bound(query, new Map(values))
    const { affected } = await session.ask(sql, given)
    if (affected === 0 && mustChange === true)
      throw new DatabaseFault('records', 'Nothing was changed. No row matches the values of the record.')
    return affected
  }

  const shownValues = (text: string) => {
    try {
      return membersOf(text)
        .map(([name, value]) => `:${name} = ${JSON.stringify(value)}`)
        .join('\n')
    } catch (thrown) {
      if (!(thrown instanceof DatabaseFault)) throw thrown
      return text
    }
  }

  return {
    shown: (texts) => [statement, ...texts.map(shownValues)].filter((it) => it !== '').join('\n\n'),
    run: async (session, texts) => {
      let changed = 0
      for (const text of texts) changed += await runFor(session, text)
      return countsRows.test(query) ? changed : null
    },
  }
}

/** Tries a table out: the account signs in and looks at the table, and nothing is written. */
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import type { DestinationProbe, Tools } from '../kind.ts'
import { type Dialect, partsOf, type Session, sideOf } from './driver.ts'
import { outcomeOf } from './faults.ts'

const sent = 'We signed in and checked the table. Nothing was written.'

export async function probeDestination(
  config: DestinationConfig,
  tools: Tools,
  dialect: Dialect,
  signal: AbortSignal,
): Promise<DestinationProbe> {
  const side = await sideOf(config, tools)
  const { table = '', keyColumns = [] } = config.databaseConfig ?? {}
  let session: Session | null = null
  const cut = () => session?.cut()
  signal.addEventListener('abort', cut)
  try {
    session = await dialect.open(side, tools.outbound, 'write')
    if (signal.aborted) cut()
    const target = await dialect.target(session, partsOf(table), keyColumns)
    const unknown = keyColumns.filter((name) => !target.column(name))
    const doubt = unknown.length > 0 ? `The table has no column "${unknown[0]}".` : target.doubt
    const found = `${sent} The table ${table} exists.`
    if (doubt !== null) return { verdict: 'doubtful', message: `${found} ${doubt}`, problem: null }
    return { verdict: 'works', message: `${found} Only a delivery can show whether records fit.`, problem: null }
  } catch (thrown) {
    const outcome = outcomeOf(thrown, dialect.name, side.masked, false)
    if (!('problem' in outcome)) throw thrown
    return { verdict: 'fails', message: outcome.problem.message, problem: outcome.problem }
  } finally {
    signal.removeEventListener('abort', cut)
    await session?.end()
  }
}

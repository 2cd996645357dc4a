/**
 * Writes records into a table, each delivery in one transaction together with its key. A try whose answer was lost is found by that key, so its
 * rows are not written twice. Where the table of keys may not be made, a delivery may be repeated; each answer says so.
 */
import type { DestinationConfig, TableWrite } from '#contract/connectors/config/config.ts'
import { databaseAddress, tableWriteOf } from '#contract/connectors/config/database.ts'
import { createTurns } from '#server/outbound/origin-queue.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import type { Destination, Outcome, Parcel, Permission, Tools } from '../../kit/kind.ts'
import { type Dialect, partsOf, type Row, type Session, sideOf, type Target, ValueFault } from './driver.ts'
import { DatabaseFault, outcomeOf } from './faults.ts'
import { ownStatementOf } from './own-statement.ts'

/** Connections of one run. */
const connectionsMax = 4
const ledgerTable = 'datacrane_deliveries'

/** `target` is null of an own statement. `ledger` is its quoted name; null when there is none. `doubts` are sentences for each answer. */
type Prepared = { readonly target: Target | null; readonly ledger: string | null; readonly doubts: readonly string[] }

/** Finds or makes the table of keys beside the target. @returns why there is none; null when there is one. */
async function ledgerDoubt(session: Session, dialect: Dialect, name: string): Promise<string | null> {
  const isThere = async () => {
    try {
      await session.ask(`select delivery_key from ${name} limit 0`)
      return null
    } catch (thrown) {
      if (thrown instanceof DatabaseFault && thrown.kind === 'caller') return thrown
      throw thrown
    }
  }
  if ((await isThere()) === null) return null
  try {
    for (const statement of dialect.makeLedger(name)) await session.ask(statement)
    return null
  } catch (thrown) {
    if (!(thrown instanceof DatabaseFault) || (thrown.kind !== 'caller' && thrown.kind !== 'records')) throw thrown
    // Two that make it at once: one of them is told that it is there.
    if ((await isThere()) === null) return null
    const advice = `Allow the account to create tables, or create this table yourself`
    return `Repeated deliveries are written twice, because the table ${name} can't be created (${thrown.message}). ${advice}.`
  }
}

function columnOf(target: Target, name: string) {
  const column = target.column(name)
  if (!column) throw new DatabaseFault('records', `The table has no column "${name}".`)
  return column
}

/** Why a delivery is rolled back if the table stored fewer rows than were sent. */
const dropped = (rows: number, missing: number) =>
  rows === 1
    ? 'The row was not written. A trigger or rule of the table dropped it.'
    : `${missing} of ${rows} rows were not written. A trigger or rule of the table dropped them.`

/** Why a delivery is rolled back if the table lacks rows that it changes. */
const missing = (rows: number, lacking: number) =>
  rows === 1 ? 'The table has no row with this key.' : `${lacking} of ${rows} records have no row with their key.`

const shownRows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`)

/** What is said of a delivery. */
function wroteText(write: TableWrite, sent: number, taken: number | null): string {
  if (taken === null) return 'The statement was run.'
  if (write === 'statement') return `${shownRows(taken)} changed.`
  if (write === 'update') return `${shownRows(sent)} updated.`
  if (write !== 'delete') return `${shownRows(sent)} written.`
  return taken >= sent ? `${shownRows(sent)} deleted.` : `${shownRows(taken)} deleted. ${sent - taken} not found.`
}

/** Names the row of a record by its key columns; null of a record without them, which fails. */
const rowNamer =
  (keys: readonly string[]) =>
  (text: Buffer): string | null => {
    const record: unknown = text.length === 0 ? null : JSON.parse(text.toString('utf8'))
    if (typeof record !== 'object' || record === null) return null
    const values = keys.map((key) => (record as Row)[key])
    return values.includes(undefined) ? null : JSON.stringify(values)
  }

/** One record as a row. Members that are not there keep what the table has. A row that is deleted has its keys only. */
function rowOf(text: string, target: Target, keys: readonly string[], write: TableWrite): Row {
  const record = parseExactly(text)
  if (typeof record !== 'object' || record === null || Array.isArray(record) || JSON.isRawJSON(record))
    throw new DatabaseFault('records', 'The record is not an object, so it has no columns.')
  const row: [string, unknown][] = []
  for (const [name, value] of Object.entries(record)) {
    if (write === 'delete' && !keys.includes(target.column(name)?.name ?? '')) continue
    const column = columnOf(target, name)
    try {
      row.push([column.name, column.write(value)])
    } catch (thrown) {
      if (!(thrown instanceof ValueFault)) throw thrown
      throw new DatabaseFault('records', `The column "${name}" can't store this value: ${thrown.message}.`)
    }
  }
  const written = Object.fromEntries(row)
  for (const key of keys) {
    if ((written[columnOf(target, key).name] ?? null) === null)
      throw new DatabaseFault('records', `The record has no value for the key column "${key}".`)
  }
  if (write === 'update' && row.length === keys.length)
    throw new DatabaseFault('records', 'The record has only key columns, so there is nothing to update.')
  if (row.length === 0) throw new DatabaseFault('records', 'The record has no fields, so there is nothing to write.')
  return written
}

/** Rows that one statement can write: the same columns, no key twice. Their order stays. */
function* statements(rows: readonly Row[], keys: readonly string[]): Generator<{ columns: string[]; rows: Row[] }> {
  let group: { columns: string[]; rows: Row[] } | null = null
  let form = ''
  let seen = new Set<string>()
  for (const row of rows) {
    const columns = Object.keys(row).toSorted()
    const key = keys.length === 0 ? '' : JSON.stringify(keys.map((name) => row[name]))
    if (group && form === columns.join('\u0000') && (keys.length === 0 || !seen.has(key))) group.rows.push(row)
    else {
      if (group) yield group
      group = { columns, rows: [row] }
      form = columns.join('\u0000')
      seen = new Set()
    }
    seen.add(key)
  }
  if (group) yield group
}

/** Opens the destination of a configuration that was checked. Nothing is connected before the first delivery. */
export async function openDestination(config: DestinationConfig, tools: Tools, dialect: Dialect): Promise<Destination> {
  const side = await sideOf(config, tools)
  const { table = '' } = config.databaseConfig ?? {}
  const method = tableWriteOf(config.databaseConfig ?? {})
  const keyColumns = method === 'insert' ? [] : (config.databaseConfig?.keyColumns ?? [])
  const own = ownStatementOf(config.databaseConfig as never, dialect)
  const parts = partsOf(table)
  const ledgerName = [...parts.slice(0, -1), ledgerTable].map(dialect.quoted).join('.')
  const turns = createTurns(connectionsMax)
  const idle: Session[] = []
  const open = new Set<Session>()
  let prepared: Promise<Prepared> | null = null
  let hasLedger = false

  async function prepare(session: Session): Promise<Prepared> {
    const target = own === null ? await dialect.target(session, parts, keyColumns) : null
    const doubt = await ledgerDoubt(session, dialect, ledgerName)
    if (doubt === null) await session.ask(dialect.pruneLedger(ledgerName)).catch(() => {})
    // A row that stays although its key was taken back may come once more. Of an own statement that is known of PostgreSQL only.
    hasLedger = doubt === null && (target === null ? dialect.name === 'PostgreSQL' : target.isTransactional)
    const doubts = [doubt, target?.doubt ?? null].filter((it) => it !== null)
    return { target, ledger: doubt === null ? ledgerName : null, doubts }
  }

  function preparedBy(session: Session): Promise<Prepared> {
    prepared ??= prepare(session).catch((thrown: unknown) => {
      prepared = null
      throw thrown
    })
    return prepared
  }

  async function connected(): Promise<Session> {
    for (let session = idle.pop(); session; session = idle.pop()) {
      if (!session.isLost()) return session
      open.delete(session)
    }
    const session = await dialect.open(side, tools.outbound, 'write')
    open.add(session)
    return session
  }

  /** @param known what the ledger says of each record: rows that were changed, and records that were sent together. */
  const delivered = (says: string, doubts: readonly string[], known: Readonly<Record<string, string>> = {}): Outcome => ({
    outcome: 'delivered',
    answer: { status: 0, headers: known, body: side.masked([says, ...doubts].join(' ')), bytes: null },
  })

  const keysIn = (target: Target) => keyColumns.map((name) => columnOf(target, name).name)

  function rowsOf(target: Target, texts: readonly string[]): Row[] {
    const keys = keysIn(target)
    return texts.map((text) => rowOf(text, target, keys, method))
  }

  /** How many rows the table has taken, or deleted. */
  async function writeRows(session: Session, target: Target, rows: readonly Row[]): Promise<number> {
    let taken = 0
    for (const { columns, rows: some } of statements(rows, keysIn(target))) {
      if (method === 'delete') taken += await target.remove(session, some)
      else taken += await (method === 'update' ? target.update : target.write)(session, columns, some)
    }
    if (method !== 'delete' && taken < rows.length)
      throw new DatabaseFault('records', (method === 'update' ? missing : dropped)(rows.length, rows.length - taken))
    return taken
  }

  async function write(
    session: Session,
    parcel: Parcel,
    { target, ledger, doubts }: Prepared,
    committing: () => void,
  ): Promise<Outcome> {
    const texts = parcel.texts()
    if (texts.length !== parcel.count) throw new Error(`a parcel of ${parcel.count} records came with ${texts.length} texts`)
    const rows = target === null ? [] : rowsOf(target, texts)
    // The rows before a bad one would stay, and be sent again without it.
    if (target?.isTransactional === false && rows.length > 1)
      throw new DatabaseFault('too-large', "The table can't undo writes, so we write its rows one by one.")
    await session.ask(dialect.beginWriting)
    if (ledger !== null && (await session.ask(dialect.claimKey(ledger), [parcel.key])).affected === 0) {
      await session.ask('rollback')
      return delivered('An earlier attempt already wrote these rows.', doubts)
    }
    const taken = target === null ? ((await own?.run(session, texts)) ?? null) : await writeRows(session, target, rows)
    committing()
    await session.ask('commit')
    const known = taken === null ? {} : { rows: String(taken), records: String(texts.length) }
    return delivered(wroteText(method, texts.length, taken), doubts, known)
  }

  /** Back to the others; what may still be in a transaction is ended with its connection. */
  async function returnSession(session: Session, isClean: boolean) {
    if (!isClean && !session.isLost()) await session.ask('rollback').catch(() => session.cut())
    if (session.isLost()) open.delete(session)
    else idle.push(session)
  }

  async function attempt(parcel: Parcel, { signal, mayStart }: Permission): Promise<Outcome> {
    let isCommitting = false
    let isClean = false
    let session: Session | null = null
    const cut = () => session?.cut()
    signal.addEventListener('abort', cut)
    try {
      session = await connected()
      const ready = await preparedBy(session)
      if (!mayStart()) {
        isClean = true
        return { outcome: 'withheld' }
      }
      const outcome = await write(session, parcel, ready, () => {
        isCommitting = true
      })
      isClean = true
      return outcome
    } catch (thrown) {
      return outcomeOf(thrown, dialect.name, side.masked, isCommitting)
    } finally {
      signal.removeEventListener('abort', cut)
      if (session) await returnSession(session, isClean)
    }
  }

  const to = `${databaseAddress(config.databaseConfig as never)}/${side.database}${own === null ? `/${table}` : ''}`

  return {
    endpoint: `${method} ${to}`,
    host: databaseAddress(config.databaseConfig as never),
    honoursKeys: () => hasLedger,
    isIdempotent: () => hasLedger || (own === null && keyColumns.length > 0),
    ...(own === null && keyColumns.length > 0 ? { changes: rowNamer(keyColumns) } : {}),
    deliver: async (parcel, permission) => {
      const { signal, withdrawn } = permission
      try {
        const leave = await turns.take({ origin: side.origin, party: '', lane: '', signals: [signal, withdrawn] })
        return await attempt(parcel, permission).finally(leave)
      } catch (thrown) {
        return outcomeOf(thrown, dialect.name, side.masked, false)
      }
    },
    // One row a line.
    preview: (parcel) => ({
      ...{ method, to, headers: {} },
      body: own === null ? parcel.texts().join('\n') : own.shown(parcel.texts()),
    }),
    close: async () => {
      await Promise.all([...open].map((session) => session.end()))
      open.clear()
    },
  }
}

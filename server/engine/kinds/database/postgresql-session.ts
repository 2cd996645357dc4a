/** A connection to PostgreSQL over a guarded socket. */
import type { Socket } from 'node:net'
import pg from 'pg'
import Cursor from 'pg-cursor'

import type { Tools } from '../kind.ts'
import { type Answer, leave, parameter, type Raw, type Rows, type Session, type Side } from './driver.ts'
import { answerLimit, DatabaseFault, entryLimit, type FaultKind, faultOfConnecting, silent } from './faults.ts'
import { postgresqlColumn } from './postgresql-values.ts'

const asText = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig

/** Rows that are fetched at once: few of long rows. */
const fetchMin = 16
const fetchMax = 1_000
const fetchBytes = 1024 * 1024

/** By the class of the SQLSTATE or the state itself. The rest is about the records. */
const kinds: Readonly<Record<string, FaultKind>> = {
  '08': 'unreachable',
  '28': 'caller',
  '3D': 'caller',
  '3F': 'caller',
  '40': 'passing',
  '42': 'caller',
  '53': 'passing',
  '57': 'passing',
  '58': 'passing',
  '25006': 'caller',
  '25P03': 'passing',
  '25P04': 'passing',
  '42804': 'records',
  '42846': 'records',
  '55P03': 'passing',
  '57014': 'timeout',
}

function faultOf(thrown: unknown): DatabaseFault {
  if (thrown instanceof DatabaseFault) return thrown
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? ''
    const more = [error.detail, error.hint].filter((it) => it).join(' ')
    const says = more === '' ? error.message : `${error.message}. ${more}`
    return new DatabaseFault(kinds[state] ?? kinds[state.slice(0, 2)] ?? 'records', says, state, { cause: error })
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // What TLS says about a certificate will not be different the next time.
  const isTrust = /CERT|SELF_SIGNED|TLS_|SSL|UNABLE_TO/.test(code) || /SSL|SASL|certificate/i.test(error.message)
  return new DatabaseFault(isTrust ? 'caller' : 'unreachable', error.message, code, { cause: error })
}

const tlsOf = ({ tls }: Side) => (tls === 'disable' ? false : { rejectUnauthorized: tls === 'verify' })

function clientFor(side: Side, socket: Socket): pg.Client {
  const { host, port, database, user, password } = side
  const client = new pg.Client({
    host,
    port,
    database,
    user,
    // As a function: an empty text would let the driver look for one in the environment and in files of this machine.
    password: () => password,
    ssl: tlsOf(side),
    stream: () => socket,
    application_name: 'datacrane',
    client_encoding: 'UTF8',
  })
  // The driver takes these from the environment of this process, where no configuration says otherwise.
  const { connectionParameters } = client as unknown as { readonly connectionParameters: Record<string, unknown> }
  Object.assign(connectionParameters, { options: undefined, replication: undefined })
  return client
}

function numbered(sql: string): string {
  let at = 0
  return sql.replaceAll(parameter, () => {
    at += 1
    return `$${at}`
  })
}

/** What every transaction begins with. `local`, so that nothing is left behind at a pooler. */
const begin = (
  purpose: 'read' | 'write',
) => `begin isolation level ${purpose === 'read' ? 'repeatable read read only' : 'read committed read write'};
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601'; set local timezone = 'UTC'; set local extra_float_digits = 3;
  set local bytea_output = 'hex'; set local statement_timeout = ${answerLimit}; set local lock_timeout = ${answerLimit / 3};
  set local idle_in_transaction_session_timeout = 0`

export const beginWriting = begin('write')

export async function openPostgresql(side: Side, outbound: Tools['outbound'], purpose: 'read' | 'write'): Promise<Session> {
  const socket = await outbound.connect({ host: side.host, port: side.port }).catch((thrown: unknown) => {
    throw faultOfConnecting(thrown)
  })
  const client = clientFor(side, socket)
  let isLost = false
  const lose = () => {
    isLost = true
  }
  client.on('error', lose)
  client.on('end', lose)

  /** Ends the connection when the answer takes too long: then nobody waits for it, and the server sees that, too. */
  async function within<T>(limit: number, work: Promise<T>): Promise<T> {
    let isLate = false
    const deadline = setTimeout(() => {
      isLate = true
      socket.destroy()
    }, limit)
    try {
      return await work
    } catch (thrown) {
      throw isLate ? silent(limit) : faultOf(thrown)
    } finally {
      clearTimeout(deadline)
    }
  }

  const longest = answerLimit + 5_000
  const ask = async (sql: string, values: readonly Raw[] = []): Promise<Answer> => {
    const text = values.length > 0 ? numbered(sql) : sql
    // Several statements in one message are possible only without parameters.
    const query = { text, rowMode: 'array' as const, types: asText, ...(values.length > 0 ? { values: [...values] } : {}) }
    const result: pg.QueryArrayResult<Raw[]> = await within(longest, client.query<Raw[]>(query))
    return { rows: result.rows ?? [], affected: result.rowCount ?? 0, warnings: 0 }
  }

  async function stream(sql: string, values: readonly Raw[]): Promise<Rows> {
    const cursor = client.query(new Cursor<Raw[]>(numbered(sql), [...values], { rowMode: 'array', types: asText }))
    let fetched: Raw[][] = []
    let at = 0
    let size = fetchMin
    let isOver = false
    let columns: Rows['columns'] = []

    async function refill() {
      const [rows, fields] = await within(
        longest,
        new Promise<[Raw[][], pg.FieldDef[]]>((resolve, reject) => {
          cursor.read(size, (error, found, result) => (error ? reject(error) : resolve([found, result.fields])))
        }),
      )
      columns = fields.map(({ name, dataTypeID }) => postgresqlColumn(name, dataTypeID))
      isOver = rows.length < size
      const bytes = rows.reduce((sum, row) => sum + row.reduce<number>((all, it) => all + String(it ?? '').length, 0), 1)
      size = Math.min(fetchMax, Math.max(fetchMin, Math.floor((fetchBytes * rows.length) / bytes)))
      fetched = rows
      at = 0
    }

    await refill()
    return {
      columns,
      next: async () => {
        if (at >= fetched.length && !isOver) await refill()
        const row = fetched[at] ?? null
        at += 1
        return row
      },
    }
  }

  async function columns(sql: string) {
    const result: pg.QueryArrayResult = await within(longest, client.query({ text: sql, rowMode: 'array', types: asText }))
    return result.fields.map(({ name, dataTypeID }) => postgresqlColumn(name, dataTypeID))
  }

  const session: Session = {
    ...{ ask, stream, columns },
    isLost: () => isLost,
    cut: () => {
      isLost = true
      socket.destroy()
    },
    end: () => leave(client.end(), socket),
  }
  try {
    await within(entryLimit, client.connect())
    if (purpose === 'read') await ask(begin('read'))
    return session
  } catch (thrown) {
    socket.destroy()
    throw thrown
  }
}

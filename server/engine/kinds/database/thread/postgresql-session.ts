/** A connection to PostgreSQL over a guarded socket. */
import type { Socket } from 'node:net'
import pg from 'pg'
import Cursor from 'pg-cursor'

import { openSocket, type SocketPlace } from '#server/outbound/sockets.ts'
import { parameter, type Raw } from '../driver.ts'
import { answerLimit, DatabaseFault, entryLimit, type FaultKind, faultOfConnecting } from '../faults.ts'
import { begin } from '../postgresql/postgresql-settings.ts'
import {
  batchBytes,
  batchRows,
  createBudget,
  createLife,
  type Driven,
  handedOver,
  leave,
  refuseTooMany,
  sizeOfRow,
} from './driven.ts'
import type { Account, Field, Purpose } from './orders.ts'
import { checkedMessages } from './postgresql-messages.ts'

const asText = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig

/** Rows that are fetched first; after that as many as fit into one batch. */
const fetchFirst = 16

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

const tlsOf = ({ tls }: Account) => (tls === 'disable' ? false : { rejectUnauthorized: tls === 'verify' })

function clientFor(side: Account, socket: Socket): pg.Client {
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

type Listening = { readonly on: (event: string, listener: (chunk: Buffer) => void) => unknown }

/** Puts a look at each message before the driver's own reading. What either throws ends this connection and nothing else. */
function guard(client: pg.Client, look: (chunk: Buffer) => void, broken: (thrown: unknown) => void): void {
  const { connection } = client as unknown as { readonly connection: { attachListeners: (stream: Listening) => void } }
  const attach = connection.attachListeners
  connection.attachListeners = (stream) => {
    const on: Listening['on'] = (event, listener) => {
      if (event !== 'data') return stream.on(event, listener)
      const hand = checkedMessages(listener)
      return stream.on(event, (chunk) => {
        try {
          look(chunk)
          hand(chunk)
        } catch (thrown) {
          broken(thrown)
        }
      })
    }
    attach.call(connection, { on })
  }
}

type Cursored = { readonly read: (size: number) => Promise<[Raw[][], pg.FieldDef[]]> }

/** Rows of one query, fetched as they are asked for. */
function createReader(it: Cursored) {
  let fetched: Raw[][] = []
  let at = 0
  let size = fetchFirst
  let isLast = false
  let fields: readonly Field[] = []

  async function refill(): Promise<void> {
    const [rows, described] = await it.read(size)
    fields = described.map(({ name, dataTypeID }) => ({ name, dataTypeID }))
    isLast = rows.length < size
    let bytes = 1
    for (const row of rows) bytes += sizeOfRow(row)
    // Not many times as many as before: the next rows may be longer ones.
    size = Math.min(batchRows, size * 16, Math.max(1, Math.floor((batchBytes * rows.length) / bytes)))
    fetched = rows
    at = 0
  }

  async function more() {
    if (at >= fetched.length && !isLast) await refill()
    const from = at
    for (let bytes = 0; at < fetched.length && (at === from || bytes < batchBytes); at += 1) bytes += sizeOfRow(fetched[at] ?? [])
    const rows = from === 0 && at === fetched.length ? fetched : fetched.slice(from, at)
    const isOver = isLast && at >= fetched.length
    return { ...handedOver(rows), isOver }
  }

  return { more, fields: () => fields }
}

export async function openPostgresql(side: Account, place: SocketPlace, purpose: Purpose, onLost: () => void): Promise<Driven> {
  const socket = await openSocket(place).catch((thrown: unknown) => {
    throw faultOfConnecting(thrown)
  })
  const client = clientFor(side, socket)
  const budget = createBudget()
  const life = createLife(socket, faultOf, onLost)
  guard(client, (chunk) => budget.take(chunk.length), life.broken)
  client.on('error', life.lose)
  client.on('end', () => life.lose(new Error('The connection ended.')))
  let reader: ReturnType<typeof createReader> | null = null

  const longest = answerLimit + 5_000
  const asked = <T>(work: () => Promise<T>): Promise<T> => {
    budget.asked()
    return life.within(longest, work)
  }

  async function ask(sql: string, values: readonly Raw[]) {
    const text = values.length > 0 ? numbered(sql) : sql
    // Several statements in one message are possible only without parameters.
    const query = { text, rowMode: 'array' as const, types: asText, ...(values.length > 0 ? { values: [...values] } : {}) }
    const result: pg.QueryArrayResult<Raw[]> = await asked(() => client.query<Raw[]>(query))
    const rows = result.rows ?? []
    refuseTooMany(rows.length)
    return { ...handedOver(rows), affected: result.rowCount ?? 0, warnings: 0 }
  }

  async function more() {
    if (!reader) throw new Error('nothing is being read')
    return reader.more()
  }

  async function stream(sql: string, values: readonly Raw[]) {
    const cursor = client.query(new Cursor<Raw[]>(numbered(sql), [...values], { rowMode: 'array', types: asText }))
    const read: Cursored['read'] = (size) =>
      asked(
        () =>
          new Promise((resolve, reject) => {
            cursor.read(size, (error, found, result) => (error ? reject(error) : resolve([found, result.fields])))
          }),
      )
    reader = createReader({ read })
    const first = await reader.more()
    return { ...first, fields: reader.fields() }
  }

  async function describe(sql: string) {
    const result: pg.QueryArrayResult = await asked(() => client.query({ text: sql, rowMode: 'array', types: asText }))
    return result.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }))
  }

  try {
    await life.within(entryLimit, () => client.connect())
    life.letIn()
    if (purpose === 'read') await ask(begin('read'), [])
    return { ask, stream, more, describe, cut: life.cut, end: () => leave(client.end(), socket) }
  } catch (thrown) {
    socket.destroy()
    throw thrown
  }
}

/** As much of a MySQL server as our statements need: it lets everybody in and has one table of two columns. */
import { messagesOf, startWire, type Talk, type WireServer } from './wire.ts'

/** Several messages of one answer, numbered from `first` on. */
export function packets(first: number, ...bodies: readonly Buffer[]): Buffer {
  return Buffer.concat(
    bodies.flatMap((body, at) => {
      const header = Buffer.alloc(4)
      header.writeUIntLE(body.length, 0, 3)
      header[3] = (first + at) % 256
      return [header, body]
    }),
  )
}

const text = (it: string) => Buffer.concat([Buffer.from([Buffer.byteLength(it)]), Buffer.from(it)])
const bytes = (...them: readonly number[]) => Buffer.from(them)

const ok = (affected = 0) => bytes(0, affected, 0, 2, 0, 0, 0)
const eof = () => bytes(0xfe, 0, 0, 2, 0)

const greeting = () =>
  Buffer.concat([
    bytes(10),
    Buffer.from('8.0.36\0'),
    bytes(7, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0),
    // Protocol 4.1, plugins, secure connections; no TLS, and EOF messages end lists.
    bytes(0x01, 0x82, 45, 2, 0, 0x08, 0x00, 21),
    Buffer.alloc(10),
    bytes(9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 0),
    Buffer.from('mysql_native_password\0'),
  ])

/** A column of texts. */
const column = (name: string) =>
  Buffer.concat([
    ...[text('def'), text('shop'), text('t'), text('t'), text(name), text(name)],
    bytes(12, 45, 0, 255, 0, 0, 0, 0xfd, 0, 0, 0, 0, 0),
  ])

type ResultSet = { readonly names: readonly string[]; readonly rows: readonly (readonly string[])[] } | null

/** What a statement of ours is answered with; null: that it was done. */
function answerTo(sql: string): ResultSet {
  if (/max_allowed_packet/.test(sql)) return { names: ['packet'], rows: [['16777216']] }
  if (/version\(\)/.test(sql)) return { names: ['version'], rows: [['8.0.36']] }
  if (/information_schema\.columns/.test(sql)) {
    const names = ['column_name', 'data_type', 'column_type', 'extra']
    return { names, rows: ['id', 'name'].map((name) => [name, 'varchar', 'varchar(20)', '']) }
  }
  if (/information_schema/.test(sql)) return { names: ['a', 'b', 'c'], rows: [] }
  if (/limit [01]\s*$/.test(sql)) return { names: ['id', 'name'], rows: [] }
  if (/^\s*select/i.test(sql))
    return { names: ['id', 'name'], rows: Array.from({ length: 40 }, (_, at) => [String(at), `name ${at}`]) }
  return null
}

const rowAsText = (row: readonly string[]) => Buffer.concat(row.map(text))
/** No value is null. */
const rowAsBytes = (row: readonly string[]) => Buffer.concat([bytes(0, ...Buffer.alloc((row.length + 9) >> 3)), ...row.map(text)])

function speak({ send }: Talk): (chunk: Buffer) => void {
  let isIn = false
  let prepared = ''
  let statements = 0

  function results(sql: string, written: (row: readonly string[]) => Buffer) {
    const answer = answerTo(sql)
    if (!answer) return send(/^\s*set session/.test(sql) ? 'ready' : 'question', packets(1, ok(1)))
    const { names, rows } = answer
    send(rows.length > 1 ? 'results' : 'question', packets(1, bytes(names.length), ...names.map(column), eof()))
    const from = names.length + 3
    const half = Math.ceil(rows.length / 2)
    send(rows.length > 1 ? 'rows' : 'question', packets(from, ...rows.slice(0, half).map(written)))
    send(rows.length > 1 ? 'cursor' : 'question', packets(from + half, ...rows.slice(half).map(written), eof()))
  }

  function prepare(sql: string) {
    prepared = sql
    statements += 1
    const columns = answerTo(sql)?.names ?? []
    const parameters = sql.split('?').length - 1
    const head = Buffer.concat([
      bytes(0, statements, 0, 0, 0),
      bytes(columns.length, 0, parameters % 256, parameters >> 8, 0, 0, 0),
    ])
    const listed = (names: readonly string[]) => (names.length > 0 ? [...names.map(column), eof()] : [])
    send('question', packets(1, head, ...listed(Array.from({ length: parameters }, () => '?')), ...listed(columns)))
  }

  function take(message: Buffer) {
    if (!isIn) {
      isIn = true
      return send('auth', packets((message[3] ?? 0) + 1, ok()))
    }
    const rest = message.subarray(5).toString()
    if (message[4] === 3) results(rest, rowAsText)
    if (message[4] === 0x16) prepare(rest)
    if (message[4] === 0x17) results(prepared, rowAsBytes)
  }

  send('startup', packets(0, greeting()))
  return messagesOf((kept) => (kept.length < 4 ? null : kept.readUIntLE(0, 3) + 4), take)
}

export const startMysqlWire = (): Promise<WireServer> => startWire(speak)

/** A server that is unusual, broken or hostile is a fault of that system, and holds nobody up: neither this process nor those beside it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMysqlWire } from '../../kit/wire/mysql.ts'
import { int16, int32, message, startPostgresqlWire } from '../../kit/wire/postgresql.ts'
import type { Attack, Phase, WireServer } from '../../kit/wire/wire.ts'
import { holdMax, longestHold } from '../kit/loop-hold.ts'
import { deliver, type Engine, engines, openDestinationOf, openSourceOf, readAll } from './database-stage.ts'

const start = (engine: Engine) => (engine === 'postgresql' ? startPostgresqlWire() : startMysqlWire())
const at = (server: WireServer, engine: Engine) => ({ engine, port: server.port, name: 'shop', user: 'a', password: 'secret-1' })

async function outcomeOf(server: WireServer, engine: Engine, attack: Attack | null): Promise<string> {
  server.attack = attack
  const source = await openSourceOf(at(server, engine), { query: 'select id, name from t' })
  try {
    const { records } = await readAll(source, source.start(null))
    return `${records.length} records`
  } catch (thrown) {
    const { problem, retry } = thrown as { problem?: { code: string; message: string }; retry?: boolean }
    if (!problem) throw thrown
    return `${problem.code}${retry ? ' (again)' : ''}: ${problem.message}`
  } finally {
    await source.close?.()
  }
}

describe.each(engines)('a server that speaks %s as far as we ask it', (engine) => {
  let server: WireServer
  beforeAll(async () => {
    server = await start(engine)
  })
  afterAll(() => server.stop())

  it('is read and written', async () => {
    expect(await outcomeOf(server, engine, null)).toBe('40 records')
    const destination = await openDestinationOf(at(server, engine), { table: 't' })
    expect(await deliver(destination, 'k', { id: 1, name: 'a' })).toMatchObject({ outcome: 'delivered' })
    await destination.close?.()
  })
})

const errorWithoutEnd = Buffer.from([0x45, 0, 0, 0, 4])

describe('PostgreSQL', () => {
  let server: WireServer
  beforeAll(async () => {
    server = await start('postgresql')
  })
  afterAll(() => server.stop())

  it.each([
    [7, 'GSSAPI'],
    [9, 'SSPI'],
    [2, 'Kerberos 5'],
    [99, 'number 99'],
    [2_000_000_000, 'number 2000000000'],
  ])('says that a way to sign in is not there: %d is %s', async (kind, name) => {
    const said = await outcomeOf(server, 'postgresql', { at: 'startup', bytes: message('R', kind), after: 'waits' })
    expect(said).toContain(`source/refused: PostgreSQL: The server requires a sign-in method that we don't support (${name}).`)
    const destination = await openDestinationOf(at(server, 'postgresql'), { table: 't' })
    expect(await deliver(destination, 'k', { id: 1 })).toMatchObject({ outcome: 'refused', about: 'caller' })
  })

  const places: readonly Phase[] = ['startup', 'auth', 'ready', 'question', 'results', 'rows', 'cursor']
  const attacks: readonly (readonly [string, Buffer])[] = [
    ['an error without fields or end', errorWithoutEnd],
    ['a notice without fields or end', Buffer.from([0x4e, 0, 0, 0, 4])],
    ['an error whose text has no end', message('E', Buffer.from('Mno end'))],
    ['a row of 65,535 columns', message('D', int16(65_535))],
    ['a description of 65,535 columns', message('T', int16(65_535))],
    ['a short key', message('K', Buffer.from([1]))],
    ['a short sign-in', message('R')],
    ['a value of a negative length', message('D', int16(1), int32(-2))],
    ['a value longer than its row', message('D', int16(1), int32(2_000_000_000))],
    ['a message shorter than its length', Buffer.from([0x5a, 0, 0, 0, 0])],
    ['a row of 2 GB', Buffer.from([0x44, 0x7f, 0xff, 0xff, 0xff])],
    ['an error of 2 GB', Buffer.from([0x45, 0x7f, 0xff, 0xff, 0xff])],
    ['an unknown message', message('!', 1)],
    ['another protocol', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ]
  it.each(attacks)('ends at %s as a fault, wherever it comes', async (_, bytes) => {
    const said: string[] = []
    const hold = await longestHold(async () => {
      for (const phase of places) said.push(await outcomeOf(server, 'postgresql', { at: phase, bytes, after: 'waits' }))
    })
    expect(
      said.filter(
        (it) =>
          !/^source\/(refused|unreachable \(again\)|too-large): PostgreSQL: The|^source\/refused: PostgreSQL: What/.test(it),
      ),
    ).toEqual([])
    expect(hold).toBeLessThan(holdMax)
  })
})

/** Starting and ending, as a person at a terminal meets them. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { openInstallationKey } from '#server/platform/security/installation-key.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { freePort } from '../../kit/free-port.ts'
import { freshDatabase } from '../kit/databases.ts'
import { launch } from '../kit/launched.ts'
import { newFolder, refused, signIn } from './starts.ts'

// Each test starts processes, and others may keep the machine busy.
vi.setConfig({ testTimeout: 300_000 })

it.each([
  ['PORT', 'http', 'PORT must be a whole number from 1 to 65535, not "http".'],
  ['PORT', '70000', 'PORT must be a whole number from 1 to 65535, not "70000".'],
  ['ROLE', 'boss', 'ROLE must be one of api, worker, both, not "boss".'],
  ['ROLE', 'worker', 'ROLE=worker needs DATABASE_URL: with the embedded database, one process does both.'],
  ['EGRESS_ALLOW', '10.0.0.0/8,10.1', 'EGRESS_ALLOW must be a comma-separated list of networks like 10.0.0.0/8, not "10.1".'],
  ['DATABASE_URL', 'mysql://me:hunter2@db', 'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.'],
  ['SEED_DEMO', 'no', 'SEED_DEMO must be one of true, false, not "no".'],
  ['SECRET_KEY', 'short', 'SECRET_KEY must have at least 32 characters, for example from: openssl rand -base64 32'],
])('a configuration with %s=%s is refused', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(sentence)
})

it.each([
  [{}, true],
  [{ PUBLIC_URL: 'http://127.0.0.1:3001' }, true],
  [{ DEMO_PASSWORD: 'given' }, true],
  [{ PUBLIC_URL: 'https://data.example.com' }, false],
  [{ PUBLIC_URL: 'https://data.example.com', DEMO_PASSWORD: 'given' }, false],
  [{ DATABASE_URL: 'postgres://db/x' }, false],
  [{ DATABASE_URL: 'postgres://db/x', SEED_DEMO: 'true', DEMO_PASSWORD: 'given' }, true],
  [{ SEED_DEMO: 'false' }, false],
])('with %j the demo company is seeded: %s', (environment, isSeeded) => {
  expect(readConfig(environment).demo.seed).toBe(isSeeded)
})

it.each(['DATABASE_URL', 'PUBLIC_URL'])('a demo company with %s needs a password that its operator chose', (name) => {
  const environment = { SEED_DEMO: 'true', [name]: name === 'PUBLIC_URL' ? 'https://data.example.com' : 'postgres://db/x' }
  expect(() => readConfig(environment)).toThrow(
    'SEED_DEMO=true needs DEMO_PASSWORD if DATABASE_URL is set or PUBLIC_URL is not this machine.',
  )
})

describe('a start that cannot be', () => {
  let taken: Server
  let port: number
  beforeAll(async () => {
    port = await freePort()
    taken = createServer().listen(port, '127.0.0.1')
  })
  afterAll(() => void taken.close())

  it('because the port is in use: nothing is made', async () => {
    const dataDir = join(newFolder(), 'data')
    expect(await refused({ PORT: String(port), DATA_DIR: dataDir })).toBe(
      `Port ${port} is in use. Stop the program that uses it, or choose another port with PORT.`,
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  it('because the database is of a newer version: nothing is changed', async () => {
    const { database, place, remove } = await freshDatabase('embedded')
    await sql`insert into schema_migrations (version, name, hash) values (9001, '9001-future', 'x')`.execute(database.db)
    await database.close()
    expect(await refused({ PORT: String(await freePort()), DATA_DIR: place.dataDir })).toMatch(
      /^The database has schema version 9001 \(9001-future\), but this program supports up to \d+\. Start a newer Datacrane\.$/,
    )
    const again = await openDatabase(place)
    expect((await sql`select 1 from companies`.execute(again.db)).rows).toEqual([])
    await again.close()
    await remove()
  })

  it('because the key is another one, as after a restore without the key file: nothing is made', async () => {
    const { database, place, remove } = await freshDatabase('embedded')
    const given = { secretKey: 'the key of this installation', log: createLog('silent'), isShared: false }
    await openInstallationKey({ db: database.db, dataDir: place.dataDir, ...given })
    await database.close()
    const id = createVault(given.secretKey).keyId
    const file = join(place.dataDir, 'secret.key')
    expect(await refused({ PORT: String(await freePort()), DATA_DIR: place.dataDir })).toBe(
      `SECRET_KEY is not set and ${file} is missing, but this database needs the key ${id}. The key of a database can't be changed. Set SECRET_KEY to the key with id ${id}, or restore secret.key from the backup.`,
    )
    expect(readdirSync(place.dataDir)).not.toContain('secret.key')
    const again = await openDatabase(place)
    expect((await sql`select 1 from heartbeat where beats > 0`.execute(again.db)).rows).toEqual([])
    await again.close()
    await remove()
  })

  it('because the database server is away', async () => {
    const environment = {
      PORT: String(await freePort()),
      DATA_DIR: newFolder(),
      DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x',
    }
    const line = await refused(environment)
    expect(line).toMatch(/^The database of DATABASE_URL can't be reached: .*ECONNREFUSED/)
    expect(line).not.toContain('hunter2')
  })
})

describe('a start', () => {
  it('tells a made-up password once, keeps its folder to itself, and is alone in it', async () => {
    const [port, other] = [await freePort(), await freePort()]
    const dataDir = join(newFolder(), 'data')
    const first = launch({ PORT: String(port), DATA_DIR: dataDir })
    await first.ready
    const [, password = ''] = /Sign in: admin@demo\.test \/ (\S+)/.exec(first.out()) ?? []
    expect(first.out()).toContain(`Datacrane is ready at http://localhost:${port}`)
    expect(first.out()).toContain('This password is not shown again. Set DEMO_PASSWORD to change it.')
    const session = (await (await signIn(port, password)).json()) as Session
    expect(session.user).toMatchObject({ role: 'ADMIN', companyName: 'Demo Company' })
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir).toSorted()).toEqual(['datacrane.lock', 'datacrane.pid', 'last-beat.json', 'pgdata', 'secret.key'])

    expect(await refused({ PORT: String(other), DATA_DIR: dataDir })).toBe(
      `The data folder ${dataDir} is in use by another Datacrane process (process id ${first.child.pid}). Stop it, or choose another folder with DATA_DIR.`,
    )

    // Killed without a word: the next one starts at once, and knows everybody.
    first.child.kill('SIGKILL')
    await first.ended
    const second = launch({ PORT: String(port), DATA_DIR: dataDir, DEMO_PASSWORD: 'another-one', LOG_LEVEL: 'debug' })
    await second.ready
    const me = await fetch(`http://127.0.0.1:${port}/api/users/me`, {
      headers: { authorization: `Bearer ${session.accessToken}` },
    })
    expect(me.status, 'a new password ends the sessions').toBe(401)
    expect((await signIn(port, 'another-one')).status).toBe(200)
    expect(second.out()).toContain('Sign in: admin@demo.test  (ADMIN)\n')
    expect(second.out()).toContain('Use the password in DEMO_PASSWORD.\n')
    expect((await signIn(port, password)).status).toBe(401)
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
    expect(second.out()).toMatch(/\nStopped\.\n$/)
    expect(`${second.out()}${second.err()}`, 'a given password is never printed or logged').not.toContain('another-one')
  })
})

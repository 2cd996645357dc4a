/** Starting and ending in the other forms that a start has: under a watch, without the demo, without a reader, and several on one database. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { freePort } from '../../kit/free-port.ts'
import { freshDatabase, postgresIsHere } from '../kit/databases.ts'
import { launch } from '../kit/launched.ts'
import { newFolder, refused, signIn } from './starts.ts'

// Each test starts processes, and others may keep the machine busy.
vi.setConfig({ testTimeout: 120_000 })

describe('a start that cannot be', () => {
  it('because the data folder cannot be written', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    for (const dataDir of [file, join(file, 'below'), '/proc/datacrane']) {
      expect(await refused({ PORT: String(await freePort()), DATA_DIR: dataDir })).toBe(
        `Datacrane can't write to the data folder ${dataDir}. Grant write access, or set another folder with DATA_DIR.`,
      )
    }
  })

  it('because the address is none of this machine', async () => {
    const environment = { PORT: String(await freePort()), DATA_DIR: join(newFolder(), 'data'), HOST: '192.0.2.1' }
    expect(await refused(environment)).toBe('HOST 192.0.2.1 is not an address of this machine. Set it to one that is.')
  })
})

describe('a start', () => {
  it('without a given password leaves the one that was made up as it is, and keeps the sessions', async () => {
    const port = await freePort()
    const dataDir = join(newFolder(), 'data')
    const first = launch({ PORT: String(port), DATA_DIR: dataDir })
    await first.ready
    const [, password = ''] = /Sign in: admin@demo\.test \/ (\S+)/.exec(first.out()) ?? []
    const session = (await (await signIn(port, password)).json()) as Session
    first.child.kill('SIGKILL')
    await first.ended
    const second = launch({ PORT: String(port), DATA_DIR: dataDir })
    await second.ready
    expect(second.out()).toContain('This start did not change the password.')
    expect(second.out()).not.toContain(password)
    expect((await signIn(port, password)).status).toBe(200)
    const me = await fetch(`http://127.0.0.1:${port}/api/users/me`, {
      headers: { authorization: `Bearer ${session.accessToken}` },
    })
    expect(me.status).toBe(200)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  it('works under the watch of `npm run dev`', async () => {
    const port = await freePort()
    const watched = launch({ PORT: String(port), DATA_DIR: newFolder() }, ['--watch', '--watch-path=contract'])
    onTestFinished(() => void watched.child.kill('SIGKILL'))
    await watched.ready
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    watched.child.kill('SIGTERM')
    await watched.ended
  })

  it('seeds nobody when it is told so', async () => {
    const port = await freePort()
    const it = launch({ PORT: String(port), DATA_DIR: join(newFolder(), 'data'), SEED_DEMO: 'false' })
    await it.ready
    expect(it.out()).not.toContain('Sign in:')
    expect(it.out()).toContain(`Open http://localhost:${port} to set up the operator.\nSetup token: `)
    expect(it.out()).toMatch(/^Setup token: [\w-]{43}$/m)
    expect(it.err(), 'what is logged is kept elsewhere').not.toMatch(/[\w-]{43}/)
    expect((await signIn(port, 'anything')).status).toBe(401)
    it.child.kill('SIGTERM')
    expect(await it.ended).toBe(0)
  })

  it('goes on when nobody reads its output, and ends although a caller never finishes its request', async () => {
    const port = await freePort()
    const it = launch({ PORT: String(port), DATA_DIR: join(newFolder(), 'data'), LOG_LEVEL: 'info' })
    await it.ready
    it.child.stdout?.destroy()
    const slow = connect(port, '127.0.0.1')
    slow.on('error', () => {})
    const head = 'POST /api/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n'
    // The answer to the head says that the server waits for the body.
    await new Promise((resolve) => {
      slow.once('data', resolve)
      slow.write(`${head}expect: 100-continue\r\n\r\n`)
    })
    slow.write('{"email": ')
    const before = Date.now()
    it.child.kill('SIGTERM')
    expect(await it.ended).toBe(0)
    expect(Date.now() - before).toBeLessThan(20_000)
    slow.destroy()
  })

  it('on PostgreSQL lets many processes in', async (context) => {
    if (!postgresIsHere()) context.skip(inject('postgresMissing'))
    const { place, remove } = await freshDatabase('postgres')
    const shared = {
      ...{ DATABASE_URL: place.url ?? '', UNSAFE_DATABASE: 'true', DATA_DIR: newFolder() },
      ...{ SEED_DEMO: 'true', DEMO_PASSWORD: 'shared' },
    }
    const ports = [await freePort(), await freePort(), await freePort()]
    const roles = ['api', 'api', 'worker']
    const all = roles.map((ROLE, at) => launch({ ...shared, PORT: String(ports[at]), ROLE }))
    await Promise.all(all.map(({ ready }) => ready))
    const session = (await (await signIn(ports[0] ?? 0, 'shared')).json()) as Session
    // One key for all: the token of one process is good in the other.
    const me = await fetch(`http://127.0.0.1:${ports[1]}/api/users/me`, {
      headers: { authorization: `Bearer ${session.accessToken}` },
    })
    expect(me.status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${ports[2]}/readyz`)).status).toBe(200)
    // A worker of another machine, whose key is another one, does not join.
    const dataDir = newFolder()
    const stranger = { ...shared, DATA_DIR: dataDir, SECRET_KEY: 'k'.repeat(40), ROLE: 'worker', PORT: String(await freePort()) }
    const refused = launch(stranger)
    expect(await refused.ended).toBe(1)
    expect(refused.err()).toMatch(
      /^SECRET_KEY has the id \w{16}, but this database needs the key (\w{16})\. .* with id \1, or .*\n$/,
    )
    const { SECRET_KEY: _, ...keyless } = stranger
    const second = launch(keyless)
    expect(await second.ended).toBe(1)
    expect(second.err()).toMatch(
      /^SECRET_KEY is not set and \S+secret\.key is missing, but this database needs the key \w{16}\. .*\n$/,
    )
    expect(readdirSync(dataDir)).toEqual([])
    for (const { child } of all) child.kill('SIGTERM')
    expect(await Promise.all(all.map(({ ended }) => ended))).toEqual([0, 0, 0])
    expect(readFileSync(join(shared.DATA_DIR, 'secret.key'), 'utf8').length).toBeGreaterThan(40)
    await remove()
  })
})

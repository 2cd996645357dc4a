/** Encryption to databases: what is verified is verified, and the name is the one that was given. */
import { execFile } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createOutbound } from '#server/outbound/outbound.ts'
import { mysqlAccount, startMysql } from '../../kit/mysql-server.ts'
import { ordinaryRole } from '../../kit/ordinary-role.ts'
import { startCluster } from '../../kit/postgres-cluster.ts'
import { type Engine, engines, openSourceOf, type Reached } from './database-stage.ts'

const run = promisify(execFile)
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'datacrane-tls-'))
  const place = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const names = ['-subj', '/CN=db.test', '-addext', 'subjectAltName=DNS:db.test', '-days', '2']
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...place, ...names])
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'key.pem'), 0o600)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Server = Reached & { readonly stop: () => Promise<void> }

async function startPostgresql(): Promise<Server> {
  if (process.getuid?.() === 0) {
    const { stdout } = await run('id', ['-u', 'postgres'])
    chownSync(join(folder, 'key.pem'), Number(stdout), statSync(folder).gid)
  }
  const cluster = await startCluster({
    settings: ['ssl=on', `ssl_cert_file=${join(folder, 'cert.pem')}`, `ssl_key_file=${join(folder, 'key.pem')}`, 'fsync=off'],
  })
  const { port } = new URL(cluster.url)
  return {
    engine: 'postgresql',
    port: Number(port),
    name: 'datacrane',
    user: ordinaryRole.name,
    password: ordinaryRole.password,
    stop: () => cluster.stop(),
  }
}

async function startMariadb(): Promise<Server> {
  const server = await startMysql([`--ssl-cert=${join(folder, 'cert.pem')}`, `--ssl-key=${join(folder, 'key.pem')}`])
  return { engine: 'mysql', port: server.port, name: 'shop', ...mysqlAccount, stop: server.stop }
}

/** The name of the certificate leads to this machine. */
const outbound = () =>
  createOutbound({
    egressAllow: ['127.0.0.0/8'],
    lookup: (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  })

describe.each(engines)('TLS to %s', (engine: Engine) => {
  let server: Server
  beforeAll(async () => {
    server = engine === 'postgresql' ? await startPostgresql() : await startMariadb()
  })
  afterAll(() => server.stop())

  const cipher =
    engine === 'postgresql'
      ? 'select version as v from pg_stat_ssl where pid = pg_backend_pid()'
      : "select variable_value as v from information_schema.session_status where variable_name = 'Ssl_version'"

  async function read(host: string, tls: 'disable' | 'require' | 'verify') {
    const source = await openSourceOf(server, { host, tls, query: cipher }, outbound())
    const page = await source.read(source.start(null), new AbortController().signal)
    return (page.records[0] as { readonly v: string | null } | undefined)?.v || null
  }

  it('is used when it is required, and not when it is not', async () => {
    expect(await read('db.test', 'require')).toMatch(/^TLSv1\.[23]$/)
    expect(await read('db.test', 'disable')).toBeNull()
  })

  it.each(['db.test', 'other.test'])('refuses a certificate that nobody vouches for: %s', async (host) => {
    const reading = read(host, 'verify')
    await expect(reading).rejects.toMatchObject({
      retry: false,
      problem: { code: 'source/refused', message: expect.stringMatching(/self-signed certificate|altnames/) },
    })
  })
})

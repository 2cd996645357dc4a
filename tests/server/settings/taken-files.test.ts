/** Files of companies that an earlier version wrote to the data folder, and downloads by another process than the one that wrote. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { takeFiles } from '#server/features/settings/retention/taken-files.ts'
import { createTestServer } from '../kit/test-server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-files-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const server = createTestServer()
const take = () => takeFiles({ db: server.database.db, dataDir, log: { info: () => {}, warn: () => {} } })

async function written(lines: string, sha256 = createHash('sha256').update(lines).digest('hex')) {
  const [id, companyId] = [uuid(), server.companies.A]
  const folder = join(dataDir, 'backups', companyId)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${id}.ndjson.zst`)
  writeFileSync(file, zstdCompressSync(lines))
  writeFileSync(join(folder, `${id}.manifest.json`), '{}')
  await sql`insert into company_backups (id, company_id, records, bytes, sha256, connectors)
    values (${id}, ${companyId}, 1, 1, ${sha256}, '[]')`.execute(server.database.db)
  const download = () => server.ask('GET', `/api/system-settings/retention/backups/${id}/file`, { as: 'adminA' })
  return { id, file, download }
}

it('are taken into the database once, and then any process hands them out', async () => {
  // More than two parts, which nothing makes smaller.
  const lines = `${JSON.stringify({ kind: 'backup', text: randomBytes(2_000_000).toString('base64') })}\n`
  const { file, download } = await written(lines)
  expect((await download()).json()).toMatchObject({ code: 'retention/archive-elsewhere' })
  const content = readFileSync(file)
  await take()
  expect((await download()).body).toBe(lines)
  expect(existsSync(join(dataDir, 'backups'))).toBe(false)
  // As after a kill between the last part and the removal of the file.
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
  await take()
  expect((await download()).body).toBe(lines)
  expect(existsSync(file)).toBe(false)
})

it('stay in the folder where they are not what was written, or no row names them', async () => {
  const { file } = await written('{"kind":"backup"}\n', 'another hash')
  const unnamed = file.replace(/[0-9a-f-]{36}\.ndjson/, `${uuid()}.ndjson`)
  writeFileSync(unnamed, 'x')
  await take()
  expect([file, unnamed].filter(existsSync)).toEqual([file, unnamed])
})

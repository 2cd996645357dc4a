/** Files of the cold ledger in a container: stored whole, read back, found missing or different, and no longer on this machine when nobody reads them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AnonymousCredential, ContainerClient, newPipeline } from '@azure/storage-blob'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'
import { coldContainer } from '#server/platform/database/cold/cold-container.ts'
import { ColdStoreFault } from '#server/platform/database/cold/cold-store.ts'
import { type Azurite, startAzurite } from '../../engine/azure/azurite.ts'
import { eventually } from '../../engine/kit/stage.ts'

let azurite: Azurite
const folder = mkdtempSync(join(tmpdir(), 'datacrane-container-'))

beforeAll(async () => {
  azurite = await startAzurite()
})
afterAll(async () => {
  await azurite.stop()
  rmSync(folder, { recursive: true, force: true })
})

const faultOf = (asked: Promise<unknown>) =>
  asked.then(
    () => expect.unreachable(),
    (thrown: unknown) => {
      expect(thrown).toBeInstanceOf(ColdStoreFault)
      return (thrown as Error).message
    },
  )

it('stores a file, reads it again after its copy is gone, and removes it', async () => {
  const url = await azurite.signedContainer()
  const client = new ContainerClient(url, newPipeline(new AnonymousCredential()))
  const store = coldContainer({ url, folder, copiesKeptFor: 100 })
  const written = await store.scratch('week.parquet')
  writeFileSync(written, 'rows of a week')
  const stored = await store.put(written, 'company/week.parquet')
  expect(stored).toMatchObject({ bytes: 14, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  // A name is used once: what is stored is never written over.
  writeFileSync(written, 'other rows')
  expect(await faultOf(store.put(written, 'company/week.parquet'))).toContain('BlobAlreadyExists')
  await eventually(
    () => readdirSync(join(folder, 'copies')).length,
    (copies) => copies === 0,
  )
  expect(readFileSync(await store.pathOf('company/week.parquet'), 'utf8')).toBe('rows of a week')
  const listed: { file: string; age: number }[] = []
  for await (const found of store.list()) listed.push(found)
  expect(listed.map(({ file }) => file)).toEqual(['company/week.parquet'])
  expect(listed[0]?.age).toBeLessThan(60_000)
  // Changed behind our back: it is not taken for what was stored.
  await eventually(
    () => readdirSync(join(folder, 'copies')).length,
    (copies) => copies === 0,
  )
  const { metadata = {} } = await client.getBlobClient('company/week.parquet').getProperties()
  await client.getBlockBlobClient('company/week.parquet').upload('rows of a wolf', 14, { metadata })
  expect(await faultOf(store.pathOf('company/week.parquet'))).toContain('differs from what was stored')
  expect(readdirSync(join(folder, 'copies'))).toEqual([])
  await store.remove('company/week.parquet')
  await store.remove('company/week.parquet')
  expect(await faultOf(store.pathOf('company/week.parquet'))).toContain('is missing')
})

it('is read at the same time by processes that share the folder of copies, with something in it that cannot be removed', async () => {
  const [url, shared] = [await azurite.signedContainer(), mkdtempSync(join(tmpdir(), 'datacrane-shared-'))]
  onTestFinished(() => rmSync(shared, { recursive: true, force: true }))
  const strange = join(shared, 'copies', 'folder of somebody')
  mkdirSync(strange, { recursive: true })
  utimesSync(strange, new Date(0), new Date(0))
  const one = coldContainer({ url, folder })
  for (const at of [1, 2, 3]) {
    const [file, text] = [`company/large-${at}.parquet`, String(at).repeat(4_000_000)]
    const written = await one.scratch('large.parquet')
    writeFileSync(written, text)
    await one.put(written, file)
    const readers = Array.from({ length: 3 }, () => coldContainer({ url, folder: shared }))
    const paths = await Promise.all(readers.map((it) => it.pathOf(file)))
    for (const path of paths) expect(readFileSync(path, 'utf8') === text, path).toBe(true)
  }
  expect(readdirSync(join(shared, 'copies'))).toHaveLength(4)
})

it('says what is wrong with the container, and never its signature', async () => {
  const url = await azurite.signedContainer('rl')
  const signature = new URL(url).searchParams.get('sig') ?? ''
  const store = coldContainer({ url, folder })
  expect(store.place).not.toContain('sig')
  const written = await store.scratch('refused.parquet')
  writeFileSync(written, 'rows')
  const refused = await faultOf(store.put(written, 'refused.parquet'))
  expect(refused).toContain('403')
  expect(refused).not.toContain(encodeURIComponent(signature))
  expect(refused).not.toContain(signature)
  expect(() => readConfig({ COLD_LEDGER_URL: 'https://account.blob.core.windows.net/ledger' })).toThrow('shared access signature')
  expect(() => readConfig({ COLD_LEDGER_URL: url.replace('127.0.0.1', 'storage.test') })).toThrow('COLD_LEDGER_URL')
  expect(readConfig({ COLD_LEDGER_URL: url }).coldUrl).toBe(url)
})

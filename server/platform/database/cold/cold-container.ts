/** Cold weeks in a container of Azure Blob Storage. What is read lies in a folder of this machine meanwhile, because DuckDB reads files. Decision 0129. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ContainerClient } from '@azure/storage-blob'
import { type ColdStore, ColdStoreFault, hashOf, scratchFolder } from './cold-store.ts'

const second = 1_000
const minute = 60 * second
/** Of one request that sends or reads a whole file, and of a small one. */
const limits = { file: 10 * minute, small: 30 * second }
/** A copy that nobody used for so long is removed: what was deleted in the container must not stay on a disk. */
const keptFor = 60 * minute

type Options = {
  /** Of the container, with a shared access signature that may read, add, create, write, delete and list. */
  readonly url: string
  /** A folder of this machine: files that are being written, and copies of what was read. */
  readonly folder: string
  readonly copiesKeptFor?: number
}

export function coldContainer({ url, folder, copiesKeptFor = keptFor }: Options): ColdStore {
  const copies = join(folder, 'copies')
  const { origin, pathname } = new URL(url)
  const place = `${origin}${pathname}`
  const coming = new Map<string, Promise<string>>()
  let client: Promise<ContainerClient> | undefined
  let sweeping: NodeJS.Timeout | undefined

  /** Loaded when it is needed: it takes megabytes. */
  function open(): Promise<ContainerClient> {
    client ??= import('@azure/storage-blob').then(({ AnonymousCredential, ContainerClient: Client, newPipeline }) => {
      const retryOptions = { maxTries: 4, retryDelayInMs: second, maxRetryDelayInMs: 10 * second }
      return new Client(url, newPipeline(new AnonymousCredential(), { retryOptions }))
    })
    return client
  }

  /** Errors of Azure's client hold the address with its signature, so none is passed on. */
  async function ask<T>(
    limit: number,
    request: (container: ContainerClient, abortSignal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    try {
      return await request(await open(), AbortSignal.timeout(limit))
    } catch (thrown) {
      if (thrown instanceof ColdStoreFault) throw thrown
      throw new ColdStoreFault(`The container ${place} of the cold ledger can't be used: ${reasonOf(thrown)}.`)
    }
  }

  /** Removes copies that nobody used lately, and comes again while there are any. */
  async function sweep(): Promise<void> {
    clearTimeout(sweeping)
    let left = 0
    for (const name of await readdir(copies).catch(() => [])) {
      const found = await stat(join(copies, name)).catch(() => null)
      if (found && Date.now() - found.mtimeMs < copiesKeptFor) left += 1
      // What cannot be removed now is tried again.
      else
        await rm(join(copies, name), { force: true }).catch(() => {
          left += 1
        })
    }
    if (left > 0) sweeping = setTimeout(() => void sweep(), copiesKeptFor).unref()
  }
  // What an earlier process left.
  void sweep()

  const copyOf = (file: string) => join(copies, file.replaceAll('/', '_'))

  async function fetched(file: string): Promise<string> {
    const path = copyOf(file)
    await mkdir(copies, { recursive: true, mode: 0o700 })
    await ask(limits.file, async (container, abortSignal) => {
      const blob = container.getBlobClient(file)
      const { metadata = {} } = await blob.getProperties({ abortSignal }).catch((thrown: unknown) => {
        if (statusOf(thrown) === 404) throw new ColdStoreFault(`The file ${place}/${file} of the cold ledger is missing.`)
        throw thrown
      })
      // Processes in containers that share the folder have the same process id.
      const arriving = `${path}.${randomUUID()}.part`
      try {
        await blob.downloadToFile(arriving, 0, undefined, { abortSignal })
        if ((await hashOf(arriving)).sha256 !== metadata['sha256'])
          throw new ColdStoreFault(`The file ${place}/${file} of the cold ledger differs from what was stored.`)
        await rename(arriving, path)
      } finally {
        await rm(arriving, { force: true })
      }
    })
    void sweep()
    return path
  }

  async function pathOf(file: string): Promise<string> {
    const path = copyOf(file)
    const now = new Date()
    const isHere = await utimes(path, now, now).then(
      () => true,
      () => false,
    )
    if (isHere) return path
    const known = coming.get(file)
    if (known) return known
    const asked = fetched(file).finally(() => coming.delete(file))
    coming.set(file, asked)
    return asked
  }

  return {
    place,
    scratch: async (name) => {
      await mkdir(join(folder, scratchFolder), { recursive: true, mode: 0o700 })
      return join(folder, scratchFolder, name)
    },
    put: async (path, file) => {
      const { sha256 } = await hashOf(path)
      // Blocks are committed as a whole at the end: a process that ends meanwhile leaves no blob.
      await ask(limits.file, (container, abortSignal) =>
        container.getBlockBlobClient(file).uploadFile(path, {
          abortSignal,
          metadata: { sha256 },
          conditions: { ifNoneMatch: '*' },
        }),
      )
      await rm(path, { force: true })
      return hashOf(await pathOf(file))
    },
    pathOf,
    remove: async (file) => {
      await ask(limits.small, (container, abortSignal) => container.deleteBlob(file, { abortSignal }).catch(unlessGone))
      await rm(copyOf(file), { force: true })
    },
    list: async function* () {
      const blobs = (await open()).listBlobsFlat({ abortSignal: AbortSignal.timeout(limits.file) })
      while (true) {
        const { done, value } = await ask(limits.file, () => blobs.next())
        if (done) break
        yield { file: value.name, age: Date.now() - value.properties.lastModified.getTime() }
      }
      const scratch = join(folder, scratchFolder)
      for (const name of await readdir(scratch).catch(() => [])) {
        const found = await stat(join(scratch, name)).catch(() => null)
        if (found && Date.now() - found.mtimeMs > 24 * 60 * minute) await rm(join(scratch, basename(name)), { force: true })
      }
    },
  }
}

const statusOf = (thrown: unknown) => (thrown as { readonly statusCode?: number }).statusCode

function unlessGone(thrown: unknown): void {
  if (statusOf(thrown) !== 404) throw thrown
}

function reasonOf(thrown: unknown): string {
  const { code } = thrown as { readonly code?: unknown }
  const status = statusOf(thrown)
  if (typeof code === 'string') return status === undefined ? code : `${status} ${code}`
  if (status !== undefined) return `status ${status}`
  return thrown instanceof Error && thrown.name === 'AbortError' ? 'it did not respond in time' : 'it did not respond'
}

/** Azure Blob Storage on this machine: Azurite in a process and a folder of its own, with an account of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  BlobServiceClient,
  type ContainerClient,
  ContainerSASPermissions,
  generateBlobSASQueryParameters,
  StorageSharedKeyCredential,
} from '@azure/storage-blob'

export type Azurite = {
  readonly endpoint: string
  readonly account: string
  readonly key: string
  readonly service: BlobServiceClient
  readonly credential: StorageSharedKeyCredential
  /** A new container; readable by everybody when it is `open`. */
  readonly container: (access?: 'open') => Promise<ContainerClient>
  /** The address of a new container with a shared access signature. */
  readonly signedContainer: (permissions?: string) => Promise<string>
  readonly stop: () => Promise<void>
}

async function portOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /successfully listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
    if (port) return port
  }
  throw new Error('Azurite did not start')
}

export async function startAzurite(): Promise<Azurite> {
  const folder = await mkdtemp(join(tmpdir(), 'azurite-'))
  const account = 'testaccount'
  const key = randomBytes(64).toString('base64')
  const main = join(import.meta.dirname, '../../../node_modules/azurite/dist/src/blob/main.js')
  const options = [
    '--blobHost',
    '127.0.0.1',
    '--blobPort',
    '0',
    '--location',
    folder,
    '--silent',
    '--skipApiVersionCheck',
    '--disableTelemetry',
  ]
  const child = spawn(process.execPath, [main, ...options], {
    env: { ...process.env, AZURITE_ACCOUNTS: `${account}:${key}`, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const endpoint = `http://127.0.0.1:${await portOf(child)}/${account}`
  child.stdout?.resume()
  const credential = new StorageSharedKeyCredential(account, key)
  const service = new BlobServiceClient(endpoint, credential)
  let made = 0
  const container: Azurite['container'] = async (access) => {
    made += 1
    const { containerClient } = await service.createContainer(`box-${made}`, access ? { access: 'container' } : {})
    return containerClient
  }
  return {
    endpoint,
    account,
    key,
    service,
    credential,
    container,
    signedContainer: async (permissions = 'racwdl') => {
      const { containerName, url } = await container()
      const expiresOn = new Date(Date.now() + 3_600_000)
      const allowed = ContainerSASPermissions.parse(permissions)
      return `${url}?${generateBlobSASQueryParameters({ containerName, permissions: allowed, expiresOn }, credential)}`
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

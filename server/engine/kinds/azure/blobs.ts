/** The blobs under a prefix in the order of their names, and their bytes. */
import type { BlobItem } from '@azure/storage-blob'

import { AzureFault, type Container } from './container.ts'
import { azureCode } from './faults.ts'

/** A blob as the list has it. `page` is where in the list it stands. */
export type Blob = {
  readonly name: string
  readonly etag: string
  readonly size: number
  readonly encoding: string
  readonly page: string | null
}

const listedAtOnce = 1_000

const bare = (etag: string) => etag.replace(/^"|"$/g, '')

function blobOf({ name, properties }: BlobItem, page: string | null): Blob {
  const { etag, contentLength = 0, contentEncoding = '' } = properties
  return { name, etag: bare(etag), size: contentLength, encoding: contentEncoding ?? '', page }
}

type Listed = { readonly page: string | null; readonly blobs: readonly Blob[]; readonly next: string | null }

/** Why bytes did not come: the blob is another one by now, or there is none. */
export type Lost = 'changed' | 'gone'

export type Blobs = {
  /** The blob after a name; the first one after null. Null at the end. `page` is where the name stood. */
  readonly after: (name: string | null, page: string | null, signal: AbortSignal) => Promise<Blob | null>
  /** The blob as it is now; null when there is none. */
  readonly now: (blob: Blob, signal: AbortSignal) => Promise<Blob | null>
  /** Bytes from an offset on; all of it without `count`. */
  readonly bytes: (blob: Blob, from: number, count: number | undefined, signal: AbortSignal) => Promise<Buffer | Lost>
}

export function createBlobs(container: Container, prefix: string): Blobs {
  let listed: Listed | null = null

  async function listPage(page: string | null, signal: AbortSignal): Promise<Listed> {
    if (listed && listed.page === page) return listed
    const { value: found } = await container.ask(
      async (client) => {
        const pages = client
          .listBlobsFlat({ prefix })
          .byPage({ maxPageSize: listedAtOnce, ...(page ? { continuationToken: page } : {}) })
        const { value } = await pages.next()
        // An answer that is no list has no segment: read here, where that is told as one that cannot be read.
        return { items: value.segment.blobItems as readonly BlobItem[], token: value.continuationToken as string | undefined }
      },
      { signal },
    )
    listed = { page, blobs: found.items.map((item) => blobOf(item, page)), next: found.token || null }
    return listed
  }

  async function after(name: string | null, from: string | null, signal: AbortSignal): Promise<Blob | null> {
    for (let page = from; ; ) {
      const { blobs, next } = await listPage(page, signal)
      const at = blobs.findIndex((blob) => blob.name === name)
      // A blob that was deleted meanwhile is not in the list: those that come after its name do.
      const following = at >= 0 ? blobs[at + 1] : blobs.find((blob) => name === null || blob.name > name)
      if (following) return following
      if (next === null) return null
      page = next
    }
  }

  return {
    after,
    now: async (blob, signal) => {
      try {
        const { value } = await container.ask((client) => client.getBlobClient(blob.name).getProperties(), { signal })
        const { etag = '', contentLength = 0, contentEncoding = '' } = value
        return { ...blob, etag: bare(etag), size: contentLength, encoding: contentEncoding }
      } catch (thrown) {
        if (thrown instanceof AzureFault && thrown.answer.status === 404) return null
        throw thrown
      }
    },
    bytes: async (blob, from, count, signal) => {
      const conditions = { ifMatch: `"${blob.etag}"` }
      try {
        const { answer } = await container.ask(
          (client) => client.getBlobClient(blob.name).download(from, count, { conditions, maxRetryRequests: 0 }),
          { signal },
        )
        return answer.body
      } catch (thrown) {
        if (thrown instanceof AzureFault && thrown.answer.status === 412) return 'changed'
        if (thrown instanceof AzureFault && thrown.answer.status === 404 && azureCode(thrown) === 'BlobNotFound') return 'gone'
        throw thrown
      }
    },
  }
}

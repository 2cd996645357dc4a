/** Files of what was removed, below the data folder: compressed lines of JSON, each with a manifest. A file counts only after it was read back. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, Readable, Transform } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Written } from './retention.repository.ts'

const newline = 0x0a

/** @param folder below the data folder */
export function createArchives(dataDir: string, folder: 'archives' | 'backups' = 'archives') {
  const folderOf = (companyId: string) => join(dataDir, folder, companyId)
  const pathOf = (companyId: string, id: string) => join(folderOf(companyId), `${id}.ndjson.zst`)

  /** Hash and lines of what passes. */
  function measuring() {
    const hash = createHash('sha256')
    let lines = 0
    const stream = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk)
        for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines += 1
        done(null, chunk)
      },
    })
    return { stream, found: () => ({ sha256: hash.digest('hex'), records: lines }) }
  }

  async function synced(path: string): Promise<void> {
    const file = await open(path, 'r+')
    await file.sync()
    await file.close()
  }

  /** What the file holds, from the disk. */
  async function readBack(path: string): Promise<Pick<Written, 'sha256' | 'records'>> {
    const { stream, found } = measuring()
    stream.resume()
    await piped(createReadStream(path), createZstdDecompress(), stream)
    return found()
  }

  return {
    /** @throws where the file could not be written, or does not hold what was written. Nothing of it stays then. */
    async write(companyId: string, area: string, lines: AsyncIterable<unknown>): Promise<Written> {
      const id = randomUUID()
      await mkdir(folderOf(companyId), { recursive: true, mode: 0o700 })
      const path = pathOf(companyId, id)
      const part = `${path}.part`
      try {
        const { stream, found } = measuring()
        async function* texts() {
          for await (const line of lines) yield `${JSON.stringify(line)}\n`
        }
        await piped(
          Readable.from(texts(), { objectMode: false }),
          stream,
          createZstdCompress(),
          createWriteStream(part, { mode: 0o600 }),
        )
        await synced(part)
        const written = found()
        const kept = await readBack(part)
        if (kept.sha256 !== written.sha256 || kept.records !== written.records)
          throw new Error('An archive does not hold what was written to it.')
        const { size: bytes } = await stat(part)
        const manifest = {
          format: 'datacrane-archive-1',
          id,
          companyId,
          area,
          createdAt: new Date().toISOString(),
          bytes,
          ...written,
        }
        await writeFile(join(folderOf(companyId), `${id}.manifest.json`), JSON.stringify(manifest, null, 2), {
          mode: 0o600,
          flush: true,
        })
        await rename(part, path)
        return { id, bytes, ...written }
      } catch (thrown) {
        await rm(part, { force: true })
        throw thrown
      }
    },

    async remove(companyId: string, id: string): Promise<void> {
      await rm(pathOf(companyId, id), { force: true })
      await rm(join(folderOf(companyId), `${id}.manifest.json`), { force: true })
    },

    /** The lines of an archive; null where the file is not here. */
    read(companyId: string, id: string): Readable | null {
      const path = pathOf(companyId, id)
      if (!existsSync(path)) return null
      const lines = createZstdDecompress()
      // Whoever reads the lines hears of what goes wrong with the file; it is closed when they leave.
      pipeline(createReadStream(path), lines, () => {})
      return lines
    },

    /** Whether a file is there and holds the lines that were written. */
    async isWhole(companyId: string, { id, sha256 }: Pick<Written, 'id' | 'sha256'>): Promise<boolean> {
      const found = await readBack(pathOf(companyId, id)).catch(() => null)
      return found?.sha256 === sha256
    },
  }
}
export type Archives = ReturnType<typeof createArchives>

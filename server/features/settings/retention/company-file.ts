/** Files of what was removed or backed up: compressed lines of JSON, in parts in the database. A file counts only after it was read back. */
import { createHash, randomUUID } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { addPart, type FileOf, hasParts, partsOf, removeParts } from './company-file-parts.repository.ts'
import type { Written } from './retention.repository.ts'

type Db = Kysely<Tables>
const newline = 0x0a
/** Bytes of a part, compressed. */
const partBytes = 1_000_000

/** Counts and hashes the lines of a stream. */
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

/** The content of the parts. */
async function readBack(db: Db, file: FileOf): Promise<Pick<Written, 'sha256' | 'records'>> {
  const { stream, found } = measuring()
  stream.resume()
  await piped(Readable.from(partsOf(db, file), { objectMode: false }), createZstdDecompress(), stream)
  return found()
}

/** Cuts compressed bytes into parts. @returns their size */
export async function addParts(db: Db, file: FileOf, chunks: AsyncIterable<Buffer>): Promise<number> {
  let [part, bytes, size] = [0, 0, 0]
  let waiting: Buffer[] = []
  const write = async (content: Buffer) => {
    await addPart(db, file, { part, content })
    part += 1
    bytes += content.length
  }
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    while (size >= partBytes) {
      const all = Buffer.concat(waiting)
      await write(all.subarray(0, partBytes))
      waiting = [all.subarray(partBytes)]
      size -= partBytes
    }
  }
  if (size > 0) await write(Buffer.concat(waiting))
  return bytes
}

/**
 * Writes lines as a file of the company; the row that names it is the caller's to add.
 * @param db what the lines are read through as well: the embedded database has one connection
 * @throws where the database does not hold what was written
 */
export async function writeFile(db: Db, companyId: string, lines: AsyncIterable<unknown>): Promise<Written> {
  const file = { companyId, id: randomUUID() }
  const { stream, found } = measuring()
  async function* texts() {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`
  }
  let bytes = 0
  await piped(
    Readable.from(texts(), { objectMode: false }),
    stream,
    createZstdCompress(),
    async (zipped: AsyncIterable<Buffer>) => {
      bytes = await addParts(db, file, zipped)
    },
  )
  const written = found()
  const kept = await readBack(db, file)
  if (kept.sha256 !== written.sha256 || kept.records !== written.records)
    throw new Error('The stored file differs from the data that was written.')
  return { id: file.id, bytes, ...written }
}

/** Whether a file is there and holds the lines that were written. */
async function isWhole(db: Db, { sha256, ...file }: NamedFile): Promise<boolean> {
  const found = await readBack(db, file).catch(() => null)
  return found?.sha256 === sha256
}

/** A file with the hash of its lines. */
export type NamedFile = FileOf & Pick<Written, 'sha256'>
export type FileState = 'missing' | 'damaged' | 'whole'

export async function stateOf(db: Db, file: NamedFile): Promise<FileState> {
  if (!(await hasParts(db, file))) return 'missing'
  return (await isWhole(db, file)) ? 'whole' : 'damaged'
}

/** The lines of a file. What is read is what was written, or nothing. @throws `retention/archive-elsewhere`, `retention/file-damaged` */
export async function openFile(db: Db, file: NamedFile): Promise<Readable> {
  const state = await stateOf(db, file)
  if (state === 'missing') throw refusal('retention/archive-elsewhere')
  if (state === 'damaged') throw refusal('retention/file-damaged')
  const lines = createZstdDecompress()
  // An error reaches the reader of the lines, and nothing more is read when the reader leaves.
  pipeline(Readable.from(partsOf(db, file), { objectMode: false }), lines, () => {})
  return lines
}

export const removeFiles = (db: Db, companyId: string, ids: readonly string[]): Promise<void> => removeParts(db, companyId, ids)

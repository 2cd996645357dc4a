/** PGlite's own folder file system, with the one operation it lacks. */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Options = Parameters<NodeFS['init']>[1]
/** The members that we touch of Emscripten's open file; `nfd` is missing on folders. */
type OpenFile = { readonly nfd?: number; readonly node: { readonly mount: unknown } }
type Module = { NODEFS: { stream_ops: { fsync?: (file: OpenFile) => number }; realPath(node: OpenFile['node']): string } }

/** PGlite's own, with fsync on (it starts with `-F`) and by the one method that reaches `DurableNodeFS`. */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  // Its usual 128 MB are memory of this process, which the operating system keeps in its own cache once more.
  ...['-c', 'shared_buffers=16MB'],
]

/**
 * Emscripten's NODEFS has no `fsync`, so PostgreSQL believes that its log is on the disk while it is not (measured with strace on PGlite 0.5.16:
 * no fsync at all). This adds it. Emscripten calls it for `fsync(2)` only, never for `fdatasync(2)`.
 */
export class DurableNodeFS extends NodeFS {
  override async init(pg: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync = (module: unknown) => {
      const { NODEFS } = module as Module
      NODEFS.stream_ops.fsync = (file) => {
        if (file.nfd === undefined) syncFolder(NODEFS.realPath(file.node))
        else fsyncSync(file.nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } as Options }
  }
}

/** Makes creations, renames and removals in a folder durable. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** The cold ledger of a database: where its files are, and what reads and writes them. */
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import type { Config } from '../../config/config.ts'
import type { Tables } from '../tables/tables.ts'
import { coldContainer } from './cold-container.ts'
import { type ColdStore, ColdStoreFault, coldFolder } from './cold-store.ts'
import { createParquet, type Parquet, ParquetFault } from './parquet.ts'

export type Cold = {
  readonly store: ColdStore
  /** For what people wait for, and for jobs. */
  readonly reader: Parquet
  readonly writer: Parquet
  readonly close: () => void
}

export function createCold(store: ColdStore): Cold {
  const [reader, writer] = [createParquet(), createParquet()]
  return {
    ...{ store, reader, writer },
    close: () => {
      reader.close()
      writer.close()
    },
  }
}

/** Where this installation keeps them: in a container of Azure Blob Storage if one is named, else in a folder. */
export const coldStoreOf = ({ coldFolder: folder, coldUrl: url }: Pick<Config, 'coldFolder' | 'coldUrl'>): ColdStore =>
  url === null ? coldFolder(folder) : coldContainer({ url, folder })

/** A database and its transactions share one adapter, and nothing else that could be a key. */
const known = new WeakMap<object, Cold>()

export const setCold = (db: Kysely<Tables>, cold: Cold): void => void known.set(db.getExecutor().adapter, cold)

/** Removes files that no row names any more. What this process does not reach is removed later (`removeLeftFiles`). */
export async function removeColdFiles(db: Kysely<Tables>, files: readonly string[]): Promise<void> {
  const cold = known.get(db.getExecutor().adapter)
  for (const file of cold ? files : [])
    await cold?.store.remove(file).catch((thrown: unknown) => {
      if (!(thrown instanceof ColdStoreFault)) throw thrown
    })
}

/** @throws `ledger/cold` in a process without one */
export function coldOf(db: Kysely<Tables>): Cold {
  const cold = known.get(db.getExecutor().adapter)
  if (!cold) throw unreadable(null)
  return cold
}

/** What a missing file or DuckDB means for whoever asks. */
export async function orUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof ParquetFault) && !(thrown instanceof ColdStoreFault)) throw thrown
    throw unreadable(thrown)
  }
}

const unreadable = (cause: unknown) =>
  refusal(
    'ledger/cold',
    {
      message:
        "These records are in the cold ledger, and its files can't be read now. Ask the operator of this installation to check the storage of the cold ledger and the server log.",
    },
    { cause },
  )

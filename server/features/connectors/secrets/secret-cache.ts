/** What is made of all the secrets of a company, such as a search for them: it has thousands, and they are not opened for every page. */
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { secretsPrint } from '#server/records/connectors/secrets.repository.ts'

export type SecretDeps = { readonly db: Kysely<Tables>; readonly vault: Vault }

type Made<T> = { readonly of: string; readonly it: T; readonly forget: NodeJS.Timeout }

/** Milliseconds. Longer nothing of the secrets stays. */
const cacheMs = 60_000

/** Makes it anew when the company's secrets are others than before. */
export function cachedBySecrets<T>(make: (deps: SecretDeps, companyId: string) => Promise<T>) {
  const madeBy = new WeakMap<Vault, Map<string, Made<T>>>()
  return async (deps: SecretDeps, companyId: string): Promise<T> => {
    const all = madeBy.get(deps.vault) ?? new Map<string, Made<T>>()
    madeBy.set(deps.vault, all)
    const of = await secretsPrint(deps.db, companyId)
    const made = all.get(companyId)
    if (made?.of === of) return made.it
    const it = await make(deps, companyId)
    clearTimeout(made?.forget)
    const forget = setTimeout(() => all.delete(companyId), cacheMs)
    forget.unref()
    all.set(companyId, { of, it, forget })
    return it
  }
}

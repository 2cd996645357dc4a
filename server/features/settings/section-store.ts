/** Sections of a company's settings: what is stored over the defaults, secrets write-only, each save from a revision. `worklist.md` 2.A.1. */
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { maskSecrets, openSecret, type Secrets, sealSecrets } from '../../platform/security/settings-secrets.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { findSection, type StoredSection, saveSection } from './company-settings.repository.ts'

export type Section<T extends object> = {
  readonly name: string
  readonly defaults: T
  /** Names that lead to its secrets, with dots between. */
  readonly secrets: readonly string[]
}

export type SectionRead<T> = Omit<StoredSection, 'value'> & { readonly value: T }

export function createSectionStore(vault: Vault) {
  const secretsOf = <T extends object>({ name, secrets }: Section<T>, companyId: string): Secrets => ({
    ...{ paths: secrets, vault },
    place: { table: 'company_settings', rowId: name, companyId },
  })

  return {
    async read<T extends object>(db: Kysely<Tables>, section: Section<T>, companyId: string): Promise<SectionRead<T>> {
      const stored = await findSection(db, { companyId, section: section.name })
      const value = { ...section.defaults, ...(stored.value as Partial<T> | null) }
      return { ...stored, value: maskSecrets(value, secretsOf(section, companyId)) as T }
    },

    /** What stands at the path of a secret; null where there is none. */
    async secretOf<T extends object>(
      db: Kysely<Tables>,
      section: Section<T>,
      companyId: string,
      path: string,
    ): Promise<string | null> {
      const { value } = await findSection(db, { companyId, section: section.name })
      return openSecret(value, path, secretsOf(section, companyId))
    },

    /** @throws `settings/stale` where the section was saved since `revision`; without one it is saved whatever it is. */
    async save<T extends object>(
      tx: Kysely<Tables>,
      section: Section<T>,
      { companyId, userId, value, revision }: { companyId: string; userId: string; value: T; revision: number | undefined },
    ): Promise<void> {
      const which = { companyId, section: section.name }
      const { value: before } = await findSection(tx, which)
      const sealed = sealSecrets(value, before, secretsOf(section, companyId))
      if (!(await saveSection(tx, { ...which, value: sealed, userId, revision }))) throw refusal('settings/stale')
    },
  }
}

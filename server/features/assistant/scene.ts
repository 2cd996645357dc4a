/** What an answer is made from: who asks, about what, what they see, and what the message names. */
import type { Kysely } from 'kysely'
import type { Intent } from '#contract/assistant/intents.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller, TenantScope } from '../../platform/security/access.ts'
import type { QuotaSettings } from '../billing/limits.ts'
import type { ListedStatus } from '../connectors/list/connector-overview.repository.ts'
import type { CauseEvidenceService } from '../connectors/problems/cause-evidence.service.ts'
import type { KeptQuery, KeptRecords } from '../connectors/runs/kept-records.ts'
import type { Definition } from '../library/ready-made/define.ts'
import type { Marked } from './language/marked.ts'
import type { Scopes } from './language/scopes.ts'
import type { When } from './language/time/when.ts'

type NamesOf = (
  of: { readonly companyId: string; readonly connectorId: string },
  transactionIds: readonly string[],
) => Promise<ReadonlyMap<string, string>>

/** A connector, or several of which one word was said. */
export type Compared = { readonly ids: readonly string[]; readonly label: string }

export type Scene = {
  readonly db: Kysely<Tables>
  readonly caller: Caller
  readonly scope: TenantScope
  readonly now: number
  readonly zone: string
  readonly intent: Intent
  /** What may be meant where the intent is not sure. */
  readonly near: readonly Intent[]
  readonly message: string
  /** What the person said before, oldest first. */
  readonly before: readonly string[]
  readonly marked: Marked
  /** Words of the message in lower case. */
  readonly words: readonly string[]
  /** Every connector that the caller sees, by name. */
  readonly connectors: readonly ListedStatus[]
  /** The one that is meant: it is named, or was named before, or is the one of the page; null of none. */
  readonly connector: ListedStatus | null
  /** Of the connector that is meant. */
  readonly liveVersion: number | null
  /** Connectors that the question sets beside each other; none where it compares no two. */
  readonly compared: readonly Compared[]
  /** What the question narrows itself to; `among` holds connectors that are left, also where one alone is meant. */
  readonly scopes: Scopes
  /** The same for questions that are put together from an entity, a status and a time, whatever the intent is. */
  readonly composedScopes: Scopes
  readonly when: When
  readonly library: readonly Definition[]
  /** What failed records have in common, what people call records, and the values that are kept of them. */
  readonly evidence: Pick<CauseEvidenceService, 'read'> & {
    readonly names: NamesOf
    readonly kept: (query: KeptQuery) => Promise<KeptRecords>
  }
  readonly quotas: Pick<QuotaSettings, 'connectors' | 'schedules'>
  /** Address of the installation, for URLs that other systems call. */
  readonly publicUrl: string
  readonly hasWord: (...stems: readonly string[]) => boolean
}

/** Connectors that a question is about; null: all that the caller sees. */
export const idsIn = ({ connector, scopes }: Pick<Scene, 'connector' | 'scopes'>): readonly string[] | null =>
  connector === null ? scopes.among : [connector.id]

/** The connectors that are left by the words of the question. */
export const connectorsIn = ({ connectors, scopes }: Pick<Scene, 'connectors' | 'scopes'>): readonly ListedStatus[] => {
  const { among } = scopes
  return among === null ? connectors : connectors.filter(({ id }) => among.includes(id))
}

export const connectorHref = (id: string) => `/details/${id}`

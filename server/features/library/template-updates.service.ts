/** The company decides on new versions of what its connectors were started from. Only drafts change: what is deployed goes on as it is. */
import type { Kysely } from 'kysely'

import { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { type TemplateUpdate, type templateUpdateEndpoints, updatesMax } from '#contract/library/template-updates.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { checkExact } from '../../platform/http/schema-check.ts'
import type { Caller } from '../../platform/security/access.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { saveDraft } from '../connectors/details/connector.service.ts'
import { configOf } from '../connectors/details/connector-presenter.ts'
import { findConnector } from '../connectors/details/connectors.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'
import { tenantScopeOf } from '../kit/tenant-scope.ts'
import { type Merged, mergedVersion } from './merged-version.ts'
import { type Behind, holdRevision, listBehind, noteDecision } from './template-updates.repository.ts'
import { findTemplate } from './templates.repository.ts'
import { changesBetween } from './version-changes.ts'

type Db = Kysely<Tables>
type Decision = BodyOf<(typeof templateUpdateEndpoints)['decide']>

const check = checkExact(ConnectorConfig)

export function createTemplateUpdatesService({ db, vault }: { readonly db: Db; readonly vault: Vault }) {
  async function merged(of: Db, caller: Caller, { connectorId, before, after }: Behind) {
    const record = await findConnector(of, tenantScopeOf(caller), connectorId)
    if (!record) throw refusal('connector/not-found')
    const { status: _, ...here } = configOf(record)
    return { here, revision: record.connector.revision, ...mergedVersion(before, after, here) }
  }

  return {
    async list(caller: Caller): Promise<{ data: TemplateUpdate[] }> {
      const updates = new Map<string, TemplateUpdate>()
      for (const it of await listBehind(db, tenantScopeOf(caller), updatesMax)) {
        const { here, value, kept } = await merged(db, caller, it)
        const connector = {
          ...{ id: it.connectorId, name: it.connector, from: it.from },
          ...{ changes: changesBetween(here, value), kept: [...kept] },
        }
        const { templateId: id, name, publisher, revision } = it
        const known = updates.get(id)
        if (known) known.connectors.push(connector)
        else updates.set(id, { id, name, publisher, revision, connectors: [connector] })
      }
      return { data: [...updates.values()] }
    },

    /** All of the connectors or none. @throws `template/not-found`, `template/stale`, `library/update-not-fitting`, and what a save throws */
    async decide(
      caller: Caller,
      id: string,
      { revision, connectorIds, accept }: Decision,
      audit: Audit,
    ): Promise<{ success: true }> {
      return inOneCommit(db, async (tx) => {
        if (!(await findTemplate(tx, id, caller.companyId))) throw refusal('template/not-found')
        if ((await holdRevision(tx, id)) !== revision) throw refusal('template/stale')
        const behind = await listBehind(tx, tenantScopeOf(caller), updatesMax, { templateId: id, connectorIds })
        for (const it of behind) {
          if (accept) await takeOver(tx, it)
          await noteDecision(tx, { companyId: caller.companyId, connectorId: it.connectorId, revision }, accept)
        }
        const names = behind.map(({ connector }) => connector)
        await audit(tx, { target: { type: 'template', id }, after: { revision, accepted: accept, connectors: names } })
        return { success: true }
      })

      async function takeOver(tx: Db, it: Behind): Promise<void> {
        const next: Merged & { revision: number } = await merged(tx, caller, it)
        const unfit = check(next.value)
        if (unfit !== null) {
          const message = `The new version conflicts with changes in "${it.connector}". Keep that connector as it is.`
          throw refusal('library/update-not-fitting', { message })
        }
        await saveDraft(tx, vault, caller, it.connectorId, {
          config: { ...(next.value as ConnectorConfig), name: it.connector },
          revision: next.revision,
        })
      }
    },
  }
}

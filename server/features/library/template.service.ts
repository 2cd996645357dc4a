/** Public connectors and ready-made definitions: what others start from. */
import type { Kysely } from 'kysely'

import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { BodyOf, QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { moved } from '#contract/kit/lifecycle.ts'
import { refusal } from '#contract/kit/problem.ts'
import { type PublicationStatus, publicationLifecycle } from '#contract/library/publication.lifecycle.ts'
import { type Template, type TemplateSummary, type templateEndpoints, templatesPerPage } from '#contract/library/template.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { writeShapes } from '../connectors/config/shapes.repository.ts'
import type { ConnectorService } from '../connectors/details/connector.service.ts'
import { findConnector } from '../connectors/details/connectors.repository.ts'
import type { Finder } from '../connectors/secrets/credentials.ts'
import { tenantScopeOf } from '../kit/tenant-scope.ts'
import { hostsOf, needsOf } from './config-needs.ts'
import { systemsOf } from './config-systems.ts'
import { noteUse } from './enterprise.repository.ts'
import { departing, finderOf } from './export-sanitizer.ts'
import type { Definition } from './ready-made/define.ts'
import { createTemplateSearch } from './template-search.ts'
import {
  addTemplate,
  approvesPublications,
  type Content,
  findTemplate,
  type Given,
  lockTemplate,
  noteReadyMade,
  removeTemplate,
  type StoredTemplate,
  saveTemplate,
  usesOfOwn,
} from './templates.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly connectors: Pick<ConnectorService, 'create'>
  readonly library: readonly Definition[]
}
type List = ReplyOf<typeof templateEndpoints.list>
type TemplatesQuery = NonNullable<QueryOf<typeof templateEndpoints.list>>

function kindsOf({ trigger, source, destination }: Content['config']) {
  return { sourceType: trigger.type === 'webhook' ? 'webhook' : source.type, destinationType: destination.type }
}

/** Before it is known what was started from it. */
type Unused<Listed extends TemplateSummary> = Omit<Listed, 'usedBy'>

const ofStored = (it: StoredTemplate, { companyId }: Caller): Unused<TemplateSummary> => ({
  _id: it.id,
  name: it.name,
  description: it.description,
  category: it.category,
  tags: [...it.tags],
  origin: 'public',
  publisher: it.publisher,
  isOwn: it.companyId === companyId,
  ...kindsOf(it.config),
  ...systemsOf(it.config),
  hosts: [...it.hosts],
  needs: needsOf(it.config),
  rights: [],
  revision: it.revision,
  updatedAt: it.updatedAt,
  status: it.status,
  declinedReason: it.companyId === companyId ? it.declinedReason : null,
})

const ofLibrary = ({ id, name, description, category, tags, rights = [], config }: Definition): Unused<TemplateSummary> => ({
  _id: id,
  name,
  description,
  category,
  tags: [...tags],
  origin: 'library',
  publisher: null,
  isOwn: false,
  ...kindsOf(config),
  ...systemsOf(config),
  hosts: hostsOf(config),
  needs: needsOf(config),
  rights: [...rights],
  revision: 1,
  updatedAt: null,
  status: 'approved',
  declinedReason: null,
})

const givenOf = ({ name, description, category, tags }: Given): Given => ({ name, description, category, tags })

/** Characters that turn the direction of what follows: with them a text reads as something else. */
const turning = /[\u202a-\u202e\u2066-\u2069]/

function refuseTurning(given: Given): void {
  const errors = Object.entries(given)
    .filter(([, text]) => turning.test(String(text)))
    .map(([field]) => ({
      path: `/${field}`,
      message: 'contains characters that reverse the text, so it may be misleading',
    }))
  if (errors.length > 0)
    throw refusal('connector/invalid', { message: 'A text contains characters that reverse its direction.', errors })
}

/** What is typed here is not cut: who wrote it decides what to say instead. */
function refuseSecrets({ scrubbed }: Finder, { tags, ...texts }: Given): void {
  const errors = Object.entries({ ...texts, tags: tags.join('\n') }).flatMap(([field, text]) =>
    scrubbed(text) === text
      ? []
      : [{ path: `/${field}`, message: 'contains a secret. Remove it, because everyone could read it' }],
  )
  if (errors.length > 0) throw refusal('connector/invalid', { message: 'A secret would be published.', errors })
}

export function createTemplateService({ db, vault, connectors, library }: Deps) {
  const search = createTemplateSearch(db, library)
  const inLibrary = (id: string) => library.find((it) => it.id === id)

  async function withUses<Listed extends { readonly _id: string }>(caller: Caller, templates: readonly Listed[]) {
    const ids = templates.map(({ _id }) => _id)
    const uses = await usesOfOwn(db, tenantScopeOf(caller), ids)
    return templates.map((it) => ({ ...it, usedBy: uses.get(it._id) ?? 0 }))
  }

  async function found(caller: Caller, id: string): Promise<Template> {
    const [template] = await withUses(caller, [await withoutUses(caller, id)])
    if (!template) throw refusal('template/not-found')
    return template
  }

  async function withoutUses(caller: Caller, id: string): Promise<Unused<Template>> {
    const ready = inLibrary(id)
    if (ready) {
      const { config, shapes, documentation } = ready
      return { ...ofLibrary(ready), config, shapes, documentation }
    }
    const stored = isId(id) ? await findTemplate(db, id, caller.companyId, caller.role === 'SUPER_ADMIN') : null
    if (!stored) throw refusal('template/not-found')
    const { config, shapes } = stored
    return { ...ofStored(stored, caller), config, shapes, documentation: null }
  }

  /** What stands in a draft of the company now, as it may be published. */
  async function contentOf(tx: Kysely<Tables>, caller: Caller, connectorId: string): Promise<Content> {
    const record = await findConnector(tx, tenantScopeOf(caller), connectorId)
    if (!record) throw refusal('connector/not-found')
    const { config, shapes } = await departing({ db: tx, vault }, record)
    return { config, shapes, hosts: hostsOf(config), systems: systemsOf(config) }
  }

  /** One that this person may change, held until the transaction ends. */
  async function held(tx: Kysely<Tables>, { companyId, userId, role }: Caller, id: string): Promise<StoredTemplate> {
    const it = await lockTemplate(tx, id)
    if (!it) throw refusal('template/not-found')
    const mayChange = it.companyId === companyId && (role !== 'USER' || it.authorId === userId)
    if (!mayChange) throw refusal('auth/forbidden')
    return it
  }

  /** What an operator publishes waits for nobody. */
  async function statusOf(of: Kysely<Tables>, { role }: Caller, before: PublicationStatus): Promise<PublicationStatus> {
    const waits = role !== 'SUPER_ADMIN' && (await approvesPublications(of))
    const type = waits ? 'company.submitted' : 'company.published'
    return moved(publicationLifecycle, before, { type }, undefined) as PublicationStatus
  }

  return {
    /** Ready-made ones first, then what was published, newest first. */
    async list(caller: Caller, { page = 1, limit = templatesPerPage, ...asked }: TemplatesQuery): Promise<List> {
      const { ready, stored, total, ...counts } = await search(caller.companyId, asked, { page, limit })
      return {
        data: await withUses(caller, [...ready.map(ofLibrary), ...stored.map((it) => ofStored(it, caller))]),
        ...{ total, page, limit, totalPages: Math.ceil(total / limit) },
        ...counts,
      }
    },

    get: found,

    /** @param id of the new one; the same one again gives what was published with it. */
    async create(caller: Caller, id: string, body: BodyOf<typeof templateEndpoints.create>): Promise<Template> {
      const { companyId, userId: authorId } = caller
      const given = givenOf(body)
      refuseTurning(given)
      const content = await contentOf(db, caller, body.connectorId)
      refuseSecrets(await finderOf({ db, vault }, companyId), given)
      const status = await statusOf(db, caller, 'waiting')
      await addTemplate(db, { id, companyId, authorId, submittedBy: authorId, status, ...given, ...content })
      return found(caller, id)
    },

    async update(caller: Caller, body: BodyOf<typeof templateEndpoints.update>): Promise<Template> {
      const { _id: id, revision, connectorId } = body
      await inOneCommit(db, async (tx) => {
        const before = await held(tx, caller, id)
        if (before.revision !== revision) {
          const message = `Someone changed this public connector after you opened it. You have revision ${revision}, but the current revision is ${before.revision}.`
          const errors = [{ path: '/revision', message: `is ${revision}, but must be ${before.revision}` }]
          throw refusal('template/stale', { message, errors })
        }
        const given = givenOf(body)
        refuseTurning(given)
        refuseSecrets(await finderOf({ db: tx, vault }, caller.companyId), given)
        const content = connectorId === undefined ? before : await contentOf(tx, caller, connectorId)
        const status = await statusOf(tx, caller, before.status)
        await saveTemplate(tx, before, given, content, { submittedBy: caller.userId, status })
      })
      return found(caller, id)
    },

    async remove(caller: Caller, id: string): Promise<{ success: boolean }> {
      await inOneCommit(db, async (tx) => removeTemplate(tx, await held(tx, caller, id)))
      return { success: true }
    },

    /** @param newId of the connector; the same one again gives the connector that was made with it. */
    async start(caller: Caller, id: string, newId: string, name: string): Promise<ConnectorAndConfig> {
      const { config, shapes, description, origin, revision } = await found(caller, id)
      const connector = { name, details: description }
      const made = await connectors.create(caller, newId, { connector, config: { ...config, name } })
      await writeShapes(db, { companyId: caller.companyId, connectorId: newId }, shapes, true)
      const use = { companyId: caller.companyId, connectorId: newId }
      if (origin === 'public') await noteUse(db, { ...use, templateId: id, revision })
      else await noteReadyMade(db, { ...use, template: id })
      return made
    },
  }
}

const isId = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

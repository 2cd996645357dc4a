/** The library of the installation, for its operator. */
import type { Kysely } from 'kysely'

import type { BodyOf, QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { EnterpriseDetails, enterpriseEndpoints } from '#contract/library/enterprise.ts'
import { enterprisePerPage } from '#contract/library/enterprise-limits.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { addAuditEvent } from '../kit/audit-events.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'
import { notify } from '../kit/notify.ts'
import {
  audienceOf,
  companiesNamed,
  decideOn,
  type EntryRow,
  findEntry,
  listEntries,
  setAudience,
  usesOf,
  versionsOf,
} from './enterprise.repository.ts'
import { publicationApproved, publicationDeclined } from './library-mails.ts'
import { forgetApproved, keepsApproved, lockTemplate } from './templates.repository.ts'
import { changesBetween } from './version-changes.ts'

type Db = Kysely<Tables>
type Endpoints = typeof enterpriseEndpoints

const versionsShown = 10
const companiesShown = 100

const dated = <Row extends EntryRow>({ updatedAt, ...row }: Row) => ({ ...row, updatedAt: updatedAt.toISOString() })

type Deps = { readonly db: Db; readonly publicUrl: string }
type Deciding = {
  readonly revision: number
  /** Null approves it. */
  readonly reason: string | null
  readonly caller: Caller
  readonly audit: Audit
}

export function createEnterpriseService({ db, publicUrl }: Deps) {
  /** @throws `template/not-found` */
  async function get(id: string, of: Db = db): Promise<EnterpriseDetails> {
    const row = await findEntry(of, id)
    if (!row) throw refusal('template/not-found')
    // One more than is shown: the last one is compared with it.
    const versions = await versionsOf(of, id, versionsShown + 1)
    const { companyId: _, submitterId: __, statusSince, ...shown } = dated(row)
    return {
      ...shown,
      statusSince: statusSince.toISOString(),
      companies: await audienceOf(of, id),
      versions: versions.slice(0, versionsShown).map(({ revision, config, createdAt }, at) => {
        const before = versions[at + 1]
        return { revision, createdAt: createdAt.toISOString(), changes: before ? changesBetween(before.config, config) : null }
      }),
      uses: await usesOf(of, id, companiesShown),
    }
  }

  /** @throws `library/company-unknown` with a sentence for each name that is nobody's, or several companies'. */
  async function idsOf(tx: Db, names: readonly string[]): Promise<string[]> {
    const wanted = [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))]
    if (wanted.length === 0) throw refusal('library/company-unknown', { message: 'Enter at least one company.' })
    const found = await companiesNamed(tx, wanted)
    const wrong = found.filter(({ ids }) => ids.length !== 1)
    if (wrong.length > 0) {
      const message = wrong
        .map(({ wanted: name, ids }) =>
          ids.length === 0
            ? `No company has the name "${name}".`
            : `Several companies have the name "${name}". Enter the workspace name instead.`,
        )
        .join(' ')
      throw refusal('library/company-unknown', { message, errors: [{ path: '/companies', message }] })
    }
    return [...new Set(found.flatMap(({ ids }) => ids))]
  }

  return {
    get: (id: string) => get(id),

    async list({
      search = '',
      page = 1,
      limit = enterprisePerPage,
    }: QueryOf<Endpoints['list']>): Promise<ReplyOf<Endpoints['list']>> {
      const words = search
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '')
      const { rows, total } = await listEntries(db, words, { limit, offset: (page - 1) * limit })
      return { data: rows.map(dated), total, page, limit, totalPages: Math.ceil(total / limit) }
    },

    /** Its publisher is told, and both companies have it in their record. @throws `template/not-found`, `template/stale`, `template/decided` */
    async decide(id: string, { revision, reason, caller, audit }: Deciding): Promise<EnterpriseDetails> {
      return inOneCommit(db, async (tx) => {
        if (!(await lockTemplate(tx, id))) throw refusal('template/not-found')
        const row = await findEntry(tx, id)
        if (!row) throw refusal('template/not-found')
        if (row.revision !== revision) throw refusal('template/stale')
        const type = reason === null ? 'operator.approved' : 'operator.declined'
        if (!(await decideOn(tx, id, type, reason))) throw refusal('template/decided')
        if (reason === null) await forgetApproved(tx, id)
        const after = await get(id, tx)
        const shown = ({ status }: Pick<EnterpriseDetails, 'status'>) => ({ name: row.name, revision, status, reason })
        const record = { target: { type: 'template', id }, before: shown(row), after: shown(after) }
        await audit(tx, record)
        const { companyId } = row
        const action = reason === null ? 'template.approved' : 'template.declined'
        const actor = { kind: 'person', id: caller.userId } as const
        if (companyId !== caller.companyId) await addAuditEvent(tx, { ...record, companyId, action, actor, address: null })
        if (row.submitterId !== null) {
          const url = `${publicUrl}/edit-public-connector/${id}`
          const mail =
            reason === null
              ? publicationApproved(row.name, url)
              : publicationDeclined(row.name, { reason, isKept: await keepsApproved(tx, id) }, url)
          await notify(tx, { companyId, userId: row.submitterId }, 'updates', mail)
        }
        return after
      })
    },

    /** What was started from it stays, whoever it is offered to. @throws `template/not-found`, `library/company-unknown` */
    async offer(id: string, { audience, companies }: BodyOf<Endpoints['offer']>, audit: Audit): Promise<EnterpriseDetails> {
      return inOneCommit(db, async (tx) => {
        if (!(await lockTemplate(tx, id))) throw refusal('template/not-found')
        const before = await get(id, tx)
        await setAudience(tx, id, audience, audience === 'chosen' ? await idsOf(tx, companies) : [])
        const after = await get(id, tx)
        const shown = (it: EnterpriseDetails) => ({ name: it.name, audience: it.audience, companies: it.companies })
        await audit(tx, { target: { type: 'template', id }, before: shown(before), after: shown(after) })
        return after
      })
    },
  }
}

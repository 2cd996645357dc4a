/** API keys: created here and shown once, changed, replaced with an overlap, deleted. `worklist.md` C-4. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import { apiKeyLimits, apiKeyRates, apiKeyShown, apiKeyStart, apiKeyTexts } from '#contract/settings/api-key-limits.ts'
import { type ApiKeyRight, apiKeyRightsOf } from '#contract/settings/api-key-rights.ts'
import type { ApiKey, ApiKeyForm, NewApiKey, SentApiKey } from '#contract/settings/api-keys.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Access, Caller } from '../../platform/security/access.ts'
import { networkOf } from '../../platform/security/address-rule.ts'
import { keyHash } from '../../platform/security/api-keys.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'
import {
  type ApiKeyRow,
  addApiKey,
  changeApiKey,
  findApiKey,
  listApiKeys,
  removeApiKey,
  replaceApiKey,
  switchOffApiKey,
} from './api-keys.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly access: Pick<Access, 'forget'> }

const statusOf = ({ enabled, is_expired, has_owner }: ApiKeyRow): ApiKey['status'] => {
  if (!enabled) return 'Inactive'
  if (is_expired) return 'Expired'
  return has_owner ? 'Active' : 'Owner gone'
}

const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  expiresAt: row.expires_at?.toISOString() ?? null,
  permissions: row.scopes,
  rateLimiting: row.rates,
  ipRestrictions: row.addresses,
  key: row.prefix,
  status: statusOf(row),
  createdAt: row.created_at.toISOString(),
  createdBy: { id: row.owner_id, name: row.owner_name, email: row.owner_email, role: row.owner_role },
  revision: row.revision,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedFrom: row.last_used_from,
  previousUntil: row.previous_until?.toISOString() ?? null,
})

/** @throws `request/malformed` with the place of each address that is none, and where a restriction lets no address in */
function checkAddresses({ ipRestrictions: { enabled, allowedIPs } }: ApiKeyForm): void {
  if (enabled && allowedIPs.length === 0) {
    const message = 'must contain at least one address'
    throw refusal('request/malformed', {
      message: `Allowed addresses ${message}.`,
      errors: [{ path: '/ipRestrictions/allowedIPs', message }],
    })
  }
  const errors = allowedIPs.flatMap((text, index) =>
    networkOf(text) === null ? [{ path: `/ipRestrictions/allowedIPs/${index}`, message: apiKeyTexts.address }] : [],
  )
  if (errors.length > 0) throw refusal('request/malformed', { message: apiKeyTexts.address, errors })
}

const newKey = {
  ...{ description: '', expiresAt: null, rateLimiting: { enabled: true, ...apiKeyRates } },
  ipRestrictions: { enabled: false, allowedIPs: [] },
}

/** A new value of a key: 256 random bits. */
function newSecret() {
  const secret = `${apiKeyStart}${randomBytes(32).toString('hex')}`
  return { secret, hash: keyHash(secret), prefix: secret.slice(0, apiKeyShown) }
}

export function createApiKeyService({ db, access }: Deps) {
  async function find(of: Kysely<Tables>, companyId: string, id: string): Promise<ApiKey> {
    const row = await findApiKey(of, { companyId, id })
    if (!row) throw refusal('apiKey/not-found')
    return toApiKey(row)
  }
  /** @throws `apiKey/not-found`, `apiKey/owner-only`, `apiKey/of-super-admin` */
  async function findFor(
    of: Kysely<Tables>,
    { companyId, userId, role }: Caller,
    id: string,
    wanted: ApiKeyRight,
  ): Promise<ApiKey> {
    const apiKey = await find(of, companyId, id)
    const rights = apiKeyRightsOf({ id: userId, role }, apiKey.createdBy)
    if (!rights.includes(wanted)) throw refusal(rights.length === 0 ? 'apiKey/of-super-admin' : 'apiKey/owner-only')
    return apiKey
  }
  const targetOf = (id: string) => ({ type: 'apiKey', id })

  return {
    async list({ companyId }: Caller): Promise<{ data: ApiKey[]; total: number }> {
      const data = (await listApiKeys(db, companyId)).map(toApiKey)
      return { data, total: data.length }
    },

    /** @throws `apiKey/too-many`, `request/malformed` */
    async create({ companyId, userId }: Caller, sent: SentApiKey, id: string, audit: Audit): Promise<NewApiKey> {
      const form: ApiKeyForm = { ...newKey, ...sent }
      checkAddresses(form)
      if (form.expiresAt !== null && Date.parse(form.expiresAt) <= Date.now()) {
        const message = 'must be in the future'
        throw refusal('request/malformed', { message: `The expiry ${message}.`, errors: [{ path: '/expiresAt', message }] })
      }
      const { secret, hash, prefix } = newSecret()
      return inOneCommit(db, async (tx) => {
        if (!(await addApiKey(tx, { companyId, userId, id, form, hash, prefix }, apiKeyLimits.perCompany))) {
          throw refusal('apiKey/too-many')
        }
        const apiKey = await find(tx, companyId, id)
        await audit(tx, { target: targetOf(id), after: apiKey })
        return { apiKey, secret }
      })
    },

    /** @throws `apiKey/not-found`, `apiKey/owner-only`, `apiKey/of-super-admin`, `apiKey/stale`, `request/malformed` */
    async update(caller: Caller, id: string, { revision, ...sent }: SentApiKey & { revision?: number }, audit: Audit) {
      const { companyId } = caller
      const changed = await inOneCommit(db, async (tx) => {
        const before = await findFor(tx, caller, id, 'change')
        const { description, expiresAt, rateLimiting, ipRestrictions } = before
        const form: ApiKeyForm = { description, expiresAt, rateLimiting, ipRestrictions, ...sent }
        checkAddresses(form)
        if (!(await changeApiKey(tx, { companyId, id }, form, revision))) throw refusal('apiKey/stale')
        const after = await find(tx, companyId, id)
        await audit(tx, { target: targetOf(id), before, after })
        return after
      })
      access.forget(id)
      return changed
    },

    /** @throws `apiKey/not-found`, `apiKey/of-super-admin` */
    async switchOff(caller: Caller, id: string, audit: Audit): Promise<ApiKey> {
      const { companyId } = caller
      const changed = await inOneCommit(db, async (tx) => {
        const before = await findFor(tx, caller, id, 'switchOff')
        if (!before.enabled) return before
        if (!(await switchOffApiKey(tx, { companyId, id }))) throw refusal('apiKey/not-found')
        const after = await find(tx, companyId, id)
        await audit(tx, { target: targetOf(id), before, after })
        return after
      })
      access.forget(id)
      return changed
    },

    /** @throws `apiKey/not-found`, `apiKey/owner-only`, `apiKey/of-super-admin` */
    async rotate(caller: Caller, id: string, audit: Audit): Promise<NewApiKey> {
      const { companyId } = caller
      const { secret, hash, prefix } = newSecret()
      const apiKey = await inOneCommit(db, async (tx) => {
        await findFor(tx, caller, id, 'replace')
        const { overlapHours } = apiKeyLimits
        if (!(await replaceApiKey(tx, { companyId, id, hash, prefix, overlapHours }))) throw refusal('apiKey/not-found')
        await audit(tx, { target: targetOf(id) })
        return find(tx, companyId, id)
      })
      access.forget(id)
      return { apiKey, secret }
    },

    /** @throws `apiKey/not-found`, `apiKey/of-super-admin` */
    async remove(caller: Caller, id: string, audit: Audit): Promise<{ id: string }> {
      const { companyId } = caller
      await inOneCommit(db, async (tx) => {
        const before = await findFor(tx, caller, id, 'remove')
        if (!(await removeApiKey(tx, { companyId, id }))) throw refusal('apiKey/not-found')
        await audit(tx, { target: targetOf(id), before })
      })
      access.forget(id)
      return { id }
    },
  }
}

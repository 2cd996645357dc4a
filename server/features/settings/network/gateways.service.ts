/** VPN configurations of a company: added, changed, tested, deleted where nothing goes through them. `worklist.md` C-7, X8. */
import type { Kysely } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Gateway, GatewayForm, GatewayName, GatewayTest } from '#contract/settings/network/gateway.ts'
import type { gatewayEndpoints } from '#contract/settings/network/gateways.ts'
import { gatewayAddressOf, hostPortOf } from '#contract/settings/network/host-port.ts'
import { privateNetworkLimits as limits, networkTexts } from '#contract/settings/network/network-limits.ts'
import type { Outbound } from '../../../outbound/outbound.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import { shownOf } from '../../../platform/security/settings-secrets.ts'
import type { Vault } from '../../../platform/security/vault.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { gatewayKeyPlace, hasKey } from './gateway-secrets.ts'
import {
  addGateway,
  changeGateway,
  countGatewayTest,
  findGateway,
  type GatewayRow,
  idsOfGateways,
  keepGatewayTest,
  listGateways,
  removeGateway,
  usersOfGateway,
} from './gateways.repository.ts'
import { isCloudOn, networkOfCompany } from './network-rules.ts'

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault; readonly outbound: Pick<Outbound, 'tryGateway'> }

/** Names of what uses a gateway that are told. */
const listedUsersMax = 20

const toGateway = (row: GatewayRow): Gateway => ({
  ...{ id: row.id, name: row.name, provider: row.provider, endpointUrl: row.endpoint_url, username: row.username },
  presharedKey: { set: hasKey(row.secret), last4: row.secret.last4 },
  ...{ enabled: row.enabled, revision: row.revision, createdAt: row.created_at.toISOString(), test: row.test },
  usedAt: row.used_at?.toISOString() ?? null,
  failure: row.failed_at === null ? null : { at: row.failed_at.toISOString(), said: row.failure ?? '' },
})

/** Newest first. */
export const gatewaysOf = async (db: Kysely<Tables>, companyId: string): Promise<Gateway[]> =>
  (await listGateways(db, companyId)).map(toGateway)

const malformed = (path: string, message: string) =>
  refusal('request/malformed', { message: `${message}.`, errors: [{ path, message }] })

/** What the record of changes holds: a test is none. */
const recorded = ({ test, usedAt, failure, ...rest }: Gateway) => rest

export function createGatewayService({ db, vault, outbound }: Deps) {
  /** @throws `request/malformed` */
  function refuseUnusable({ endpointUrl, username, presharedKey }: GatewayForm): void {
    const address = gatewayAddressOf(endpointUrl)
    if (typeof address === 'string')
      throw malformed('/endpointUrl', address === 'noAddress' ? networkTexts.gatewayAddress : networkTexts.inAddress)
    if (Buffer.byteLength(username.trim()) > limits.usernameMax) throw malformed('/username', networkTexts.keyTooLong)
    if (typeof presharedKey === 'string' && Buffer.byteLength(presharedKey) > limits.keyMax)
      throw malformed('/presharedKey', networkTexts.keyTooLong)
  }

  /** A stored key goes only to the address that it was saved for. @throws `request/malformed` */
  function sealedKey({ presharedKey, endpointUrl }: GatewayForm, companyId: string, id: string, before: GatewayRow | null) {
    if (typeof presharedKey === 'string')
      return { ...vault.seal(presharedKey, gatewayKeyPlace(companyId, id)), last4: shownOf(presharedKey) }
    const isSame = JSON.stringify(gatewayAddressOf(endpointUrl)) === JSON.stringify(gatewayAddressOf(before?.endpoint_url ?? ''))
    if (before === null || !isSame) throw malformed('/presharedKey', networkTexts.keyAgain)
    if (!hasKey(before.secret)) throw malformed('/presharedKey', networkTexts.keyMissing)
    return before.secret
  }

  async function find(of: Kysely<Tables>, companyId: string, id: string): Promise<GatewayRow> {
    const row = await findGateway(of, { companyId, id })
    if (!row) throw refusal('gateway/not-found')
    return row
  }
  const targetOf = (id: string) => ({ type: 'gateway', id })

  async function named(of: Kysely<Tables>, companyId: string, name: string): Promise<string> {
    const [id, other] = await idsOfGateways(of, companyId, name)
    if (id === undefined) throw refusal('gateway/not-found')
    if (other !== undefined) throw refusal('gateway/ambiguous')
    return id
  }

  return {
    async names({ companyId }: Caller): Promise<{ data: GatewayName[]; total: number }> {
      const isOn = await isCloudOn(db, companyId)
      const rows = await listGateways(db, companyId)
      return { data: rows.map(({ id, name, enabled }) => ({ id, name, isOn: isOn && enabled })), total: rows.length }
    },

    async list({ companyId }: Caller): Promise<{ data: Gateway[]; total: number }> {
      const data = await gatewaysOf(db, companyId)
      return { data, total: data.length }
    },

    /** @throws `request/malformed`, `gateway/too-many` */
    async create(
      { companyId }: Caller,
      sent: BodyOf<typeof gatewayEndpoints.create>,
      id: string,
      audit: Audit,
    ): Promise<Gateway> {
      const form: GatewayForm = { username: '', ...sent }
      refuseUnusable(form)
      const secret = sealedKey(form, companyId, id, null)
      return inOneCommit(db, async (tx) => {
        if (!(await addGateway(tx, { companyId, id }, { ...form, secret }, limits.gateways))) throw refusal('gateway/too-many')
        const gateway = toGateway(await find(tx, companyId, id))
        await audit(tx, { target: targetOf(id), after: recorded(gateway) })
        return gateway
      })
    },

    /** @throws `request/malformed`, `gateway/not-found`, `gateway/stale` */
    async update({ companyId }: Caller, id: string, { revision, ...sent }: BodyOf<typeof gatewayEndpoints.update>, audit: Audit) {
      return inOneCommit(db, async (tx) => {
        const before = await find(tx, companyId, id)
        const form: GatewayForm = { username: before.username, ...sent }
        refuseUnusable(form)
        const secret = sealedKey(form, companyId, id, before)
        if (!(await changeGateway(tx, { companyId, id }, { ...form, secret }, revision))) throw refusal('gateway/stale')
        const after = toGateway(await find(tx, companyId, id))
        await audit(tx, { target: targetOf(id), before: recorded(toGateway(before)), after: recorded(after) })
        return after
      })
    },

    /** @throws `gateway/not-found`, `gateway/ambiguous`, `gateway/in-use` */
    async remove({ companyId }: Caller, idOrName: string, audit: Audit): Promise<{ id: string }> {
      return inOneCommit(db, async (tx) => {
        const id = isUuid(idOrName) ? idOrName : await named(tx, companyId, idOrName)
        const before = toGateway(await find(tx, companyId, id))
        const users = await usersOfGateway(tx, { companyId, id }, listedUsersMax)
        if (users.length > 0) {
          const message = `This VPN configuration is used by ${users.join(', ')}. Change that first, then delete the configuration.`
          throw refusal('gateway/in-use', { message })
        }
        await removeGateway(tx, { companyId, id })
        await audit(tx, { target: targetOf(id), before: recorded(before) })
        return { id }
      })
    },

    /** Also of one that is switched off: that is how it is tried before it is used. @throws `gateway/not-found`, `request/malformed`, `gateway/tests-used-up` */
    async test({ companyId }: Caller, id: string, written: string): Promise<GatewayTest> {
      const row = await find(db, companyId, id)
      const target = hostPortOf(written)
      if (target === null) throw malformed('/target', networkTexts.target)
      if (!hasKey(row.secret)) throw malformed('/presharedKey', networkTexts.keyMissing)
      if (!(await countGatewayTest(db, id, limits.testsAnHour))) throw refusal('gateway/tests-used-up', { retryAfter: 3_600_000 })
      const network = await networkOfCompany({ db, vault }, companyId)
      const tried = await outbound.tryGateway(network, { party: companyId, gateway: id, ...target })
      const test = { ...tried, steps: [...tried.steps], at: new Date().toISOString(), target: `${target.host}:${target.port}` }
      await keepGatewayTest(db, id, row.revision, test)
      return test
    },
  }
}

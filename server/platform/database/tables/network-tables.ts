/** The rows of gateways and private endpoints, as `tables.ts` has the others. */
import type { ColumnType, Generated } from 'kysely'
import type { Gateway, GatewayTest } from '#contract/settings/network/gateway.ts'
import type { PrivateEndpoint } from '#contract/settings/network/private-endpoint.ts'
import type { SealedValue } from './webhook-tables.ts'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

export type NetworkTables = {
  company_gateways: {
    id: string
    company_id: string
    name: string
    provider: Gateway['provider']
    endpoint_url: string
    username: string
    secret: Json<SealedValue>
    enabled: boolean
    revision: Generated<number>
    created_at: Now
  }
  company_gateway_use: {
    gateway_id: string
    used_at: Time | null
    failed_at: Time | null
    failure: string | null
    test: Json<GatewayTest> | null
    tested_revision: number | null
    tests: Generated<Date[]>
  }
  private_endpoints: {
    id: string
    company_id: string
    name: string
    service_type: PrivateEndpoint['serviceType']
    endpoint_url: string
    host: string
    port: number
    region: PrivateEndpoint['region']
    gateway_id: string | null
    enabled: boolean
    status: Generated<PrivateEndpoint['status']>
    reason: string | null
    networks: Generated<string[]>
    revision: Generated<number>
    asked_at: Now
    asked_by: string | null
    decided_at: Time | null
  }
  host_paces: {
    company_id: string
    host: string
    owner: string
    rate: number | null
    room: number | null
    quiet_until: Time
    changed_at: Time
    seen_at: Now
  }
  network_revision: { only_one: boolean; revision: string }
}

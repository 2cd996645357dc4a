/** The rows of outgoing webhooks, as `tables.ts` has the others. */
import type { ColumnType, Generated } from 'kysely'
import type { WebhookDelivery, WebhookForm } from '#contract/settings/webhook.ts'
import type { Sealed } from '../../security/vault.ts'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

/** A sealed value, and what is shown of it. */
export type SealedValue = Sealed & { readonly last4: string }

export type WebhookTables = {
  webhook_endpoints: {
    id: string
    company_id: string
    name: string
    url: string
    events: WebhookForm['events']
    enabled: boolean
    headers: Json<Record<string, SealedValue>>
    secret: Json<Sealed>
    previous_secret: Json<Sealed> | null
    previous_until: Time | null
    revision: Generated<number>
    created_at: Now
    failing_since: Time | null
    failing_days: Generated<number>
    failed_on: Date | string | null
    delivered_at: Time | null
    failed_off_at: Time | null
  }
  webhook_deliveries: {
    id: string
    company_id: string
    endpoint_id: string
    event_id: string
    type: WebhookDelivery['type']
    payload: string
    status: Generated<WebhookDelivery['status']>
    attempts: Generated<number>
    next_attempt_at: Now
    lease_until: Time | null
    created_at: Now
    tried_at: Time | null
    response_status: number | null
    response: string | null
  }
}

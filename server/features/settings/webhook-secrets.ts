/** Where the secrets of a webhook are sealed to. */
import type { Place } from '../../platform/security/vault.ts'

const table = 'webhook_endpoints'

export const secretPlace = (companyId: string, id: string): Place => ({ table, column: 'secret', rowId: id, companyId })
export const headerPlace = (companyId: string, id: string, name: string): Place => ({
  ...{ table, column: `headers.${name.toLowerCase()}`, rowId: id, companyId },
})

/** Where the key of a gateway is sealed to. */
import type { Place } from '../../../platform/security/vault.ts'

export const gatewayKeyPlace = (companyId: string, id: string): Place => ({
  ...{ table: 'company_gateways', column: 'secret', rowId: id, companyId },
})

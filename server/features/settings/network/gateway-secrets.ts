/** Where the key of a gateway is sealed to. */
import type { SealedValue } from '../../../platform/database/tables/stored-values.ts'
import type { Place } from '../../../platform/security/vault.ts'

export const gatewayKeyPlace = (companyId: string, id: string): Place => ({
  ...{ table: 'company_gateways', column: 'secret', rowId: id, companyId },
})

/** Of a gateway that was restored from a backup: backups have no keys. */
export const noKey: SealedValue = { keyId: '', ciphertext: '', last4: '' }
export const hasKey = ({ keyId }: SealedValue): boolean => keyId !== noKey.keyId

/** Sealing what a connector that stores no payloads still has to keep until it is delivered. */
import type { Vault } from '../../platform/security/vault.ts'

export type OfCompany = { readonly companyId: string; readonly connectorId: string }

/** Begins what is sealed; neither JSON text nor Zstandard begins so. */
const begin = 'sealed:'

export type Payloads = {
  readonly seal: (bytes: Buffer, whose: OfCompany) => Buffer
  /** What was not sealed is given as it is. */
  readonly open: (kept: Buffer, whose: OfCompany) => Buffer
  readonly sealText: (text: string, whose: OfCompany) => string
  readonly openText: (kept: string, whose: OfCompany) => string
  /** Stands for the name of a record: the same for the same name of a connector, and nothing can be read in it. */
  readonly nameOf: (key: string, whose: OfCompany) => string
  /** The `hash` of formulas: the same for the same value of a company. */
  readonly hashOf: (text: string, companyId: string) => string
}

/** The `hash` of formulas: the same for the same value of a company. */
export const valueHash = (vault: Vault, companyId: string) => (text: string) =>
  vault.mark(text, { table: 'companies', column: 'formula', rowId: companyId, companyId })

export function createPayloads(vault: Vault): Payloads {
  const place = ({ companyId, connectorId }: OfCompany) => ({
    table: 'source_pages',
    column: 'body',
    rowId: connectorId,
    companyId,
  })
  const it: Payloads = {
    sealText: (text, whose) => it.seal(Buffer.from(text), whose).toString('latin1'),
    openText: (kept, whose) => (kept.startsWith(begin) ? it.open(Buffer.from(kept, 'latin1'), whose).toString() : kept),
    seal(bytes, whose) {
      const { keyId, ciphertext } = vault.seal(bytes.toString('base64'), place(whose))
      return Buffer.from(`${begin}${keyId}:${ciphertext}`)
    },
    open(kept, whose) {
      if (!isSealed(kept)) return kept
      const [, keyId = '', ciphertext = ''] = kept.toString('latin1').split(':')
      return Buffer.from(vault.open({ keyId, ciphertext }, place(whose)), 'base64')
    },
    nameOf: (key, whose) => vault.mark(key, place(whose)),
    hashOf: (text, companyId) => valueHash(vault, companyId)(text),
  }
  return it
}

const isSealed = (kept: Buffer): boolean => kept.subarray(0, begin.length).toString('latin1') === begin

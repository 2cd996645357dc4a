/** What follows when an invoice is open, in the same commit. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/tables/tables.ts'

export async function issued(
  _tx: Kysely<Tables>,
  _it: { readonly companyId: string; readonly invoiceId: string },
): Promise<void> {}

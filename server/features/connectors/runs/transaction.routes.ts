import { transactionEndpoints } from '../../contract/transaction.ts'
import type { TransactionDesk } from '../desks/transaction.ts'
import type { Mount } from '../mount.ts'

export function transactionRoutes(mount: Mount, desk: TransactionDesk): void {
  mount(transactionEndpoints.list, ({ caller, params, query }) => desk.list(caller, params.id, query))
}

import { transactionEndpoints } from '#contract/connectors/runs/transaction.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { TransactionDesk } from './transaction.service.ts'

export function transactionRoutes(mount: Mount, desk: TransactionDesk): void {
  mount(transactionEndpoints.list, ({ caller, params, query }) => desk.list(caller, params.id, query))
}

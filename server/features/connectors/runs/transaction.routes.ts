import { transactionEndpoints } from '#contract/connectors/runs/transaction.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { TransactionService } from './transaction.service.ts'

export function transactionRoutes(registerEndpoint: RegisterEndpoint, service: TransactionService): void {
  registerEndpoint(transactionEndpoints.list, ({ caller, params, query }) => service.list(caller, params.id, query))
}

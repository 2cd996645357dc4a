import { type Usage, usageEndpoints } from '#contract/billing/usage.ts'
import { type Access, call } from '../kit/api-client.ts'

export const readUsage = (access: Access, signal: AbortSignal): Promise<Usage> => call(usageEndpoints.get, { access, signal })
